import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Portfolio } from '../../../../electron/core/portfolio/portfolio.js'
import type { Account, Balance, Position } from '../../../../shared/domain/account/account.js'
import { asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'

const ACC = accountId('ACC1')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Opens a portfolio with one position; returns when it was published, and a price of it. */
async function openFixture() {
  const prices = createEmitter<Quote>()
  const position = {
    accountId: ACC,
    positionId: 'P1',
    assetClass: 'stock',
    symbol: 'SPY',
    quantity: asQuantity(dec('1')),
    legs: [],
    lastPrice: asPrice(dec('1')),
  } as unknown as Position
  const after = (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  }
  const portfolio = new Portfolio({
    portfolio: {
      accounts: () =>
        Promise.resolve(ok([{ accountId: ACC, product: 'securities' } as unknown as Account])),
      positions: () => Promise.resolve(ok({ positions: [position], unreadable: [] })),
      balance: () => Promise.resolve(ok({ currency: 'USD', currencies: [] } as unknown as Balance)),
    },
    market: {
      quotes: {
        get: () => undefined,
        prices: () => undefined,
        symbols: () => [],
        onQuote: (listener: (quote: Quote) => void) => prices.add(listener),
      } as never,
      hold: () => () => undefined,
      onHealth: () => () => undefined,
    },
    listings: { multiplierOf: () => Promise.resolve(ok(null)) },
    clock: { now: () => epochMs(Date.now()), monotonic: () => performance.now() },
    timers: { after, every: () => () => undefined } as never,
    onPositionsUnknown: () => undefined,
  })
  await portfolio.load()
  portfolio.start()
  await vi.advanceTimersByTimeAsync(5_000)
  const published: number[] = []
  const startedAt = performance.now()
  portfolio.positions.subscribe(() => published.push(Math.round(performance.now() - startedAt)))
  const outdated: string[] = []
  portfolio.positions.onOutdated?.(() => outdated.push('positions'))
  portfolio.balance.onOutdated?.(() => outdated.push('balance'))
  const read = () => void portfolio.positions.get()
  return { published, outdated, read, quote: () => prices.emit({ symbol: symbol('SPY') } as Quote) }
}

test('P16: a position changes with its price, in the same frame of the window', async () => {
  const { published, quote } = await openFixture()
  quote()
  await vi.advanceTimersByTimeAsync(5)
  expect(published).toEqual([3])
})

test('P16: many prices publish the positions a dozen times a second, and the last one is not lost', async () => {
  const { published, quote } = await openFixture()
  for (let change = 0; change < 100; change += 1) {
    quote()
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(published.length).toBeGreaterThan(10)
  expect(published.length).toBeLessThanOrEqual(14)
  expect(published.at(-1)).toBeGreaterThan(990)
})

test('REL-41: a position is out of date with its first price, so that it leaves with the quote', async () => {
  const { outdated, quote, read } = await openFixture()
  quote()
  quote()
  expect(outdated).toEqual(['positions', 'balance'])
  read()
  quote()
  expect(outdated).toHaveLength(4)
})
