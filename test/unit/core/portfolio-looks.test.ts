import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPortfolio } from '../../../electron/core/portfolio/portfolio.js'
import type { Account, Balance } from '../../../shared/domain/account.js'
import { accountId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'

const ACC = accountId('ACC1')
const SECOND = 1_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** When the account was asked about, in seconds after the start. */
async function rig() {
  const began = performance.now()
  const asked: number[] = []
  const nothing = () => () => undefined
  const portfolio = createPortfolio({
    portfolio: {
      accounts: () =>
        Promise.resolve(ok([{ accountId: ACC, product: 'securities' } as unknown as Account])),
      positions: () => {
        asked.push(Math.round((performance.now() - began) / 100) / 10)
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
  asked.length = 0
  return { portfolio, asked }
}

describe('looks at what an account holds', () => {
  test('nothing happens: every thirty seconds', async () => {
    const { asked } = await rig()
    await vi.advanceTimersByTimeAsync(61 * SECOND)
    expect(asked).toEqual([30, 60])
  })

  test('after a fill: soon, and when the books have followed', async () => {
    const { portfolio, asked } = await rig()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    portfolio.touched(ACC)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(asked).toEqual([10.4, 13.4])
  })

  test('a look that is due after a fill stands for the regular one: two at once would keep others from reading', async () => {
    const { portfolio, asked } = await rig()
    await vi.advanceTimersByTimeAsync(27.5 * SECOND)
    portfolio.touched(ACC)
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    expect(asked).toEqual([27.9, 30.9, 60])
  })

  test('an order that fills in many parts takes no more than the account’s reads, and is never eight seconds old on the screen', async () => {
    const { portfolio, asked } = await rig()
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    asked.length = 0
    for (let part = 0; part < 300; part += 1) {
      portfolio.touched(ACC)
      await vi.advanceTimersByTimeAsync(0.2 * SECOND)
    }
    const during = [...asked]
    await vi.advanceTimersByTimeAsync(15 * SECOND)
    expect(during.slice(0, 2)).toEqual([40.4, 41.9])
    for (const [index, at] of asked.entries()) {
      expect(at - (asked[index - 6] ?? -1_000)).toBeGreaterThanOrEqual(30)
      expect(at - (asked[index - 1] ?? 40)).toBeLessThan(8)
    }
    // The last part came at 99.8 s: one look soon after it, and one when the books have followed.
    expect(asked.filter((at) => at > 99.8)).toHaveLength(2)
  })
})
