import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutageSession, type Measured, type Outage } from './outage-session.js'

/** After a network is whole again, both streams deliver within this time. */
const LIVE_WITHIN_MS = 5_000
/**
 * A connection that one router forgot within seconds, while all others pass, is noticed only by its
 * own signs of life: a ping every 15 s of market data, and every 30 s of trade events.
 */
const FOUND_WITHIN_MS = { data: 30_000, events: 50_000 }

type Row = Outage & { readonly withinMs: number }

/** All run at the same time, each with an exchange of its own; the clocks are real. */
const OUTAGES: readonly Row[] = [
  {
    name: 'everything is up for two seconds and refused for three, again and again',
    line: 'refuses',
    outageMs: 30_000,
    isFlapping: true,
    withinMs: LIVE_WITHIN_MS,
  },
  {
    name: 'only requests are up for two seconds and swallowed for three, again and again',
    line: 'swallows',
    outageMs: 30_000,
    isFlapping: true,
    only: ['api'],
    withinMs: LIVE_WITHIN_MS,
  },
  {
    name: 'only market data is swallowed for three seconds',
    line: 'swallows',
    outageMs: 3_000,
    only: ['data'],
    withinMs: FOUND_WITHIN_MS.data,
  },
  {
    name: 'only trade events are swallowed for three seconds',
    line: 'swallows',
    outageMs: 3_000,
    only: ['events'],
    withinMs: FOUND_WITHIN_MS.events,
  },
]

const sessions: OutageSession[] = []
const measured = new Map<string, Measured>()

beforeAll(async () => {
  for (const _outage of OUTAGES) sessions.push(await OutageSession.open())
  await Promise.all(
    OUTAGES.map(async (outage, index) => {
      const fixture = sessions[index]
      if (fixture !== undefined) measured.set(outage.name, await fixture.measure(outage))
    }),
  )
})
afterAll(() => Promise.all(sessions.map((fixture) => fixture.close())))

describe('REL-34: after an outage in which', () => {
  it.each(OUTAGES)('$name, both streams deliver within $withinMs ms', ({ name, withinMs }) => {
    const { eventsMs, marketMs } = measured.get(name)!
    expect(eventsMs).toBeLessThan(withinMs)
    expect(marketMs).toBeLessThan(withinMs)
  })
})
