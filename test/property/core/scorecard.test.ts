import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openOf, NO_LOTS, tradeLots } from '../../../electron/core/instructions/scorecard/lots.js'
import { scoreOf } from '../../../electron/core/instructions/scorecard/scorecard.js'
import {
  abs,
  add,
  asMoney,
  asQuantity,
  dec,
  decimalText,
  eq,
  fromInteger,
  gte,
  isNegative,
  lte,
  mul,
  sub,
  sum,
  ZERO_MONEY,
} from '../../../shared/domain/decimal.js'
import { symbol } from '../../../shared/domain/ids.js'
import { SCORE_COUNTS } from '../../../shared/domain/instructions/scorecard.js'
import { runs } from '../../harness/system/effort.js'
import {
  TradeHistory,
  draftOf,
  centsText,
} from '../../unit/core/instructions/scorecard/scorecard-fixture.js'

const fill = fc.record({
  side: fc.constantFrom('buy', 'sell', 'short'),
  quantity: fc.integer({ min: 1, max: 50 }),
  cents: fc.integer({ min: 1, max: 50_000 }),
  more: fc.integer({ min: 0, max: 20 }),
  fees: fc.integer({ min: 0, max: 500 }),
  day: fc.integer({ min: 0, max: 6 }),
  symbolName: fc.constantFrom('AAPL', 'MSFT'),
} as const)

test('profit and loss equal cash received minus cash paid plus the value of open positions', () => {
  fc.assert(
    fc.property(
      fc.array(fill, { maxLength: 30 }),
      fc.integer({ min: 1, max: 50_000 }),
      (orders, mark) => {
        const book = new TradeHistory()
        let [cash, fees] = [ZERO_MONEY, ZERO_MONEY]
        const sizes = new Map<string, number>()
        for (const { side, quantity, cents, more, fees: paid, day, symbolName } of orders) {
          const parts = more === 0 ? [quantity] : [quantity, more]
          book.addOrder(
            draftOf({ side, symbol: symbol(symbolName) }),
            parts.map(
              (part) =>
                [day, String(part), centsText(BigInt(cents)), centsText(BigInt(paid))] as const,
            ),
          )
          const units = parts.reduce((total, part) => total + part, 0)
          const moved = asMoney(mul(fromInteger(units), fromInteger(cents, 2)))
          cash = side === 'buy' ? sub(cash, moved) : add(cash, moved)
          fees = add(fees, asMoney(fromInteger(paid, 2)))
          sizes.set(symbolName, (sizes.get(symbolName) ?? 0) + (side === 'buy' ? units : -units))
        }
        for (const symbolName of ['AAPL', 'MSFT']) {
          book.prices.set(symbolName, centsText(BigInt(mark)))
        }
        const score = scoreOf(book.input())
        const left = [...sizes.values()].reduce(
          (total, units) => add(total, asMoney(mul(fromInteger(units), fromInteger(mark, 2)))),
          ZERO_MONEY,
        )
        expect(
          decimalText(sub(add(score.net ?? ZERO_MONEY, ZERO_MONEY), sub(add(cash, left), fees))),
        ).toMatch(/^-?0(\.0+)?$/)
        expect(eq(score.total.fees, fees)).toBe(true)
        for (const { symbol: symbolName, quantity } of score.open) {
          expect(eq(quantity, fromInteger(sizes.get(symbolName) ?? 0))).toBe(true)
        }
        // A day is a part of the whole, and everything belongs to exactly one day.
        for (const name of ['traded', 'fees', 'realised', 'slippage'] as const) {
          expect(eq(sum(score.days.map((day) => day[name])), score.total[name])).toBe(true)
        }
        for (const name of SCORE_COUNTS) {
          expect(score.days.reduce((total, day) => total + day[name], 0)).toBe(score.total[name])
        }
        const {
          sent,
          filled,
          partly,
          working,
          cancelled,
          rejected,
          unknown,
          asked: requested,
        } = score.total
        expect(filled + partly + working + cancelled + rejected + unknown).toBe(sent)
        expect(requested).toBe(orders.length)
        expect(isNegative(score.drawdown)).toBe(false)
      },
    ),
    { numRuns: runs(60, 2_000) },
  )
})

test('dividing lots creates and loses no money', () => {
  const trade = fc.record({
    buy: fc.boolean(),
    quantity: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    value: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })
  fc.assert(
    fc.property(fc.array(trade, { maxLength: 20 }), (trades) => {
      let lots = NO_LOTS
      let [units, cash, realised] = [dec('0'), dec('0'), dec('0')]
      for (const { buy, quantity, value } of trades) {
        const [q, v] = [asQuantity(fromInteger(quantity, 5)), asMoney(fromInteger(value, 4))]
        const before = openOf(lots)
        const done = tradeLots(lots, buy ? 'buy' : 'sell', q, v)
        lots = done.after
        units = buy ? add(units, q) : sub(units, q)
        cash = buy ? sub(cash, v) : add(cash, v)
        realised = add(realised, done.realised ?? dec('0'))
        const { quantity: open, cost } = openOf(lots)
        expect(eq(open, units)).toBe(true)
        // Open lots are at cost: with the realized result they equal all cash that moved.
        expect(eq(add(cash, isNegative(open) ? sub(dec('0'), cost) : cost), realised)).toBe(true)
        expect(gte(cost, dec('0'))).toBe(true)
        if (done.realised === null) expect(lte(abs(before.quantity), abs(open))).toBe(true)
      }
    }),
    { numRuns: runs(150, 5_000) },
  )
})
