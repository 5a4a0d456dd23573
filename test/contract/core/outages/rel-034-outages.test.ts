import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutageSession, type Measured, type Outage } from './outage-session.js'

/** After a network is whole again, both streams deliver within this time. */
const LIVE_WITHIN_MS = 5_000

/** All run at the same time, each with an exchange of its own; the clocks are real. */
const OUTAGES: readonly Outage[] = [
  { name: 'everything is refused', line: 'refuses', outageMs: 33_000 },
  { name: 'everything is swallowed', line: 'swallows', outageMs: 26_000 },
  { name: 'every connection is reset', line: 'resets', outageMs: 20_000 },
  {
    name: 'everything is refused, and the computer says it is online',
    line: 'refuses',
    outageMs: 36_000,
    isNotified: true,
  },
  {
    name: 'everything is swallowed, and the computer says it is online',
    line: 'swallows',
    outageMs: 21_000,
    isNotified: true,
  },
  {
    name: 'only trade events are refused',
    line: 'refuses',
    outageMs: 33_000,
    only: ['events'],
  },
  {
    name: 'only trade events are swallowed',
    line: 'swallows',
    outageMs: 40_000,
    only: ['events'],
  },
  {
    name: 'only market data is refused',
    line: 'refuses',
    outageMs: 33_000,
    only: ['data'],
  },
  {
    name: 'only market data is swallowed',
    line: 'swallows',
    outageMs: 34_000,
    only: ['data'],
  },
  { name: 'only requests are swallowed', line: 'swallows', outageMs: 24_000, only: ['api'] },
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
  it.each(OUTAGES)('$name, both streams deliver within five seconds', ({ name }) => {
    const { eventsMs, marketMs } = measured.get(name)!
    expect(eventsMs).toBeLessThan(LIVE_WITHIN_MS)
    expect(marketMs).toBeLessThan(LIVE_WITHIN_MS)
  })
})
