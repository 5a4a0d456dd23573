import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '../../../../shared/domain/time.js'
import type { EventSpec } from '../../../../electron/practice/events/rules/types.js'
import { START, eventVenueFixture } from './event-venue-fixture.js'

const { venue, events, now } = eventVenueFixture('chances')
const EVENTS = events()
const anEvent = fc.constantFrom(...EVENTS)
/**
 * A moment of an event's life, from its opening to a day after its outcome is known, but not in the
 * future of the market.
 */
const moment = (event: EventSpec, part: number): number =>
  Math.min(
    now(),
    event.occasion.opensAt + part * (event.occasion.decidedAt + DAY_MS - event.occasion.opensAt),
  )
const sum = (event: EventSpec, time: number): number =>
  event.markets.reduce(
    (total, { index }) => total + event.model.probability(index, epochMs(time)),
    0,
  )

describe('the chances of an event', () => {
  it('are chances at any time', () => {
    fc.assert(
      fc.property(anEvent, fc.double({ min: 0, max: 1, noNaN: true }), (event, part) => {
        for (const { index } of event.markets) {
          const chance = event.model.probability(index, epochMs(moment(event, part)))
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('add up to 1 where one answer excludes the others', () => {
    const exclusive = EVENTS.filter(({ rule, markets }) => rule.exclusive && markets.length > 1)
    expect(exclusive.length).toBeGreaterThan(30)
    fc.assert(
      fc.property(
        fc.constantFrom(...exclusive),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (event, part) => {
          expect(sum(event, moment(event, part))).toBeCloseTo(1, 5)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('fall from one threshold to the next', () => {
    const nested = EVENTS.filter(({ rule, markets }) => !rule.exclusive && markets.length > 1)
    fc.assert(
      fc.property(
        fc.constantFrom(...nested),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (event, part) => {
          const chances = event.markets.map(({ index }) =>
            event.model.probability(index, epochMs(moment(event, part))),
          )
          for (const [index, chance] of chances.entries()) {
            if (index > 0) expect(chance).toBeLessThanOrEqual((chances[index - 1] ?? 0) + 1e-6)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are exactly 0 or 1 from the outcome on, and one answer of several is yes', () => {
    const over = EVENTS.filter((event) =>
      event.markets.every(({ decidedAt }) => decidedAt <= now()),
    )
    expect(over.length).toBeGreaterThan(50)
    for (const event of over) {
      const answers = event.markets.map((market) =>
        event.model.probability(market.index, market.decidedAt),
      )
      expect(
        answers.every((answer) => answer === 0 || answer === 1),
        event.symbol,
      ).toBe(true)
      if (event.rule.exclusive && event.markets.length > 1) {
        expect(
          answers.filter((answer) => answer === 1),
          event.symbol,
        ).toHaveLength(1)
      }
      for (const market of event.markets) {
        expect(venue.settlement(market.symbol)).toBe(
          event.model.probability(market.index, now()) * 10_000,
        )
      }
    }
  })

  it('promise what comes: of all that stood at a chance, about that share came true', () => {
    const bins = new Map<number, { predicted: number; observed: number; count: number }>()
    for (let seed = 0; seed < 8; seed += 1) {
      const fixture = eventVenueFixture(`calibration ${seed}`)
      for (const event of fixture.events()) {
        const { opensAt, decidedAt, closesAt } = event.occasion
        if (decidedAt > fixture.now()) continue
        for (const market of event.markets) {
          const midpoint = epochMs(opensAt + 0.5 * (closesAt - opensAt))
          if (midpoint >= market.decidedAt) continue
          const chance = event.model.probability(market.index, midpoint)
          const bin = Math.min(4, Math.floor(chance * 5))
          const entry = bins.get(bin) ?? { predicted: 0, observed: 0, count: 0 }
          bins.set(bin, {
            predicted: entry.predicted + chance,
            observed: entry.observed + event.model.probability(market.index, decidedAt),
            count: entry.count + 1,
          })
        }
      }
    }
    for (const { predicted, observed, count } of bins.values()) {
      expect(count).toBeGreaterThan(150)
      // Markets of one event are not independent: six deviations of independent ones, and a little
      // for the models' roundings.
      expect(Math.abs(predicted - observed) / count).toBeLessThan(
        0.02 + 6 * Math.sqrt(0.25 / count),
      )
    }
  })
})

describe('an outcome', () => {
  it('is the same however and whenever it is asked for', () => {
    const early = eventVenueFixture('again')
    const before = early
      .events()
      .filter(
        ({ occasion }) =>
          occasion.closesAt > START &&
          occasion.closesAt < START + 5 * DAY_MS &&
          !['FINANCIALS', 'CRYPTO'].includes(occasion.code),
      )
    const symbols = before.flatMap(({ markets }) => markets.map(({ symbol }) => symbol))
    expect(symbols.length).toBeGreaterThan(100)
    early.to(START + 7 * DAY_MS)
    const late = eventVenueFixture('again')
    late.to(START + 7 * DAY_MS)
    const settlements = symbols.map((symbol) => early.venue.settlement(symbol))
    expect(settlements).toEqual(symbols.map((symbol) => late.venue.settlement(symbol)))
    expect(settlements.every((value) => value === 0 || value === 10_000)).toBe(true)
    expect(new Set(settlements).size).toBe(2)
  })

  it('is not told before it is known', () => {
    const fixture = eventVenueFixture('secret')
    const open = fixture.events().filter(({ occasion }) => occasion.closesAt > fixture.now())
    for (const { markets } of open) {
      for (const { symbol, decidedAt } of markets) {
        if (decidedAt > fixture.now()) expect(fixture.venue.settlement(symbol)).toBeNull()
      }
    }
    // Nor does a market that will end early look different from one that will not.
    const shortened = open
      .flatMap(({ markets }) => markets)
      .filter(({ endsAt, event }) => endsAt > fixture.now() && endsAt < event.occasion.closesAt)
    expect(shortened.length).toBeGreaterThan(10)
    for (const { symbol, event } of shortened) {
      expect(fixture.venue.instrument(symbol)?.expiresAt).toBe(event.occasion.closesAt)
    }
    const [first] = shortened
    fixture.to((first?.endsAt ?? 0) + HOUR_MS)
    expect(fixture.venue.instrument(first?.symbol ?? '')).toMatchObject({
      status: 'NT',
      expiresAt: first?.endsAt,
    })
  })
})
