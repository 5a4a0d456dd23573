import { describe, expect, it } from 'vitest'
import { european } from '../../../../electron/practice/options/black-scholes.js'
import { impliedVolatility, optionValue } from '../../../../renderer/chart/payoff/option-value.js'
import {
  exactLines,
  payoffEstimate,
  payoffLines,
  resultOn,
  type PayoffLeg,
  type PayoffTerms,
} from '../../../../renderer/chart/payoff/payoff-lines.js'
import { asPrice, dec } from '../../../../shared/domain/decimal.js'

const NOW = Date.parse('2026-11-20T15:00:00Z')

function leg(
  side: 'buy' | 'sell',
  type: 'call' | 'put',
  strike: string,
  mid: string | null,
  expiration = '2026-12-18',
): PayoffLeg {
  return {
    side,
    ratio: 1,
    option: { type, strike: asPrice(dec(strike)), expiration },
    mid: mid === null ? null : dec(mid),
    impliedVolatility: null,
  }
}

const terms = (legs: readonly PayoffLeg[], net: string, spot = '100'): PayoffTerms => ({
  legs,
  net: dec(net),
  units: dec('100'),
  spot: dec(spot),
  now: NOW,
})

describe('the value of an option', () => {
  it('is 7.9656 for a year at the money with a volatility of 20%', () => {
    expect(optionValue({ type: 'call', strike: 100 }, 100, 1, 0.2)).toBeCloseTo(7.9656, 4)
  })

  it('is what the practice exchange computes without interest, for every side of the money', () => {
    for (const type of ['call', 'put'] as const) {
      for (const strike of [60, 95, 100, 105, 180]) {
        for (const [time, volatility] of [
          [0.02, 0.15],
          [0.5, 0.4],
          [2, 1.2],
        ] as const) {
          const right = type === 'call' ? 'CALL' : 'PUT'
          const own = optionValue({ type, strike }, 100, time, volatility)
          const other = european({ right, spot: 100, strike, time, volatility, rate: 0, yield: 0 })
          expect(own).toBeCloseTo(other, 4)
        }
      }
    }
  })

  it('is what it pays once it has expired', () => {
    expect(optionValue({ type: 'call', strike: 40 }, 42, 0, 0.5)).toBe(2)
    expect(optionValue({ type: 'put', strike: 40 }, 42, -1, 0.5)).toBe(0)
  })

  it('gives back the volatility that a price came from', () => {
    for (const volatility of [0.05, 0.2, 0.9, 3]) {
      const value = optionValue({ type: 'put', strike: 95 }, 100, 0.25, volatility)
      const solved = impliedVolatility({ type: 'put', strike: 95 }, 100, 0.25, value)
      expect(solved).toBeCloseTo(volatility, 4)
    }
  })

  it('has no volatility at a price below what it pays, or above the price of the share', () => {
    expect(impliedVolatility({ type: 'call', strike: 90 }, 100, 0.25, 9)).toBeNull()
    expect(impliedVolatility({ type: 'call', strike: 90 }, 100, 0.25, 101)).toBeNull()
  })
})

describe('the lines of a strategy', () => {
  const vertical = [leg('buy', 'call', '100', '3.10'), leg('sell', 'call', '110', '0.60')]

  it('are zero today at the present price when the strategy is bought at its mid', () => {
    const lines = payoffLines(terms(vertical, '2.50'), [])
    expect(lines?.today).not.toBeNull()
    expect(resultOn(lines?.today ?? [], 100)).toBeCloseTo(0, 4)
  })

  it('end at the exact results: the loss below, the gain above, and bend at the strikes', () => {
    const lines = payoffLines(terms(vertical, '2.50'), [])
    expect(resultOn(lines?.end ?? [], 100)).toBeCloseTo(-250, 6)
    expect(resultOn(lines?.end ?? [], 105)).toBeCloseTo(250, 6)
    expect(resultOn(lines?.end ?? [], 110)).toBeCloseTo(750, 6)
    expect(lines?.end.map(({ price }) => price)).toEqual(expect.arrayContaining([100, 110]))
  })

  it('have no line of today while a leg has neither a price nor a volatility', () => {
    const unpriced = [leg('buy', 'call', '100', '3.10'), leg('sell', 'call', '110', null)]
    const lines = payoffLines(terms(unpriced, '2.50'), [])
    expect(lines?.end.length).toBeGreaterThan(2)
    expect(lines?.today).toBeNull()
  })

  it('use the broker’s volatility where the price gives none', () => {
    const known = { ...leg('sell', 'call', '110', null), impliedVolatility: dec('0.3') }
    const lines = payoffLines(terms([leg('buy', 'call', '100', '3.10'), known], '2.50'), [])
    expect(lines?.today).not.toBeNull()
  })

  it('the lines of a calendar gain most at the strike, lose the debit far away, and have two zeros', () => {
    const calendar = terms(
      [leg('sell', 'call', '100', '3.10'), leg('buy', 'call', '100', '5.00', '2027-01-15')],
      '1.90',
    )
    const estimate = payoffEstimate(calendar)
    expect(estimate?.breakEvens).toHaveLength(2)
    const [low = 0, high = 0] = estimate?.breakEvens ?? []
    expect(low).toBeLessThan(100)
    expect(high).toBeGreaterThan(100)
    expect(estimate?.maxLoss).toBeCloseTo(-190, 0)
    const lines = payoffLines(calendar, [])
    expect(resultOn(lines?.end ?? [], 100)).toBeCloseTo(Number(estimate?.maxGain), 0)
    expect(
      payoffEstimate(
        terms(
          [leg('sell', 'call', '100', '3.1'), leg('buy', 'call', '100', null, '2027-01-15')],
          '1',
        ),
      ),
    ).toBeNull()
  })

  it('the lines of exact points are straight between them and go on with the slope', () => {
    const point = (price: string, result: string) => ({ price: dec(price), result: dec(result) })
    const lines = exactLines([point('0', '-200'), point('100', '-200')], dec('100'), [dec('102')])
    expect(lines.today).toBeNull()
    expect(lines.range.from).toBeLessThan(100)
    expect(lines.range.to).toBeGreaterThan(102)
    expect([98, 100, 102, 103].map((price) => resultOn(lines.end, price))).toEqual([
      -200, -200, 0, 100,
    ])
  })

  it('say unlimited where calls sold are more than calls bought', () => {
    const naked = terms(
      [leg('sell', 'call', '110', '0.60'), leg('buy', 'put', '90', '1.00', '2027-01-15')],
      '0.4',
    )
    expect(payoffEstimate(naked)?.maxLoss).toBe('unlimited')
  })
})
