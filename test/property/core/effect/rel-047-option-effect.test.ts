import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  dec,
  decimalText,
  mul,
  neg,
  sub,
  trim,
  ZERO,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { optionFixture } from '../../../unit/practice/exchange/options/option-fixture.js'
import { runs } from '../../../harness/system/effort.js'
import { cents, expiryValue, KO, placeAndCompare, SHAPES, turned } from './option-effect-fixture.js'

const orders = fc.array(
  fc.record({
    index: fc.nat(SHAPES.length - 1),
    units: fc.integer({ min: 1, max: 3 }),
    turned: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

describe('REL-47: the effect of an option order', () => {
  it('is told as the account shows it after the fill, with whatever is held', () => {
    let compared = 0
    let withShares = false
    fc.assert(
      fc.property(orders, fc.boolean(), (chosen, hasShares) => {
        const fixture = optionFixture('rel-047')
        if (hasShares) fixture.buyShares(KO, 150)
        for (const { index, units, turned: isTurned } of chosen) {
          const found = SHAPES[index] ?? SHAPES[0]!
          const result = placeAndCompare(fixture, {
            shape: isTurned ? turned(found) : found,
            units,
          })
          if (result === null) continue
          compared += 1
          withShares ||= hasShares
          const { before, after, effect } = result
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
      }),
      { numRuns: runs(20, 300), seed: 47 },
    )
    expect(compared).toBeGreaterThan(20)
    expect(withShares).toBe(true)
  })

  it.each(SHAPES.map((found, index) => [index, found.strategy, found.side] as const))(
    'shows the worst and the best end of strategy %i (%s, %s) that is opened',
    (index) => {
      const fixture = optionFixture('rel-047')
      const result = placeAndCompare(fixture, { shape: SHAPES[index]!, units: 2 })
      if (result === null) throw new Error('not filled')
      const { before, after, effect } = result
      // What the later option of a calendar is worth at the first expiration is not known.
      if (SHAPES[index]?.strategy === 'calendar') return
      expect(effect.maxLoss).not.toBeNull()
      expect(effect.maxGain).not.toBeNull()
      const prices = Array.from({ length: 400 }, (_unused, step) => dec((step / 2).toFixed(1)))
      const ends = prices.map((price) =>
        Number(decimalText(add(sub(after.cash, before.cash), expiryValue(after.positions, price)))),
      )
      const [worst, best] = [Math.min(...ends), Math.max(...ends)]
      if (effect.maxLoss !== 'unlimited') expect(Number(effect.maxLoss)).toBeCloseTo(-worst, 2)
      if (effect.maxGain !== 'unlimited') expect(Number(effect.maxGain)).toBeCloseTo(best, 2)
    },
  )

  it('tells what closing makes final: what was received, less what it cost, less fees', () => {
    const fixture = optionFixture('rel-047')
    const vertical = SHAPES[4]!
    expect(placeAndCompare(fixture, { shape: vertical, units: 2 })).not.toBeNull()
    const result = placeAndCompare(fixture, { shape: turned(vertical), units: 2 })
    if (result === null) throw new Error('not filled')
    const { before, after, effect } = result
    const basis = before.positions.reduce<Decimal>(
      (sum, { averageCost, quantity }) =>
        add(sum, mul(mul(averageCost ?? ZERO, quantity), dec('100'))),
      ZERO,
    )
    expect(effect).toMatchObject({ kind: 'close', maxLoss: null, maxGain: null })
    expect(cents(effect.margin?.after ?? null)).toBe('0')
    expect(cents(effect.realized)).toBe(cents(sub(sub(after.cash, before.cash), basis)))
  })
})
