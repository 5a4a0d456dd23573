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

/** When the account was asked about, in seconds after the start. */
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
    market: { quotes: { get: () => undefined, onQuote: nothing } as never, hold: nothing },
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

describe('looks at what an account holds', () => {
  test('nothing happens: every thirty seconds', async () => {
    const { queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    expect(queriedAt).toEqual([30, 60])
  })

  test('after a fill: soon, and when the books have followed', async () => {
    const { portfolio, queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    portfolio.onAccountChanged(ACC)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(queriedAt).toEqual([10.4, 13.4])
  })

  test('a look that is due after a fill stands for the regular one: two at once would keep others from reading', async () => {
    const { portfolio, queriedAt } = await openFixture()
    await vi.advanceTimersByTimeAsync(27.5 * SECOND)
    portfolio.onAccountChanged(ACC)
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    expect(queriedAt).toEqual([27.9, 30.9, 60])
  })

  test('an order that fills in many parts takes no more than the account’s reads, and is never eight seconds old on the screen', async () => {
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
    // The last part came at 99.8 s: one look soon after it, and one when the books have followed.
    expect(queriedAt.filter((seconds) => seconds > 99.8)).toHaveLength(2)
  })
})
