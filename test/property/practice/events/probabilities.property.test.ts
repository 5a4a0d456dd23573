import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '../../../../shared/domain/time.js'
import type { EventSpec } from '../../../../electron/practice/events/rules/types.js'
import { START, eventVenueFixture } from './event-venue-fixture.js'

const { venue, events, now } = eventVenueFixture('chances')
const EVENTS = events()
const anEvent = fc.constantFrom(...EVENTS)
/**
 * Returns a moment between an event's opening and a day after its outcome, but not in the market's
 * future.
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

describe('the probabilities of an event', () => {
  it('lie between 0 and 1 at any time', () => {
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

  it('add up to 1 when the outcomes are mutually exclusive', () => {
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

  it('decrease from one threshold to the next', () => {
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

  it('are exactly 0 or 1 from the outcome on, with one "yes" among several', () => {
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

  it('are calibrated: the observed frequency matches the predicted probability', () => {
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
      // Markets of one event are not independent: allow six standard deviations of independent
      // ones, and a margin for the models' rounding.
      expect(Math.abs(predicted - observed) / count).toBeLessThan(
        0.02 + 6 * Math.sqrt(0.25 / count),
      )
    }
  })
})

describe('an outcome', () => {
  it('is the same at whatever time it is read', () => {
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

  it('is hidden before it is known', () => {
    const fixture = eventVenueFixture('secret')
    const open = fixture.events().filter(({ occasion }) => occasion.closesAt > fixture.now())
    for (const { markets } of open) {
      for (const { symbol, decidedAt } of markets) {
        if (decidedAt > fixture.now()) expect(fixture.venue.settlement(symbol)).toBeNull()
      }
    }
    // A market that will end early must not look different before it ends.
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
