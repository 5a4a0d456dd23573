import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asQuantity, fromInteger, gte, isNegative, lte } from '../../../../shared/domain/decimal.js'
import {
  afterTrade,
  queuePlace,
  type QueuePlace,
} from '../../../../renderer/panels/price-ladder/model/queue-estimate.js'
import { price } from '../../../unit/renderer/samples.js'

const units = (count: number) => asQuantity(fromInteger(count))
const PRICE = price('10.00')

/** Something that happens at one price of a first-in, first-out book. */
type Event =
  | { readonly kind: 'trade'; readonly size: number }
  /** Somebody else joins the end of the queue, or leaves it from a place in it. */
  | { readonly kind: 'join'; readonly size: number }
  | { readonly kind: 'leave'; readonly size: number; readonly isAhead: boolean }

const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('trade' as const), size: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constant('join' as const), size: fc.integer({ min: 1, max: 50 }) }),
    fc.record({
      kind: fc.constant('leave' as const),
      size: fc.integer({ min: 1, max: 50 }),
      isAhead: fc.boolean(),
    }),
  ),
)

describe('the estimated place in the queue', () => {
  it('is never smaller than the true one, nor larger than what the book shows', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), events, (start, happened) => {
        const order = { price: PRICE, quantity: units(10), filled: units(0) }
        let [ahead, behind] = [start, 0]
        let place: QueuePlace = queuePlace(null, order, units(ahead))
        for (const event of happened) {
          if (event.kind === 'trade') {
            const size = Math.min(event.size, ahead)
            if (size === 0) continue
            ahead -= size
            place = afterTrade(place, PRICE, units(size))
          } else if (event.kind === 'join') behind += event.size
          else if (event.isAhead) ahead = Math.max(0, ahead - event.size)
          else behind = Math.max(0, behind - event.size)
          const shown = units(ahead + behind)
          place = queuePlace(place, order, shown)
          if (place.ahead === null) throw new Error('the book shows this price')
          expect(gte(place.ahead, units(ahead))).toBe(true)
          expect(lte(place.ahead, shown)).toBe(true)
          expect(isNegative(place.ahead)).toBe(false)
        }
      }),
    ))

  it('never grows while the order keeps its price and size', () =>
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 500 }), { nil: null }), { minLength: 2 }),
        (sizes) => {
          const order = { price: PRICE, quantity: units(10), filled: units(0) }
          let place: QueuePlace | null = null
          for (const size of sizes) {
            const before: QueuePlace | null = place
            place = queuePlace(before, order, size === null ? null : units(size))
            if (before?.ahead == null) continue
            expect(place.ahead !== null && lte(place.ahead, before.ahead)).toBe(true)
          }
        },
      ),
    ))
})
