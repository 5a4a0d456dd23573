import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  decimalText,
  mul,
  neg,
  sub,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  optionFixture,
  type OptionFixture,
} from '../../../unit/practice/exchange/options/option-fixture.js'
import { runs } from '../../../harness/system/effort.js'
import {
  accountOf,
  cents,
  contractOf,
  KO,
  placeAndCompare,
  shape,
  turned,
  type Shape,
} from './option-effect-fixture.js'

type Right = 'CALL' | 'PUT'
/** The expirations that an option is rolled from and to. */
const [NEAR, FAR] = [2, 5]

const single = (right: Right, steps: number, side: 'BUY' | 'SELL'): Shape =>
  shape('single', 'SINGLE', side, [right, steps, side, 1, NEAR])

/** Rolls a held option: a long one as a calendar is bought, a short one as it is sold. */
function roll(right: Right, steps: number, moved: number, side: 'BUY' | 'SELL'): Shape {
  const [strategy, wire] =
    moved === 0 ? (['calendar', 'CALENDAR'] as const) : (['diagonal', 'DIAGONAL'] as const)
  const bought = shape(
    strategy,
    wire,
    'BUY',
    [right, steps, 'SELL', 1, NEAR],
    [right, steps + moved, 'BUY', 1, FAR],
  )
  return side === 'BUY' ? bought : turned(bought)
}

const rolls = fc.record({
  right: fc.constantFrom<Right>('CALL', 'PUT'),
  steps: fc.integer({ min: -2, max: 2 }),
  moved: fc.integer({ min: -1, max: 1 }),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  held: fc.integer({ min: 1, max: 4 }),
  rolled: fc.integer({ min: 1, max: 4 }),
  shares: fc.constantFrom(0, 150, 300),
})

type Compared = NonNullable<ReturnType<typeof placeAndCompare>>

function compare({ before, after, effect }: Compared): void {
  expect(cents(effect.power.after)).toBe(cents(after.power))
  expect(cents(add(effect.cash ?? ZERO, neg(effect.fees ?? ZERO)))).toBe(
    cents(sub(after.cash, before.cash)),
  )
  for (const change of effect.changes) {
    const held = after.positions.find(
      ({ legs }) => legs?.[0]?.symbol === change.key?.replace('option ', ''),
    )
    expect(decimalText(trim(change.after))).toBe(decimalText(trim(held?.quantity ?? ZERO)))
  }
}

/** Returns cash and positions of the underlying, which other transfers do not change. */
const valueOf = ({ cash, positions }: ReturnType<typeof accountOf>): Decimal =>
  positions
    .filter((position) => position.symbol.startsWith(KO))
    .reduce(
      (total, { quantity, lastPrice, multiplier }) =>
        add(total, mul(mul(quantity, lastPrice ?? ZERO), multiplier ?? ZERO)),
      cash,
    )

/** Runs the market to the end of a contract, and some minutes further. */
function expire(fixture: OptionFixture, day: string): void {
  fixture.skip(exchangeInstant(day, 15 * 60 + 59))
  fixture.to(epochMs(fixture.now + 5 * 60_000))
}

describe('REL-47: the effect of a roll', () => {
  it('is told as the account shows it after the fill, whatever part of a position is rolled', () => {
    let [compared, complete, covered] = [0, 0, 0]
    fc.assert(
      fc.property(rolls, ({ right, steps, moved, side, held, rolled, shares }) => {
        const fixture = optionFixture('rel-047-roll')
        if (shares > 0) fixture.buyShares(KO, shares)
        const opened = placeAndCompare(fixture, { shape: single(right, steps, side), units: held })
        if (opened === null) return
        compare(opened)
        const result = placeAndCompare(fixture, {
          shape: roll(right, steps, moved, side),
          units: rolled,
        })
        if (result === null) return
        compared += 1
        compare(result)
        if (rolled <= held) {
          complete += 1
          expect(result.effect.kind).toBe('roll')
          const isCovered = right === 'CALL' && side === 'SELL' && shares >= held * 100
          if (isCovered) {
            covered += 1
            expect(result.effect.maxLoss).not.toBe('unlimited')
            expect(Number(result.effect.cover?.shares)).toBe(rolled * 100)
          }
        } else expect(result.effect.kind).toBe('mixed')
      }),
      { numRuns: runs(30, 300), seed: 47 },
    )
    expect(compared).toBeGreaterThan(10)
    expect(complete).toBeGreaterThan(5)
    expect(covered).toBeGreaterThan(0)
  })
})

/** Calendars and diagonals; two that would be sold for a debit have no price to trade at. */
const CALENDARS = (
  [
    ['CALL', -1, 'BUY'],
    ['CALL', -1, 'SELL'],
    ['CALL', 0, 'BUY'],
    ['CALL', 0, 'SELL'],
    ['CALL', 1, 'BUY'],
    ['PUT', -1, 'BUY'],
    ['PUT', 0, 'BUY'],
    ['PUT', 0, 'SELL'],
    ['PUT', 1, 'BUY'],
    ['PUT', 1, 'SELL'],
  ] as const
).map(([right, moved, side]) => [right, moved, side, roll(right, 0, moved, side)] as const)

describe('REL-47: the ends of a calendar', () => {
  it.each(CALENDARS)(
    'the ends of %s %i %s bound what the account shows at its first expiration',
    (_right, _moved, side, calendar) => {
      let compared = 0
      for (const seed of ['one', 'two', 'three']) {
        const fixture = optionFixture(`rel-047-${seed}`)
        const result = placeAndCompare(fixture, { shape: calendar, units: 2 })
        if (result === null) continue
        compared += 1
        const { before, effect } = result
        const near = contractOf(fixture, calendar.parts[0]!)
        expire(fixture, near.expiry.day)
        const made = Number(sub(valueOf(accountOf(fixture)), valueOf(before)))
        const { maxLoss, maxGain } = effect
        expect(maxLoss).not.toBeNull()
        if (maxLoss !== 'unlimited') expect(-made).toBeLessThanOrEqual(Number(maxLoss) + 0.01)
        if (maxGain !== null && maxGain !== 'unlimited') {
          expect(made).toBeLessThanOrEqual(Number(maxGain) + 0.01)
        }
        // Only a sold calendar has a known end: the bought option never outlives the sold one.
        expect(maxGain !== null).toBe(side === 'SELL')
      }
      expect(compared).toBeGreaterThan(0)
    },
  )
})
