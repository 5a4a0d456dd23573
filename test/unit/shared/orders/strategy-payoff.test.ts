import { describe, expect, it } from 'vitest'
import { asPrice, dec, decimalText } from '../../../../shared/domain/decimal.js'
import type { StrategyLeg } from '../../../../shared/domain/orders/strategies.js'
import { strategyPayoff } from '../../../../shared/domain/orders/strategy-payoff.js'

/** "buy 1 call 50"; "buy 1 shares" are the shares of one contract. */
function leg(text: string): StrategyLeg {
  const [side, ratio, type, strike] = text.split(' ')
  if (side !== 'buy' && side !== 'sell') throw new Error(text)
  const size = { side, ratio: Number(ratio) } as const
  if (type !== 'put' && type !== 'call') return { ...size, option: null }
  const option = { type, strike: asPrice(dec(strike ?? '')), expiration: '2026-12-18' } as const
  return { ...size, option }
}

const payoffOf = (net: string, ...legs: readonly string[]) =>
  strategyPayoff(legs.map(leg), dec(net), dec('100'))
const breakEvens = (net: string, ...legs: readonly string[]) =>
  payoffOf(net, ...legs)?.breakEvens.map((price) => Number(decimalText(price)))

describe('the break-even prices of a strategy', () => {
  it.each([
    ['a call, beyond its strike', '2', ['buy 1 call 50'], [52]],
    ['a straddle, on both sides', '5', ['buy 1 call 50', 'buy 1 put 50'], [45, 55]],
    ['a spread, between its strikes', '2', ['buy 1 call 50', 'sell 1 call 55'], [52]],
    ['a covered call, below the strike', '45', ['buy 1 shares', 'sell 1 call 50'], [45]],
    ['a spread that only touches zero, once', '10', ['buy 1 call 40', 'sell 2 call 50'], [50]],
    ['a call that brought money, nowhere', '-2', ['buy 1 call 50'], []],
    ['a spread that can only lose, nowhere', '6', ['buy 1 call 50', 'sell 1 call 55'], []],
  ])('are those of %s', (_title, net, legs, prices) => {
    expect(breakEvens(net, ...legs)).toEqual(prices)
  })
})

describe('the points of a payoff', () => {
  it('name each strike once, in ascending order', () => {
    const payoff = payoffOf('1', 'buy 1 put 50', 'sell 1 call 45', 'buy 1 call 50')
    expect(payoff?.points.map(({ price }) => Number(decimalText(price)))).toEqual([0, 45, 50])
  })

  it('count shares as what one contract delivers', () => {
    const payoff = payoffOf('45', 'buy 1 shares', 'sell 1 call 50')
    expect(payoff?.points.map(({ result }) => Number(decimalText(result)))).toEqual([-4500, 500])
  })

  it('do not exist without a leg', () => {
    expect(payoffOf('0')).toBeNull()
  })
})
