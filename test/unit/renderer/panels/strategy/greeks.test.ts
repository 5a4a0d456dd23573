import { describe, expect, it } from 'vitest'
import { strategyGreeks } from '../../../../../renderer/panels/strategy/greeks.js'
import type { BuilderLeg } from '../../../../../renderer/stores/submit/strategy.js'
import { dec, decimalText } from '../../../../../shared/domain/decimal.js'
import type { Symbol } from '../../../../../shared/domain/ids.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'

const AAPL = 'AAPL' as Symbol
const NEAR = 'AAPL261218C00280000' as Symbol
const FAR = 'AAPL261218C00290000' as Symbol

const quotes: Readonly<Record<string, Partial<Quote>>> = {
  [NEAR]: { option: figures('0.55', '0.02', '-0.11', '0.30') },
  [FAR]: { option: figures('0.30', '0.018', '-0.09', '0.25') },
}

function figures(delta: string, gamma: string, theta: string, vega: string): Quote['option'] {
  return {
    openInterest: null,
    impliedVolatility: null,
    delta: dec(delta),
    gamma: dec(gamma),
    theta: dec(theta),
    vega: dec(vega),
  }
}

const quoteOf = (symbol: Symbol): Quote | undefined => quotes[symbol] as Quote | undefined
const leg = (symbol: Symbol, side: 'buy' | 'sell', ratio = 1): BuilderLeg => ({
  symbol,
  underlying: AAPL,
  side,
  ratio,
})
const written = (legs: readonly BuilderLeg[], units: string) =>
  Object.values(strategyGreeks(legs, dec(units), quoteOf)).map((value) =>
    value === null ? null : decimalText(value),
  )

describe('the greeks of a strategy', () => {
  it('add up with the sign of the side, the ratio, the multiplier and the units', () => {
    const legs = [leg(NEAR, 'buy'), leg(FAR, 'sell', 2)]
    expect(written(legs, '3').map(Number)).toEqual([-15, -4.8, 21, -60])
  })

  it('count a share as a delta of one', () => {
    expect(written([leg(AAPL, 'buy'), leg(NEAR, 'sell')], '1').map(Number)).toEqual([
      45, -2, 11, -30,
    ])
  })

  it('are not known while a leg has none', () => {
    expect(written([leg('AAPL261218P00280000' as Symbol, 'buy')], '1')).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
