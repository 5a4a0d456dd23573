import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SERIES } from '../../../../electron/practice/events/series/index.js'
import { eventVenueFixture } from './event-venue-fixture.js'

const { venue, events, now } = eventVenueFixture('names')
const aCode = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc
    .tuple(
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('', 'JAN', 'FEB', 'NOV', 'DEC', 'XXX'),
      fc.integer({ min: 0, max: 99 }),
    )
    .map(
      ([year, month, day]) =>
        `${String(year).padStart(2, '0')}${month}${month === '' ? '' : String(day).padStart(2, '0')}`,
    ),
)
const aName = fc
  .tuple(
    fc.oneof(fc.constantFrom(...SERIES.map(({ symbol }) => symbol)), fc.string({ maxLength: 8 })),
    aCode,
    fc.oneof(fc.constantFrom('T1', 'D', 'B50.5', 'LAL'), fc.string({ maxLength: 6 })),
  )
  .map((parts) => parts.join('-'))

it('an invalid symbol is unknown everywhere, and a valid one resolves to itself', () => {
  fc.assert(
    fc.property(aName, (name) => {
      const market = venue.market(name)
      expect(venue.instrument(name)?.symbol).toBe(market?.symbol)
      if (market === undefined) {
        expect([
          venue.reference(name),
          venue.book(name),
          venue.snapshot(name),
          venue.settlement(name),
          venue.ticks(name, 5),
        ]).toEqual([undefined, undefined, undefined, null, []])
        return
      }
      expect(market.symbol).toBe(name)
      expect(market.event.occasion.opensAt).toBeLessThanOrEqual(now())
      expect(venue.book(name)).toBeDefined()
    }),
    { numRuns: 600 },
  )
})

it('every listed symbol resolves to its market, and no two are equal', () => {
  const markets = events().flatMap((event) => event.markets)
  expect(new Set(markets.map(({ symbol }) => symbol)).size).toBe(markets.length)
  expect(new Set(markets.map(({ instrumentId }) => instrumentId)).size).toBe(markets.length)
  for (const market of markets) expect(venue.market(market.symbol)).toBe(market)
})
