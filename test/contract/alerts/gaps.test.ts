import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FaultName } from '../../../electron/practice/faults/fault-table.js'
import type { AlertEvent } from '../../../shared/domain/alerts/alert.schema.js'
import type { AlertId } from '../../../shared/domain/alerts/alert.js'
import { asPrice, dec, mul, type Price } from '../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../shared/domain/instruments/instrument.js'
import { alertOn, AlertSession } from './alert-session.js'

let alerts: AlertSession
beforeEach(async () => {
  alerts = await AlertSession.open()
})
afterEach(() => alerts.close())

const STREAMED = ['stock', 'futures', 'crypto', 'event'] as const
const command = (
  ...[sent]: Parameters<typeof alerts.desk.practice.practice.command>
): Promise<unknown> => alerts.desk.practice.practice.command(sent)
const fault = (kind: FaultName, operation?: string): Promise<unknown> =>
  command({
    command: 'fault',
    fault: { kind, count: null, ...(operation === undefined ? {} : { operation }) },
  })

/** Alerts closely around the price of this moment, and one that no price reaches. */
interface Pair {
  readonly near: readonly AlertId[]
  readonly far: AlertId
}

/** Shares of the price that the market passes within minutes. */
const NEAR = ['0.9999', '1.0001'].map(dec)

async function createPair(assetClass: AssetClass): Promise<Pair> {
  const instrument = await alerts.instrument(assetClass)
  const create = async (price: Price) =>
    (await alerts.create(alertOn({ kind: 'price', instrument, when: 'through', price }))).id
  const far = await create(asPrice(dec('0.0001')))
  const price = await alerts.armedValue(far)
  const near: AlertId[] = []
  for (const share of NEAR) near.push(await create(asPrice(mul(price, share))))
  return { near, far }
}

const isHeld = (id: AlertId): boolean => alerts.view(id).hold?.why === 'offline'
const isFree = (id: AlertId): boolean => alerts.view(id).hold === null
/** Returns what the alerts around the price have fired. */
const fired = (pairs: readonly Pair[]): readonly AlertEvent[] =>
  pairs.flatMap(({ near }) => near.flatMap((id) => alerts.events(id)))
/** The alerts that stay active whatever the market does. */
const ids = (pairs: readonly Pair[]): readonly AlertId[] => pairs.map(({ far }) => far)

/** Lets the market pass the levels while nothing is received; nothing may fire by it. */
async function passUnseen(pairs: readonly Pair[]): Promise<readonly AlertEvent[]> {
  await command({ command: 'clock', speed: 600 })
  // Longer than an interruption that is not worth a word; the time is the exchange's.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  await command({ command: 'clock', speed: 1 })
  return [...fired(pairs), ...pairs.flatMap(({ far }) => alerts.events(far))]
}

/** Expects the words' figures: from when to when each alert was not evaluated. */
function expectGaps(pairs: readonly Pair[], why: 'offline' | 'closed'): void {
  for (const { far } of pairs) {
    const { gap } = alerts.view(far)
    expect(gap).toMatchObject({ why })
    expect((gap?.to ?? 0) - (gap?.from ?? 0)).toBeGreaterThan(2_000)
    expect(alerts.events(far)).toEqual([])
  }
  // What was passed meanwhile is found, and says that it was not seen when it happened.
  for (const { gap } of fired(pairs)) expect(gap === null || gap.why === why).toBe(true)
}

describe('alerts over a lost connection', () => {
  test('none fires without prices; afterwards each knows from when to when nothing was seen', async () => {
    const pairs: Pair[] = []
    for (const assetClass of STREAMED) pairs.push(await createPair(assetClass))
    await fault('refuse-market-stream')
    await command({ command: 'end-streams', channel: 'market', how: 'kill' })
    await alerts.desk.until('all alerts are held', () => ids(pairs).every(isHeld))
    const known = fired(pairs)
    expect(await passUnseen(pairs)).toEqual(known)
    await command({ command: 'clear-faults' })
    await alerts.desk.until('all are evaluated again', () => ids(pairs).every(isFree))
    expectGaps(pairs, 'offline')
    const found = fired(pairs)
    expect(found.filter(({ gap }) => gap !== null).length).toBeGreaterThan(0)
  })

  test('a connection that is silent is stale: nothing fires, and the gap is named', async () => {
    const pairs: Pair[] = []
    for (const assetClass of STREAMED) pairs.push(await createPair(assetClass))
    await fault('market-stream-black-hole')
    // A new connection would read every price once, before it falls silent too.
    await fault('refuse-market-stream')
    await alerts.desk.until('all alerts are held', () => ids(pairs).every(isHeld))
    const known = fired(pairs)
    expect(await passUnseen(pairs)).toEqual(known)
    await command({ command: 'clear-faults' })
    await alerts.desk.until('all are evaluated again', () => ids(pairs).every(isFree))
    expectGaps(pairs, 'offline')
  })

  test('an option whose quote cannot be read any more is not evaluated, and says since when', async () => {
    const pair = await createPair('option')
    await fault('error-before-effect', 'market.options.snapshots')
    await alerts.desk.until('both are held', () => ids([pair]).every(isHeld))
    const known = fired([pair])
    expect(await passUnseen([pair])).toEqual(known)
    await command({ command: 'clear-faults' })
    await alerts.desk.until('both are evaluated again', () => ids([pair]).every(isFree))
    expectGaps([pair], 'offline')
  })
})

describe('alerts over a restart', () => {
  test('alerts of every product go on, and know when Countersign was closed', async () => {
    const pairs: Pair[] = []
    for (const assetClass of [...STREAMED, 'option'] as const) {
      pairs.push(await createPair(assetClass))
    }
    const { desk } = alerts
    const before = desk.session.streams.alerts.get().alerts.map(({ id }) => id)
    await desk.session.connection.dispose()
    await command({ command: 'clock', speed: 600 })
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    await command({ command: 'clock', speed: 1 })
    await desk.restart()
    expect(desk.session.streams.alerts.get().alerts.map(({ id }) => id)).toEqual(before)
    await desk.until('all are evaluated again', () => ids(pairs).every(isFree))
    expectGaps(pairs, 'closed')
    const found = fired(pairs)
    expect(found.filter(({ gap }) => gap?.why === 'closed').length).toBeGreaterThan(0)
  })
})
