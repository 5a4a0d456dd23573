import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  strategyOf,
  type Shape,
} from '../../../electron/practice/exchange/products/options/option-strategies.js'
import { asPrice, dec, decimalText, type Decimal } from '../../../shared/domain/decimal.js'
import { recognizeStrategy, type StrategyLeg } from '../../../shared/domain/orders/strategies.js'
import { strategyPayoff } from '../../../shared/domain/orders/strategy-payoff.js'

const DAYS = ['2026-12-18', '2027-01-15'] as const
const strikes = fc.integer({ min: 1, max: 8 }).map((step) => step * 5)
const legs = (days: readonly string[]) =>
  fc.uniqueArray(
    fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      ratio: fc.integer({ min: 1, max: 3 }),
      type: fc.constantFrom('call' as const, 'put' as const),
      strike: strikes,
      expiration: fc.constantFrom(...days),
    }),
    {
      minLength: 1,
      maxLength: 4,
      selector: ({ type, strike, expiration }) => `${type} ${strike} ${expiration}`,
    },
  )
interface Leg {
  readonly side: 'buy' | 'sell'
  readonly ratio: number
  readonly type: 'call' | 'put'
  readonly strike: number
  readonly expiration: string
}

const strategyLeg = ({ side, ratio, type, strike, expiration }: Leg): StrategyLeg => ({
  side,
  ratio,
  option: { type, strike: asPrice(dec(String(strike))), expiration },
})
const number = (value: Decimal): number => Number(decimalText(value))

/** The result in cents at a price in cents, in plain integer arithmetic. */
const expected = (all: readonly Leg[], netCents: number, price: number): number =>
  100 *
  (all.reduce((sum, { side, ratio, type, strike }) => {
    const inTheMoney = type === 'call' ? price - strike * 100 : strike * 100 - price
    return sum + (side === 'buy' ? 1 : -1) * ratio * Math.max(0, inTheMoney)
  }, 0) -
    netCents)

describe('the payoff of a strategy at expiration', () => {
  test('is a straight line between its points, with gain, loss and break-evens of that line', () => {
    fc.assert(
      fc.property(legs(DAYS.slice(0, 1)), fc.integer({ min: -2_000, max: 2_000 }), (all, net) => {
        const payoff = strategyPayoff(all.map(strategyLeg), dec(String(net / 100)), dec('100'))
        if (payoff === null) throw new Error('one day has a payoff')
        for (const { price, result } of payoff.points) {
          expect(Math.round(number(result) * 100)).toBe(expected(all, net, number(price) * 100))
        }
        // Far above every strike the line goes on with its slope.
        const [far, farther] = [100_000, 110_000].map((price) => expected(all, net, price))
        expect(number(payoff.slope) * 100 * 100).toBe((farther ?? 0) - (far ?? 0))
        const sampled = Array.from({ length: 900 }, (_, index) => expected(all, net, index * 10))
        const { maxGain, maxLoss } = payoff
        const slope = number(payoff.slope)
        expect(maxGain === 'unlimited').toBe(slope > 0)
        expect(maxLoss === 'unlimited').toBe(slope < 0)
        const cents = (value: Decimal): number => Math.round(number(value) * 100)
        if (maxGain !== 'unlimited') expect(cents(maxGain)).toBe(Math.max(...sampled))
        if (maxLoss !== 'unlimited') expect(cents(maxLoss)).toBe(Math.min(...sampled))
        for (const breakEven of payoff.breakEvens) {
          expect(Math.abs(expected(all, net, number(breakEven) * 100))).toBeLessThan(100 * 12)
        }
        const changes = sampled.filter(
          (value, index) => index > 0 && value * (sampled[index - 1] ?? 0) < 0,
        )
        expect(payoff.breakEvens.length).toBeGreaterThanOrEqual(changes.length)
      }),
    )
  })

  test('is not given for legs that expire on different days', () => {
    const calendar: readonly Leg[] = DAYS.map((expiration, index) => ({
      side: index === 0 ? 'sell' : 'buy',
      ratio: 1,
      type: 'call',
      strike: 10,
      expiration,
    }))
    expect(strategyPayoff(calendar.map(strategyLeg), dec('1'), dec('100'))).toBeNull()
  })
})

describe('the name of a strategy', () => {
  test('the name of a strategy and its side equal what the practice exchange accepts', () => {
    fc.assert(
      fc.property(legs(DAYS), (all) => {
        const shapes = (sign: 1 | -1): Shape[] =>
          all.map(({ side, ratio, type, strike, expiration }) => ({
            right: type === 'call' ? 'CALL' : 'PUT',
            strike: strike * 10_000,
            expiry: expiration,
            ratio: sign * (side === 'buy' ? ratio : -ratio),
          }))
        const bought = strategyOf(shapes(1))
        const named = recognizeStrategy(all.map(strategyLeg))
        const name = bought ?? strategyOf(shapes(-1))
        expect(named?.strategy ?? null).toBe(name?.toLowerCase().replaceAll('_', '-') ?? null)
        if (named !== null) expect(named.side).toBe(bought === null ? 'sell' : 'buy')
      }),
      { numRuns: 3_000 },
    )
  })
})
