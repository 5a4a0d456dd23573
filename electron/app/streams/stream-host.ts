import type { Disposer } from '../../../shared/domain/brand.js'
import type { ClockPort, LogPort, TimerPort } from '../../core/ports.js'
import type { Feed } from '../../handlers/feeds.js'
import { PORT_MESSAGE } from '../../../shared/ipc/channels.js'
import type { Surface } from '../../../shared/ipc/entry.js'
import { type Reply } from '../../../shared/ipc/envelope.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import {
  INITIAL_CREDIT,
  TOPIC_SURFACES,
  zPortMessage,
  zStreamRequest,
  type Frame,
  type FrameKind,
  type Topic,
} from '../../../shared/ipc/streams.js'
import { trustedSurface, type SenderEvent } from '../ipc/sender-check.js'
import type { SenderRegistry } from '../ipc/sender-registry.js'

/** The part of a stream's port used here (MessagePortMain has it). */
export interface StreamPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  start(): void
  close(): void
}

/**
 * How long changes are collected before a batch of frames is sent; well below one animation frame.
 */
const BATCH_MS = 6
const HEARTBEAT_MS = 5_000
const MAX_CREDIT = INITIAL_CREDIT * 16
const MAX_STREAMS_PER_WINDOW = 64

export interface StreamHostOptions {
  readonly senders: SenderRegistry
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly log: LogPort
  /** Returns the feed of a topic; resolves when the session can serve it. */
  readonly feedOf: (topic: Topic) => Promise<Feed>
  /** Notifies that all feeds belong to a session that has ended and must be fetched again. */
  readonly onFeedsReplaced: (listener: () => void) => Disposer
}

interface OpenTopic {
  seq: number
  dirty: boolean
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
  const { clock, timers } = options
  let credit = 0
  let closed = false
  let scheduled: Disposer | null = null
  const open: OpenTopic[] = topics.map(() => ({
    seq: 0,
    dirty: false,
    fresh: true,
    feed: null,
    fetch: 0,
  }))

  const frame = (index: number, topic: OpenTopic, kind: FrameKind, body: unknown): Frame =>
    ({ index, seq: (topic.seq += 1), kind, asOf: clock.now(), body }) as Frame

  const framesOf = (topic: OpenTopic, index: number): Frame[] => {
    if (topic.feed === null || !topic.dirty) return []
    topic.dirty = false
    if (topic.fresh) {
      topic.fresh = false
      return [frame(index, topic, 'snapshot', topic.feed.snapshot())]
    }
    const delta = topic.feed.drain()
    if (delta === null) return []
    return delta.lost
      ? [frame(index, topic, 'gap', null), frame(index, topic, 'snapshot', topic.feed.snapshot())]
      : [frame(index, topic, 'delta', delta.body)]
  }

  const flush = (): void => {
    scheduled = null
    if (closed || credit <= 0) return
    const batch = open.flatMap(framesOf)
    if (batch.length === 0) return
    credit -= batch.length
    port.postMessage(batch)
  }
  const schedule = (): void => {
    if (!closed && scheduled === null) scheduled = timers.after(BATCH_MS, flush)
  }

  const stopHeartbeat = timers.every(HEARTBEAT_MS, () => {
    if (!closed) {
      port.postMessage([
        { index: 0, seq: 0, kind: 'heartbeat', asOf: clock.now(), body: null } satisfies Frame,
      ])
    }
  })

  const dispose = (): void => {
    if (closed) return
    closed = true
    scheduled?.()
    stopHeartbeat()
    stopReplaced()
    for (const topic of open) topic.feed?.dispose()
    port.close()
  }

  const fetchFeed = (topic: Topic, index: number): void => {
    const state = open[index]
    if (state === undefined) return
    state.feed?.dispose()
    state.feed = null
    state.fresh = true
    const fetch = (state.fetch += 1)
    void options.feedOf(topic).then(
      (feed) => {
        if (closed || fetch !== state.fetch) return feed.dispose()
        state.feed = feed
        feed.onChange(() => {
          state.dirty = true
          schedule()
        })
        state.dirty = true
        schedule()
      },
      () => options.log.event('warn', 'stream.feed-failed', { topic: topic.kind }),
    )
  }
  const stopReplaced = options.onFeedsReplaced(() => topics.forEach(fetchFeed))
  topics.forEach(fetchFeed)

  port.on('message', (event) => {
    const message = zPortMessage.safeParse(event.data)
    if (!message.success) return dispose()
    if (message.data.kind === 'close') return dispose()
    credit = Math.min(credit + message.data.frames, MAX_CREDIT)
    schedule()
  })
  port.on('close', dispose)
  port.start()
  return dispose
}

/** The part of a window that a stream needs. */
export interface StreamSender {
  readonly id: number
  postMessage(channel: string, message: unknown, transfer: readonly unknown[]): void
  once(event: 'destroyed' | 'render-process-gone', listener: () => void): unknown
  on(event: 'did-start-loading', listener: () => void): unknown
}

/**
 * Opens streams for pages: with the sender checks of invokes, a limit per window, and an end when
 * the page goes away.
 * @param makePorts makes a connected pair of ports: ours and the page's
 */
export function createStreamGate(
  options: StreamHostOptions,
  makePorts: () => { ours: StreamPort; theirs: unknown },
): (
  event: SenderEvent & { readonly sender: StreamSender },
  payload: unknown,
) => Reply<{ id: string }> {
  const open = new Map<number, Set<Disposer>>()

  const track = (sender: StreamSender): Set<Disposer> => {
    const known = open.get(sender.id)
    if (known) return known
    const streams = new Set<Disposer>()
    open.set(sender.id, streams)
    const closeAll = (): void => {
      for (const stop of streams) stop()
      streams.clear()
    }
    sender.on('did-start-loading', closeAll)
    sender.once('render-process-gone', closeAll)
    sender.once('destroyed', () => {
      closeAll()
      open.delete(sender.id)
    })
    return streams
  }

  return (event, payload) => {
    const surface = trustedSurface(event, options.senders)
    if (surface === null) {
      return { ok: false, error: appError('ipc/not-allowed', 'This page may not listen.') }
    }
    const request = zStreamRequest.safeParse(payload)
    if (!request.success) {
      return {
        ok: false,
        error: appError('ipc/invalid-input', 'The stream request has the wrong shape.'),
      }
    }
    const foreign = request.data.topics.some(
      ({ kind }) => !(TOPIC_SURFACES[kind] as readonly Surface[]).includes(surface),
    )
    if (foreign) {
      return {
        ok: false,
        error: appError('ipc/not-allowed', 'This window may not listen to that.'),
      }
    }
    const streams = track(event.sender)
    if (streams.size >= MAX_STREAMS_PER_WINDOW) {
      return {
        ok: false,
        error: appError('ipc/busy', 'Too many streams are open.', { retry: { afterMs: 1_000 } }),
      }
    }
    const { ours, theirs } = makePorts()
    const stop = serveStream(ours, request.data.topics, options)
    const forget = (): void => void streams.delete(stop)
    streams.add(stop)
    ours.on('close', forget)
    event.sender.postMessage(PORT_MESSAGE, request.data.id, [theirs])
    return { ok: true, value: { id: request.data.id } }
  }
}
