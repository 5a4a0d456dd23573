import { randomUUID } from 'node:crypto'
import { symbol } from '../../shared/domain/ids.js'
import { SECURITIES } from '../../electron/practice/market/securities/listings.js'
import { startNodeSession, type NodeSession } from './node-session.js'
import { startPracticeProcess, type PracticeProcess } from './practice-process.js'
import { atMost, atMostTimes } from './report/bounds.js'
import { median, metricRow, ms, percentile, type MetricRow } from './report/table.js'
import { pause } from './pause.js'

const ROUNDS = 5
const PER_ROUND = 20
const LIMIT_MS = 20_000

interface Trip {
  readonly wire: number
  readonly answer: number
}

async function submitSome(
  { session, placedAt, draft }: NodeSession,
  count: number,
): Promise<Trip[]> {
  const trips: Trip[] = []
  for (let index = 0; index < count; index += 1) {
    const before = placedAt.length
    const began = performance.now()
    const answer = await session.orders.submit(randomUUID(), draft())
    const ended = performance.now()
    const sent = placedAt[before]
    if (!answer.ok || answer.value.outcome !== 'acknowledged' || sent === undefined) {
      throw new Error(`not acknowledged: ${JSON.stringify(answer).slice(0, 200)}`)
    }
    trips.push({ wire: sent - began, answer: ended - began })
    await pause(15)
  }
  return trips
}

/** Runs P11 and P14, each over its own exchange. */
export async function orders(): Promise<MetricRow[]> {
  const rows = await submitting()
  const practice = await startPracticeProcess()
  try {
    return [...rows, await reconnect(practice)]
  } finally {
    await practice.stop()
  }
}

/**
 * P11: from the submit call until its signed request is passed to the socket, at rest and while the
 * market runs at 10,000 steps/s.
 */
async function submitting(): Promise<MetricRow[]> {
  const practice = await startPracticeProcess()
  const desk = await startNodeSession(practice)
  try {
    const symbols = SECURITIES.map(({ listing }) => symbol(listing.symbol))
    const stop = desk.session.streams.quotes(symbols).subscribe(() => undefined)
    await pause(2_000)
    await submitSome(desk, PER_ROUND)
    const idle: Trip[] = []
    const busy: Trip[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await practice.command({ command: 'tick-rate', perSecond: null })
      await pause(400)
      idle.push(...(await submitSome(desk, PER_ROUND)))
      await practice.command({ command: 'tick-rate', perSecond: 10_000 })
      await pause(600)
      busy.push(...(await submitSome(desk, PER_ROUND)))
    }
    await practice.command({ command: 'tick-rate', perSecond: null })
    stop()
    return tripRows(idle, busy)
  } finally {
    await desk.stop()
    await practice.stop()
  }
}

function tripRows(idle: readonly Trip[], busy: readonly Trip[]): MetricRow[] {
  const timeOf = (trips: readonly Trip[], key: keyof Trip, share: number): number =>
    percentile(
      trips.map((trip) => trip[key]),
      share,
    )
  const wire = { id: 'P11', format: ms }
  return [
    metricRow({
      ...wire,
      metric: 'submit → bytes on the wire, p95',
      ours: timeOf(idle, 'wire', 0.95),
      bounds: [atMost(20)],
      note: `p50 ${ms(timeOf(idle, 'wire', 0.5))}`,
    }),
    metricRow({
      ...wire,
      metric: `  the longest of ${ROUNDS * PER_ROUND}`,
      ours: Math.max(...idle.map((trip) => trip.wire)),
      bounds: [atMost(40)],
    }),
    metricRow({
      ...wire,
      metric: '  under 10,000 ticks/s, p95',
      baseline: timeOf(idle, 'wire', 0.95),
      ours: timeOf(busy, 'wire', 0.95),
      bounds: [atMostTimes(1.6, 'at rest')],
      note: `p50 ${ms(timeOf(busy, 'wire', 0.5))}`,
    }),
    metricRow({
      ...wire,
      metric: 'submit → acknowledged under 10,000 ticks/s, p95',
      baseline: timeOf(idle, 'answer', 0.95),
      ours: timeOf(busy, 'answer', 0.95),
      note: `p50 ${ms(timeOf(idle, 'answer', 0.5))} at rest, ${ms(timeOf(busy, 'answer', 0.5))} under ticks`,
    }),
  ]
}

/**
 * P14: cuts all sockets of the market stream at once, and measures until the channel is live and
 * the first new price is in. Each round uses a new session, because a connection lost again within
 * half a minute waits longer on purpose.
 */
async function reconnect(practice: PracticeProcess): Promise<MetricRow> {
  const AAPL = symbol('AAPL')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const desk = await startNodeSession(practice)
    const { streams } = desk.session
    const live = (): boolean =>
      streams.health
        .get()
        .channels.some(({ channel, state }) => channel === 'market' && state === 'live')
    const lastReceivedAt = (): number => streams.quotes([AAPL]).all()[0]?.receivedAt ?? 0
    const until = async (condition: string, holds: () => boolean): Promise<void> => {
      const end = performance.now() + LIMIT_MS
      while (!holds()) {
        if (performance.now() > end) throw new Error(`never: ${condition}`)
        await pause(3)
      }
    }
    const release = streams.quotes([AAPL]).subscribe(() => undefined)
    try {
      await until('the market stream is live', () => live() && lastReceivedAt() > 0)
      await pause(500)
      await practice.command({ command: 'end-streams', channel: 'market', how: 'kill' })
      const began = performance.now()
      await until('the loss is seen', () => !live())
      const before = lastReceivedAt()
      await until('the market stream comes back', () => live() && lastReceivedAt() > before)
      times.push(performance.now() - began)
    } finally {
      release()
      await desk.stop()
    }
  }
  const worst = Math.max(...times)
  return metricRow({
    id: 'P14',
    metric: 'network back → live with new prices, worst',
    ours: worst,
    format: ms,
    bounds: [atMost(2_000)],
    note: `median ${ms(median(times))} of ${ROUNDS}`,
  })
}
