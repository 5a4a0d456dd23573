import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPortfolio } from '../../../../electron/core/portfolio/portfolio.js'
import type { Account, Balance } from '../../../../shared/domain/account/account.js'
import { accountId } from '../../../../shared/domain/ids.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'

const ACC = accountId('ACC1')
const SECOND = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opens a portfolio and records when the account was queried, in seconds after the start. */
async function openFixture() {
  const startedAt = performance.now()
  const queriedAt: number[] = []
  const nothing = () => () => undefined
  const portfolio = createPortfolio({
    portfolio: {
      accounts: () =>
        Promise.resolve(ok([{ accountId: ACC, product: 'securities' } as unknown as Account])),
      positions: () => {
        queriedAt.push(Math.round((performance.now() - startedAt) / 100) / 10)
        return Promise.resolve(ok([]))
      },
      balance: () => Promise.resolve(ok({ currency: 'USD' } as Balance)),
    },
    market: {
      quotes: { get: () => undefined, onQuote: nothing } as never,
      hold: nothing,
      onHealth: nothing,
    },
    listings: { multiplierOf: () => Promise.resolve(ok(null)) },
    clock: { now: () => epochMs(Date.now()), monotonic: () => performance.now() },
    timers: {
      after: (ms: number, call: () => void) => {
        const timer = setTimeout(call, ms)
        return () => clearTimeout(timer)
      },
      every: (ms: number, call: () => void) => {
        const timer = setInterval(call, ms)
        return () => clearInterval(timer)
      },
    } as never,
  })
  await portfolio.load()
  portfolio.start()
  await vi.advanceTimersByTimeAsync(0)
  queriedAt.length = 0
  return { portfolio, queriedAt }
}

describe('polling of the account', () => {
  test('happens every 30 seconds without other events', async () => {
    const { queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    expect(queriedAt).toEqual([30, 60])
  })

  test("happens shortly after a fill, and again when the broker's books have caught up", async () => {
    const { portfolio, queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    portfolio.onAccountChanged(ACC)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(queriedAt).toEqual([10.4, 13.4])
  })

  test('skips the regular query when one is due after a fill, to save the read budget', async () => {
    const { portfolio, queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(27.5 * SECOND)
    portfolio.onAccountChanged(ACC)
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    expect(queriedAt).toEqual([27.9, 30.9, 60])
  })

  test('stays within the read budget for an order with many fills, and is never 8 s old', async () => {
    const { portfolio, queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    queriedAt.length = 0
    for (let part = 0; part < 300; part += 1) {
      portfolio.onAccountChanged(ACC)
      await vi.advanceTimersByTimeAsync(0.2 * SECOND)
    }
    const during = [...queriedAt]
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(during.slice(0, 2)).toEqual([40.4, 41.9])
    for (const [index, seconds] of queriedAt.entries()) {
      expect(seconds - (queriedAt[index - 6] ?? -1_000)).toBeGreaterThanOrEqual(30)
      expect(seconds - (queriedAt[index - 1] ?? 40)).toBeLessThan(8)
    }
    // The last fill came at 99.8 s: one query shortly after it, and one when the books have caught
    // up.
    expect(queriedAt.filter((seconds) => seconds > 99.8)).toHaveLength(2)
  })
})
