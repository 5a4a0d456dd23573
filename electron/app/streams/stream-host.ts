import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import type { Feed } from '../../handlers/feeds.js'
import {
  zPortMessage,
  type Frame,
  type FrameKind,
  type Topic,
} from '../../../shared/ipc/streams.js'
import { INITIAL_CREDIT } from '../../../shared/ipc/stream-credit.js'
import type { Batches } from './batches.js'
import type { SenderRegistry } from '../ipc/sender-registry.js'

/** The part of a stream's port used here (MessagePortMain has it). */
export interface StreamPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

const HEARTBEAT_MS = 5_000
const MAX_CREDIT = INITIAL_CREDIT * 16

export interface StreamHostOptions {
  readonly senders: SenderRegistry
  readonly clock: ClockPort
  readonly timers: TimerPort
  /** When the stream sends what it has collected: with the batches of its window. */
  readonly batches: Pick<Batches, 'next'>
  readonly log: LogPort
  /** Returns the feed of a topic; resolves when the session can serve it. */
  readonly feedOf: (topic: Topic) => Promise<Feed>
  /** Notifies that all feeds belong to a session that has ended and must be fetched again. */
  readonly onFeedsReplaced: (listener: () => void) => Disposer
}

/** A topic of an open stream. */
interface OpenTopic {
  seq: number
  /** True while its feed has changes that were not sent. */
  dirty: boolean
  /** True until the snapshot of the current feed was sent. */
  fresh: boolean
  feed: Feed | null
  /** Counts fetches of the feed; results of older ones are discarded. */
  fetch: number
}

/**
 * Serves one stream over its port: a snapshot per topic, then deltas in batches, as far as the page
 * grants credits. Without credit nothing is sent and each feed coalesces its changes; changes that
 * it had to drop become a gap and a snapshot.
 */
export function serveStream(
  port: StreamPort,
  topics: readonly Topic[],
  options: StreamHostOptions,
): Disposer {
  const stream = new ServedStream(port, topics, options)
  stream.start()
  return () => stream.dispose()
}

class ServedStream {
  readonly #port: StreamPort
  readonly #topics: readonly Topic[]
  readonly #options: StreamHostOptions
  readonly #open: readonly OpenTopic[]
  readonly #stops: Disposer[] = []
  /** Frames that the page can still accept. */
  #credit = 0
  #closed = false
  #cancelFlush: Disposer | null = null

  constructor(port: StreamPort, topics: readonly Topic[], options: StreamHostOptions) {
    this.#port = port
    this.#topics = topics
    this.#options = options
    this.#open = topics.map(() => ({ seq: 0, dirty: false, fresh: true, feed: null, fetch: 0 }))
  }

  start(): void {
    const { timers, batches, onFeedsReplaced } = this.#options
    this.#stops.push(
      // In one message with the heartbeats of the window's other streams: each wakes its page.
      timers.every(HEARTBEAT_MS, () => void batches.next(() => this.#sendHeartbeat())),
      onFeedsReplaced(() => this.#fetchFeeds()),
    )
    this.#fetchFeeds()
    this.#port.on('message', (event) => this.#onMessage(event.data))
    this.#port.on('close', () => this.dispose())
    this.#port.start()
  }

  dispose(): void {
    if (this.#closed) return
    this.#closed = true
    this.#cancelFlush?.()
    for (const stop of this.#stops) stop()
    for (const { feed } of this.#open) feed?.dispose()
    this.#port.close()
  }

  #onMessage(data: unknown): void {
    const message = zPortMessage.safeParse(data)
    if (!message.success || message.data.kind === 'close') return this.dispose()
    this.#credit = Math.min(this.#credit + message.data.frames, MAX_CREDIT)
    return this.#scheduleFlush()
  }

  #fetchFeeds(): void {
    for (const [index, topic] of this.#topics.entries()) {
      const open = this.#open[index]
      if (open !== undefined) this.#fetchFeed(topic, open)
    }
  }

  #fetchFeed(topic: Topic, open: OpenTopic): void {
    open.feed?.dispose()
    open.feed = null
    open.fresh = true
    const fetch = (open.fetch += 1)
    void this.#options.feedOf(topic).then(
      (feed) => {
        if (this.#closed || fetch !== open.fetch) return feed.dispose()
        open.feed = feed
        feed.onChange(() => this.#markDirty(open))
        return this.#markDirty(open)
      },
      () => this.#options.log.event('warn', 'stream.feed-failed', { topic: topic.kind }),
    )
  }

  #markDirty(open: OpenTopic): void {
    open.dirty = true
    this.#scheduleFlush()
  }

  #scheduleFlush(): void {
    if (this.#closed || this.#cancelFlush !== null) return
    this.#cancelFlush = this.#options.batches.next(() => this.#flush())
  }

  #flush(): void {
    this.#cancelFlush = null
    if (this.#closed || this.#credit <= 0) return
    const batch = this.#open.flatMap((topic, index) => this.#framesOf(topic, index))
    if (batch.length === 0) return
    this.#credit -= batch.length
    this.#port.postMessage(batch)
  }

  #framesOf(topic: OpenTopic, index: number): Frame[] {
    if (topic.feed === null || !topic.dirty) return []
    topic.dirty = false
    if (topic.fresh) {
      topic.fresh = false
      return [this.#frame(index, topic, 'snapshot', topic.feed.snapshot())]
    }
    const delta = topic.feed.drain()
    if (delta === null) return []
    return delta.lost
      ? [
          this.#frame(index, topic, 'gap', null),
          this.#frame(index, topic, 'snapshot', topic.feed.snapshot()),
        ]
      : [this.#frame(index, topic, 'delta', delta.body)]
  }

  #frame(index: number, topic: OpenTopic, kind: FrameKind, body: unknown): Frame {
    const asOf = this.#options.clock.now()
    return { index, seq: (topic.seq += 1), kind, asOf, body } as Frame
  }

  #sendHeartbeat(): void {
    if (this.#closed) return
    const asOf = this.#options.clock.now()
    this.#port.postMessage([
      { index: 0, seq: 0, kind: 'heartbeat', asOf, body: null } satisfies Frame,
    ])
  }
}
