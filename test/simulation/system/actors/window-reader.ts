import { createSenderRegistry } from '../../../../electron/app/ipc/sender-registry.js'
import { Batches } from '../../../../electron/app/streams/batches.js'
import { serveStream, type StreamPort } from '../../../../electron/app/streams/stream-host.js'
import { feedOf } from '../../../../electron/handlers/topics.js'
import { createSequence } from '../../../../renderer/bridge/sequence.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { symbol } from '../../../../shared/domain/ids.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Frame, Topic } from '../../../../shared/ipc/streams.js'
import type { Coverage } from '../checks/coverage.js'
import type { Violations } from '../checks/trace.js'
import type { ClientProcess } from '../client/client.js'
import type { ComputerClock } from '../time/computer-clock.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { VirtualTime } from '../time/virtual-time.js'

/** What the window shows: its table of orders, positions, fills, and quotes of some symbols. */
const TOPICS = [
  { kind: 'orders' },
  { kind: 'positions' },
  { kind: 'fills' },
  { kind: 'quotes', symbols: ['AAPL', 'MSFT', 'BTCUSD'].map((name) => symbol(name)) },
] as const satisfies readonly Topic[]
const [ORDERS, POSITIONS] = [0, 1]
/** Frames that the window accepts before it has read any: few, so that it is often behind. */
const CREDIT = 4

export interface WindowReaderDeps {
  readonly time: VirtualTime
  readonly clock: ComputerClock
  readonly random: SeededRandom
  readonly violations: Violations
  readonly coverage: Coverage
  /** The longest time between two readings, in ms. */
  readonly pauseMs: number
}

/**
 * A window that reads its stream slowly, through the real stream host. However slow it is, it
 * notices every lost frame and ends with what main shows.
 */
export class WindowReader {
  readonly #deps: WindowReaderDeps
  readonly #client: ClientProcess
  readonly #sequence = createSequence(TOPICS.length)
  readonly #rows = new Map<string, Order>()
  #positions: unknown = null
  #unread: Frame[] = []
  #isReading = false
  #grant: (frames: number) => void = () => undefined
  readonly #close: Disposer

  constructor(client: ClientProcess, deps: WindowReaderDeps) {
    this.#client = client
    this.#deps = deps
    const timers = deps.time.timers(client.life)
    this.#close = serveStream(this.#port(), TOPICS, {
      senders: createSenderRegistry(),
      clock: deps.clock,
      timers,
      batches: new Batches(timers),
      log: { event: () => undefined },
      feedOf: (topic) => Promise.resolve(feedOf(client.session, topic as (typeof TOPICS)[number])),
      onFeedsReplaced: () => () => undefined,
    })
    this.#grant(CREDIT)
  }

  close(): void {
    this.#close()
  }

  /** Yields what the window shows differently from main. */
  *differences(): Generator<string> {
    const { orders, positions } = this.#client.session.streams
    const all = orders.all()
    if (all.length !== this.#rows.size) {
      yield `REL-33: a slow window shows ${this.#rows.size} orders instead of ${all.length}`
    }
    for (const row of all) {
      if (this.#rows.get(keyOf(row)) !== row) {
        yield `REL-33: a slow window shows ${row.clientOrderId} as it was before`
      }
    }
    if (JSON.stringify(this.#positions) !== JSON.stringify(positions.get())) {
      yield 'REL-33: a slow window shows the positions as they were before'
    }
  }

  /** Returns main's side of the stream's port. */
  #port(): StreamPort {
    let receive: (event: { readonly data: unknown }) => void = () => undefined
    this.#grant = (frames) => receive({ data: { kind: 'credit', frames } })
    return {
      postMessage: (batch) => this.#received(batch as readonly Frame[]),
      on: ((event: string, listener: never) => {
        if (event === 'message') receive = listener
      }) as StreamPort['on'],
      start: () => undefined,
      close: () => undefined,
    }
  }

  #received(frames: readonly Frame[]): void {
    const { time, random, coverage, pauseMs } = this.#deps
    this.#unread.push(...frames.filter(({ kind }) => kind !== 'heartbeat'))
    if (this.#unread.length >= CREDIT) coverage.count('slow window')
    if (this.#isReading || this.#unread.length === 0) return
    this.#isReading = true
    time.schedule(random.between(1, pauseMs), () => this.#read(), this.#client.life)
  }

  #read(): void {
    const frames = this.#unread
    this.#unread = []
    this.#isReading = false
    for (const frame of frames) this.#apply(frame)
    this.#grant(frames.length)
  }

  #apply(frame: Frame): void {
    const verdict = this.#sequence.accept(frame)
    if (verdict.kind === 'reopen') {
      return this.#deps.violations.add(`REL-33: a window must open its stream: ${verdict.reason}`)
    }
    if (frame.index === POSITIONS) this.#positions = frame.body
    if (frame.index !== ORDERS) return
    if (frame.kind === 'snapshot') this.#rows.clear()
    for (const row of (frame.body ?? []) as readonly Order[]) this.#rows.set(keyOf(row), row)
  }
}

const keyOf = ({ accountId, clientOrderId }: Order): string => `${accountId} ${clientOrderId}`
