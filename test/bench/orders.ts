import { randomUUID } from 'node:crypto'
import { symbol } from '../../shared/domain/ids.js'
import { SECURITIES } from '../../electron/practice/market/securities/listings.js'
import { startNodeSession, type NodeSession } from './node-session.js'
import { startPracticeProcess, type PracticeProcess } from './practice-process.js'
import { median, ms, percentile, ratio, type MetricRow } from './table.js'

const ROUNDS = 5
const PER_ROUND = 20
const LIMIT_MS = 20_000
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

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
    const p95 = (trips: readonly Trip[], key: keyof Trip): number =>
      percentile(
        trips.map((trip) => trip[key]),
        0.95,
      )
    const p50 = (trips: readonly Trip[], key: keyof Trip): number =>
      median(trips.map((trip) => trip[key]))
    const share = p95(busy, 'wire') / p95(idle, 'wire')
    return [
      {
        id: 'P11',
        metric: 'submit → bytes on the wire, p50 / p95',
        baseline: '',
        ours: `${ms(p50(idle, 'wire'))} / ${ms(p95(idle, 'wire'))}`,
        target: 'p95 ≤ 20 ms',
        met: p95(idle, 'wire') <= 20,
      },
      {
        id: 'P11',
        metric: '  under 10,000 ticks/s, p50 / p95',
        baseline: ms(p95(idle, 'wire')),
        ours: `${ms(p50(busy, 'wire'))} / ${ms(p95(busy, 'wire'))} = ${ratio(share)}`,
        target: '≤ 1.6 × idle',
        met: share <= 1.6,
      },
      {
        id: 'P11',
        metric: 'submit → acknowledged, p50 / p95',
        baseline: '',
        ours: `${ms(p50(idle, 'answer'))} / ${ms(p95(idle, 'answer'))}; busy ${ms(p50(busy, 'answer'))} / ${ms(p95(busy, 'answer'))}`,
        target: '',
        met: null,
      },
    ]
  } finally {
    await desk.stop()
    await practice.stop()
  }
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
  return {
    id: 'P14',
    metric: 'network back → live with new prices, median (worst)',
    baseline: '',
    ours: `${ms(median(times))} (${ms(worst)})`,
    target: '≤ 2 s',
    met: worst <= 2_000,
  }
}
