import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, dec, eq, sum, ZERO } from '../../../shared/domain/decimal.js'
import { type PositionLot } from '../../../shared/domain/account/activity.js'
import { ALL_TRANSFERS } from '../../../shared/domain/account/transfer-filters.js'
import type { TransferFilters } from '../../../shared/domain/account/transfer-filters.schema.js'
import { accountId, symbol, type AccountId } from '../../../shared/domain/ids.js'
import {
  positionInstrumentKey,
  symbolKey,
} from '../../../shared/domain/instruments/instrument-key.js'
import { epochMs, type EpochMs } from '../../../shared/domain/time.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import type { RecordPage, RecordsPort } from '../../../electron/core/records/records-port.js'
import type { ProviderFailure } from '../../../electron/core/provider-failure.js'
import type { Caller } from '../../../electron/provider/http/caller.js'
import { toPosition } from '../../../electron/provider/mapping/accounts.js'
import { createRecords } from '../../../electron/provider/orders/records.js'
import type { Result } from '../../../shared/domain/result.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { practiceCaller } from './practice-caller.js'
import { openPractice, type PracticeSession } from './practice-session.js'

let session: PracticeSession
let caller: Caller
let records: RecordsPort
let accounts: ReadonlyMap<string, AccountId>

beforeAll(async () => {
  session = await openPractice()
  caller = practiceCaller(session)
  records = createRecords(caller)
  accounts = new Map(
    expectOk(await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})).map((account) => [
      account.account_class ?? account.account_type ?? '',
      accountId(account.account_id),
    ]),
  )
})
afterAll(async () => {
  caller.close()
  await session.close()
})

const FIRST = epochMs(Date.UTC(2018, 4, 21))
const all = (from: EpochMs = FIRST) => ({
  from,
  to: null,
  now: epochMs(session.ready.exchangeTime + 60_000),
})
const account = (name: RegExp): AccountId => {
  const found = [...accounts].find(([kind]) => name.test(kind))
  if (found === undefined) throw new Error(`no account like ${String(name)}`)
  return found[1]
}

/** Reads every page of a list. */
async function rowsOf<T>(
  read: (cursor: string | null) => Promise<Result<RecordPage<T>, ProviderFailure>>,
): Promise<readonly T[]> {
  const rows: T[] = []
  let cursor: string | null = null
  do {
    const page: RecordPage<T> = expectOk(await read(cursor))
    expect(page.unreadable).toBe(0)
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  return rows
}

describe('the records of an account', () => {
  it('have every cash activity of all years, newest first, which add up to the cash', async () => {
    const id = account(/MARGIN/)
    const rows = await rowsOf((cursor) =>
      records.cashActivities(id, { ...all(), kinds: [] }, cursor),
    )
    const balance = expectOk(await caller.call(ACCOUNT_OPERATIONS.getBalance, { account_id: id }))
    expect(
      eq(
        rows.reduce((total, { amount }) => add(total, amount), ZERO),
        balance.total_cash_balance ?? ZERO,
      ),
    ).toBe(true)
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
    const times = rows.map(({ time }) => time)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('can be narrowed to kinds and to a span of two calendar years', async () => {
    const id = account(/MARGIN/)
    const rows = await rowsOf((cursor) =>
      records.cashActivities(id, { ...all(), kinds: ['dividend', 'interest'] }, cursor),
    )
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['dividend', 'interest']))
    const now = session.ready.exchangeTime
    const old = await rowsOf((cursor) =>
      records.cashActivities(
        id,
        { ...all(), to: epochMs(now - 400 * 86_400_000), kinds: [] },
        cursor,
      ),
    )
    expect(old).toEqual([])
  })

  it('request a year that was empty once no more', async () => {
    let requests = 0
    const counting = createRecords({
      close: () => undefined,
      call: (...given) => {
        requests += 1
        return caller.call(...given)
      },
    })
    const id = account(/MARGIN/)
    const readCash = () =>
      rowsOf((cursor) => counting.cashActivities(id, { ...all(), kinds: [] }, cursor))
    const first = await readCash()
    const years = requests
    expect(years).toBeGreaterThan(6)
    requests = 0
    expect(await readCash()).toEqual(first)
    expect(requests).toBeLessThan(years - 3)
  })

  it('have the transfers of shares and of coins, with their detail', async () => {
    const shares = await rowsOf((cursor) => records.transfers(account(/MARGIN/), all(), cursor))
    expect(new Set(shares.map(({ method }) => method))).toEqual(new Set(['acats']))
    const coinAccount = account(/CRYPTO/)
    const coins = await rowsOf((cursor) => records.transfers(coinAccount, all(), cursor))
    expect(new Set(coins.map(({ direction }) => direction))).toEqual(new Set(['in', 'out']))
    const sent = coins.find(
      ({ direction, status }) => direction === 'out' && status === 'completed',
    )
    const detail = expectOk(await records.transfer(coinAccount, sent?.transferId ?? ''))
    expect(detail.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    const [holding] = detail.positions
    expect(
      eq(
        sum([holding?.quantity ?? ZERO, holding?.feeQuantity ?? ZERO]),
        holding?.totalQuantity ?? dec('-1'),
      ),
    ).toBe(true)
  })

  it('have the transfers of each filter, and the records of one ACATS transfer together', async () => {
    const readTransfers = (filters: Partial<TransferFilters>) =>
      rowsOf((cursor) =>
        records.transfers(
          account(/MARGIN/),
          { ...all(), filters: { ...ALL_TRANSFERS, ...filters } },
          cursor,
        ),
      )
    const every = await readTransfers({})
    const group = every.find(({ extent }) => extent === 'residual')?.group ?? ''

    expect(await readTransfers({ status: 'rejected' })).toEqual(
      every.filter(({ status }) => status === 'rejected'),
    )
    expect(await readTransfers({ extent: 'full', direction: 'in', method: 'acats' })).toEqual(
      every.filter(({ extent }) => extent === 'full'),
    )
    expect(await readTransfers({ method: 'crypto' })).toEqual([])
    expect((await readTransfers({ group })).map(({ extent }) => extent)).toEqual([
      'residual',
      'full',
    ])
    expect(await readTransfers({ group: 'A0' })).toEqual([])
  })

  it('have the open lots of every position, which add up to it', async () => {
    let compared = 0
    for (const id of accounts.values()) {
      const held = expectOk(await caller.call(ACCOUNT_OPERATIONS.listPositions, { account_id: id }))
      const positions = held.map((record) => toPosition(id, record, epochMs(0)))
      for (const position of positions) {
        if (position === null) continue
        const key = positionInstrumentKey(position)
        if (key === null) continue
        const lots = await rowsOf(async (cursor) => {
          const page = await records.positionLots(id, key, cursor)
          if (page.ok && page.value === null) throw new Error(`${key} is not listed`)
          return page as Result<RecordPage<PositionLot>, ProviderFailure>
        })
        const total = sum(lots.map(({ quantity }) => quantity))
        expect([key, eq(total, position.quantity)]).toEqual([key, true])
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(5)
  })

  it('have no lots of an instrument that the broker does not list', async () => {
    const key = symbolKey('stock', symbol('NOSUCH'))
    expect(expectOk(await records.positionLots(account(/MARGIN/), key, null))).toBeNull()
  })

  it('have every execution of any day, each once', async () => {
    const rows = await rowsOf((cursor) => records.executions(account(/MARGIN/), all(), cursor))
    expect(rows.length).toBeGreaterThanOrEqual(20)
    expect(new Set(rows.map((row) => row.executionId)).size).toBe(rows.length)
  })
})
