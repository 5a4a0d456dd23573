import { describe, expect, it } from 'vitest'
import {
  cashNeed,
  marginNeed,
  nakedContracts,
  type OptionHolding,
  type Portfolio,
} from '../../../../../electron/practice/exchange/products/options/option-margin.js'

const DOLLAR = 10_000
const option = (
  right: 'CALL' | 'PUT',
  strike: number,
  contracts: number,
  mark: number,
  over: Partial<OptionHolding> = {},
): OptionHolding => ({
  underlying: 'X',
  right,
  strike: strike * DOLLAR,
  expiry: '2026-12-18',
  contracts,
  mark: mark * DOLLAR,
  spot: 100 * DOLLAR,
  broad: false,
  ...over,
})
const portfolio = (options: readonly OptionHolding[], shares = 0): Portfolio => ({
  options,
  shares: new Map([['X', shares]]),
})
/** Returns the requirement in whole dollars. */
const need = (options: readonly OptionHolding[], shares = 0): number =>
  marginNeed(portfolio(options, shares)) / 100

describe('the margin of short options (FINRA rule 4210)', () => {
  it('uncovered is their value plus 20% of the underlying less the out-of-money part, min 10%', () => {
    expect(need([option('CALL', 105, -1, 2)])).toBe(200 + 2_000 - 500)
    expect(need([option('CALL', 130, -1, 0.1)])).toBe(10 + 1_000)
    expect(need([option('PUT', 80, -1, 0.2)])).toBe(20 + 800)
    expect(need([option('PUT', 95, -3, 1)])).toBe(3 * (100 + 2_000 - 500))
    expect(need([option('PUT', 95, -1, 1, { broad: true })])).toBe(100 + 1_500 - 500)
  })

  it('covered by shares is zero out of the money, otherwise half of the in-the-money amount', () => {
    expect(need([option('CALL', 105, -1, 2)], 100)).toBe(0)
    expect(need([option('CALL', 90, -1, 11)], 100)).toBe(500)
    expect(need([option('CALL', 105, -2, 2)], 199)).toBe(200 + 2_000 - 500)
    expect(need([option('PUT', 95, -1, 1)], -100)).toBe(0)
  })

  it('the margin of a spread is the maximum loss', () => {
    expect(need([option('CALL', 105, -1, 2), option('CALL', 110, 1, 1)])).toBe(500)
    expect(need([option('CALL', 105, 1, 2), option('CALL', 110, -1, 1)])).toBe(0)
    expect(need([option('PUT', 95, -2, 1), option('PUT', 90, 2, 0.5)])).toBe(1_000)
    // A long option that expires earlier covers nothing.
    expect(
      need([option('CALL', 105, -1, 2, { expiry: '2027-01-15' }), option('CALL', 105, 1, 1)]),
    ).toBe(200 + 2_000 - 500)
    expect(
      need([option('CALL', 105, -1, 2), option('CALL', 105, 1, 3, { expiry: '2027-01-15' })]),
    ).toBe(0)
  })

  it('the margin of a butterfly or condor that was bought is nothing, and sold its width', () => {
    const wings = (side: 1 | -1) => [
      option('CALL', 95, side, 6),
      option('CALL', 100, -2 * side, 3),
      option('CALL', 105, side, 1),
    ]
    expect(need(wings(1))).toBe(0)
    expect(need(wings(-1))).toBe(500)
    expect(
      need([
        option('PUT', 105, 3, 6),
        option('PUT', 100, -3, 3),
        option('PUT', 95, -3, 1),
        option('PUT', 90, 3, 0.4),
      ]),
    ).toBe(0)
    // A broken wing needs what it can lose.
    expect(
      need([option('CALL', 95, 1, 6), option('CALL', 100, -2, 3), option('CALL', 110, 1, 1)]),
    ).toBe(500)
  })

  it('the margin on both sides is the larger side, plus the value of the other where uncovered', () => {
    expect(
      need([
        option('CALL', 105, -1, 2),
        option('CALL', 110, 1, 1),
        option('PUT', 95, -1, 1),
        option('PUT', 88, 1, 0.3),
      ]),
    ).toBe(700)
    expect(need([option('CALL', 100, -1, 3), option('PUT', 100, -1, 2.8)])).toBe(300 + 2_000 + 280)
  })

  it('the margin in a cash account is the whole price of the shares that may have to be bought', () => {
    expect(
      cashNeed(
        portfolio(
          [option('PUT', 95, -2, 1), option('CALL', 105, -1, 1), option('PUT', 90, 1, 1)],
          100,
        ),
      ) / 100,
    ).toBe(19_000)
  })

  it('counts uncovered contracts', () => {
    expect(
      nakedContracts(
        portfolio([option('CALL', 105, -3, 2), option('CALL', 120, 1, 1)], 100),
        'X',
        'CALL',
      ),
    ).toBe(1)
    expect(nakedContracts(portfolio([option('PUT', 95, -1, 2)]), 'X', 'PUT')).toBe(1)
    expect(nakedContracts(portfolio([option('PUT', 95, -1, 2)]), 'Y', 'PUT')).toBe(0)
  })
})
