import { describe, expect, it } from 'vitest'
import {
  JournalReader,
  type JournalReaderDeps,
} from '../../../../../electron/core/records/journal/journal-reader.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { expectOk } from '../../../../harness/system/expect-ok.js'

const ACCOUNT = accountId('A1')
/** How long the broker's limits let each request wait, in ms. */
const WAIT_MS = 4_000

/** A broker without records, each of whose answers takes some seconds; notes the requests. */
function slowBroker() {
  const requested: { readonly name: string; readonly time: number }[] = []
  let now = 0
  const answer = <T>(name: string, value: T) => {
    requested.push({ name, time: now })
    now += WAIT_MS
    return Promise.resolve(ok(value))
  }
  const page = { rows: [], cursor: null, unreadable: 0 }
  const reader = new JournalReader({
    records: () =>
      Promise.resolve({
        executions: () => answer('executions', page),
        cashActivities: () => answer('activities', page),
        transfers: () => answer('transfers', page),
      }),
    positions: () => answer('positions', { positions: [], unreadable: [] }),
    exchangeNow: () => epochMs(now),
  } as unknown as JournalReaderDeps)
  return { reader, requested }
}

describe('REL-41: what a journal was read of', () => {
  it('is dated by the list of executions that it agrees with, not by the first request', async () => {
    const { reader, requested } = slowBroker()
    const records = expectOk(await reader.read(ACCOUNT, null, () => undefined))
    const lists = requested.filter(({ name }) => name === 'executions')
    expect(lists).toHaveLength(2)
    expect(records.readAt).toBe(lists[1]?.time)
  })
})
