import { describe, expect, it } from 'vitest'
import { optionFees } from '../../../../../electron/practice/exchange/products/options/option-fees.js'
import { legPart } from '../../../../../electron/practice/exchange/products/options/option-portfolio.js'
import type { OrderTerms } from '../../../../../electron/practice/exchange/orders/order.js'
import { UNIT_SIZE } from '../../../../../electron/practice/model/units.js'

type Leg = NonNullable<OrderTerms['option']>['legs'][number]

/** Returns the terms of an order of `units` with one sold leg of `contracts`. */
const termsOf = (contracts: number, units: number): OrderTerms =>
  ({
    side: 'SELL',
    size: units * UNIT_SIZE,
    option: {
      legs: [
        { side: 'SELL', size: contracts * UNIT_SIZE, instrumentType: 'OPTION', style: 'AMERICAN' },
      ],
    },
  }) as unknown as OrderTerms

/** Contracts of a leg and units of its order whose quotient has no end in binary. */
const PAIRS = [
  [5_000, 7],
  [20_000, 7],
  [41, 5],
  [83, 5],
] as const

describe('fees of options', () => {
  it('are those of the contracts traded, whatever part of the order they are', () => {
    for (const [contracts, units] of PAIRS) {
      const terms = termsOf(contracts, units)
      const { taf } = optionFees(terms, 0, terms.size)
      // 0.00279 dollars a contract, up to the next cent.
      expect(taf).toBe(Number((BigInt(contracts) * 279n + 999n) / 1_000n))
    }
  })

  it('are charged on legs whose parts add up to the leg', () => {
    for (const [contracts, units] of PAIRS) {
      const terms = termsOf(contracts, units)
      const [leg] = terms.option?.legs ?? []
      expect(legPart(leg as Leg, terms.size, terms.size)).toBe(-contracts * UNIT_SIZE)
    }
  })
})
