import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookTrade, NOTHING_HELD } from '../../../electron/core/portfolio/average-cost.js'
import { bookExecution, openPosition } from '../../../electron/practice/ledger/position.js'
import { asMoney, asQuantity, fromInteger, toInteger } from '../../../shared/domain/decimal.js'

const asset = {
  product: 'EQUITY',
  symbol: 'AAPL',
  outcome: null,
  scale: { price: 4, size: 5, multiplier: 1 },
} as const

const trade = fc.record({
  size: fc.integer({ min: -40, max: 40 }).filter((size) => size !== 0),
  /** Cents. */
  price: fc.integer({ min: 1, max: 60_000 }),
})

describe('what closing realizes at average cost', () => {
  it('equals the ledger of the exchange to the cent, however often a part is closed', () => {
    fc.assert(
      fc.property(fc.array(trade, { minLength: 1, maxLength: 30 }), (trades) => {
        const position = openPosition('P1', asset, 0)
        let atCost = NOTHING_HELD
        let total = 0
        for (const { size, price } of trades) {
          bookExecution(position, size * 100_000, -size * price)
          const booked = bookTrade(atCost, {
            quantity: asQuantity(fromInteger(size)),
            value: asMoney(fromInteger(size * price, 2)),
          })
          atCost = booked.held
          total += Number(toInteger(booked.gain ?? asMoney(fromInteger(0)), 2))
          expect(total).toBe(position.realized)
          expect(Number(toInteger(atCost.cost!, 2))).toBe(position.cost)
        }
      }),
      { numRuns: 300 },
    )
  })
})
