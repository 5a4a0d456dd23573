import { beforeAll, describe, expect, it } from 'vitest'
import { OutageSession, type Measured, type Outage } from './outage-session.js'
import { measureTokenOutages, TOKEN_OUTAGES } from './token-outage.js'

/** After a network is whole again, both streams deliver within this time. */
const LIVE_WITHIN_MS = 5_000
const MAX_REPEATS = 2
/** Enough for every outage again and again; with nothing late it takes two minutes. */
const LIMIT_MS = 3_600_000

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

/** These run after the others: the computer is to be busy with few exchanges at a time. */
const SHORT_OUTAGES: readonly Outage[] = [
  {
    name: 'everything is up for two seconds and refused for three, again and again',
    line: 'refuses',
    outageMs: 30_000,
    isFlapping: true,
  },
  {
    name: 'only requests are up for two seconds and swallowed for three, again and again',
    line: 'swallows',
    outageMs: 30_000,
    isFlapping: true,
    only: ['api'],
  },
  {
    name: 'only market data is swallowed for three seconds',
    line: 'swallows',
    outageMs: 3_000,
    only: ['data'],
  },
  {
    name: 'everything is swallowed for three seconds',
    line: 'swallows',
    outageMs: 3_000,
  },
  {
    name: 'both streams are swallowed for three seconds, and requests pass',
    line: 'swallows',
    outageMs: 3_000,
    only: ['events', 'data'],
  },
  {
    name: 'trade events and requests are swallowed for three seconds',
    line: 'swallows',
    outageMs: 3_000,
    only: ['events', 'api'],
  },
  {
    name: 'only trade events are swallowed for three seconds, and an order changed',
    line: 'swallows',
    outageMs: 3_000,
    only: ['events'],
    hasOrder: true,
  },
  {
    name: 'only trade events are swallowed for three seconds, and nothing changed',
    line: 'swallows',
    outageMs: 3_000,
    only: ['events'],
  },
]

const measured = new Map<string, Measured>()
const NEVER: Measured = { eventsMs: Infinity, marketMs: Infinity }
let tokens: ReadonlyMap<string, number> = new Map()

async function measureAll(rows: readonly Outage[]): Promise<void> {
  const sessions: OutageSession[] = []
  for (const _row of rows) sessions.push(await OutageSession.open())
  await Promise.all(
    rows.map(async (row, index) => {
      const fixture = sessions[index]
      if (fixture === undefined) return
      measured.set(row.name, await fixture.measure(row).catch(() => NEVER))
    }),
  )
  await Promise.all(sessions.map((fixture) => fixture.close()))
}

const isInTime = ({ name }: Outage): boolean => {
  const { eventsMs, marketMs } = measured.get(name) ?? NEVER
  return Math.max(eventsMs, marketMs) < LIVE_WITHIN_MS
}

/**
 * Measures again what was late, each alone: other programs of a busy machine lengthen every wait,
 * and a fault is late each time.
 */
async function repeatLate(): Promise<void> {
  const late = [...OUTAGES, ...SHORT_OUTAGES].filter((row) => !isInTime(row))
  for (const row of late) await measureAll([row])
  if (Math.max(...tokens.values()) >= LIVE_WITHIN_MS) tokens = await measureTokenOutages()
}

beforeAll(async () => {
  await measureAll(OUTAGES)
  await measureAll(SHORT_OUTAGES)
  tokens = await measureTokenOutages()
  for (let repeat = 0; repeat < MAX_REPEATS; repeat += 1) await repeatLate()
}, LIMIT_MS)

describe('REL-34: after an outage in which', () => {
  it.each([...OUTAGES, ...SHORT_OUTAGES])('$name, both streams deliver soon', ({ name }) => {
    const { eventsMs, marketMs } = measured.get(name)!
    expect(eventsMs).toBeLessThan(LIVE_WITHIN_MS)
    expect(marketMs).toBeLessThan(LIVE_WITHIN_MS)
  })

  it.each(TOKEN_OUTAGES)('$name, it works again within five seconds', ({ name }) => {
    expect(tokens.get(name)).toBeLessThan(LIVE_WITHIN_MS)
  })
})
