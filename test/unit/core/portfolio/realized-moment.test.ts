import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import { RealizedDays } from '../../../../electron/core/portfolio/realized/realized-days.js'
import type { Account } from '../../../../shared/domain/account/account.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'

const ACCOUNT = accountId('A1')
const NOON = Date.UTC(2026, 10, 20, 17, 0, 0)

beforeEach(() => void vi.useFakeTimers({ now: NOON }))
afterEach(() => void vi.useRealTimers())

/** Opens an account whose executions are read, and that had none yet. */
async function openFixture() {
  const reads = { isFailing: false }
  const days = new RealizedDays({
    accounts: () => [{ accountId: ACCOUNT, product: 'securities' } as unknown as Account],
    selected: () => ACCOUNT,
    reads: { positions: () => Promise.resolve(ok({ positions: [], unreadable: [] })) },
    fills: {
      since: () => Promise.resolve(reads.isFailing ? null : []),
      earlier: () => Promise.resolve([]),
      clear: () => undefined,
    },
    records: undefined,
    listings: { multiplierOf: () => Promise.resolve(ok(null)) },
    market: { snapshots: () => Promise.resolve(ok([])) },
    exchangeNow: () => epochMs(Date.now()),
    clock: { now: () => epochMs(Date.now()), monotonic: () => performance.now() },
    timers: systemTimers,
  })
  days.start()
  await vi.advanceTimersByTimeAsync(60_000)
  const moment = (): number | undefined => days.get()[0]?.valuedAt
  return { days, reads, moment }
}

describe('REL-41: what was realized on a day', () => {
  it('is of the moment of the first execution that was not read since', async () => {
    const { days, moment } = await openFixture()
    expect(days.get()).toHaveLength(1)
    expect(moment()).toBeUndefined()
    const changed = vi.fn()
    days.subscribe(changed)
    const filledAt = Date.now()
    days.onFill(ACCOUNT)
    expect(moment()).toBe(filledAt)
    expect(changed).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1_000)
    days.onFill(ACCOUNT)
    expect(moment()).toBe(filledAt)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(moment()).toBeUndefined()
  })

  it('keeps its moment while the executions cannot be read', async () => {
    const { days, reads, moment } = await openFixture()
    reads.isFailing = true
    const filledAt = Date.now()
    days.onFill(ACCOUNT)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(moment()).toBe(filledAt)
  })
})
