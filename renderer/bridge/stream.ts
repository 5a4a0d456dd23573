import type { Disposer } from '../../shared/domain/brand.js'
import { INITIAL_CREDIT } from '../../shared/ipc/stream-credit.js'
import type {
  Frame,
  PortMessage,
  StreamBody,
  StreamRequest as MainRequest,
  Topic,
  TopicKind,
} from '../../shared/ipc/streams.js'
export type { Frame, StreamBody, Topic, TopicKind } from '../../shared/ipc/streams.js'

import type { Delivery } from './frame-pacer.js'
import { createSequence } from './sequence.js'

/** What a stream requests; the window adds its channel. */
export type StreamRequest = Omit<MainRequest, 'channel'>

/** The page's end of a stream. */
export interface StreamPort {
  post(message: PortMessage): void
  listen(listener: (message: unknown) => void): void
  close(): void
}

/** The window functions that a stream needs. */
export interface StreamHost {
  /**
   * Sends the request to main; resolves to true when main accepted it. Its port arrives through
   * `onPort`.
   */
  request(request: StreamRequest): Promise<boolean>
  /** Calls back for every port that arrives. Must be called before `request`. */
  onPort(listener: (id: string, port: StreamPort) => void): Disposer
  newId(): string
  /** Calls `flush` once, at the next animation frame of a window that gets such a delivery. */
  nextFrame(flush: () => void, delivery: Delivery): Disposer
  /** Called before frames are delivered, with the time at which main sent the oldest (epoch ms). */
  beforeDelivery(asOf: number): void
  after(delayMs: number, run: () => void): Disposer
}

/**
 * A frame with its topic. Not delivered are `closed` frames, which reopen the stream, and
 * heartbeats.
 */
export type OnFrame = (frame: Frame, topic: Topic) => void
/**
 * Opens one stream over several topics; frames arrive in order, at most one batch per animation
 * frame.
 */
export type OpenStream = (topics: readonly Topic[], onFrame: OnFrame) => Disposer

/**
 * Market data that only panels show. A hidden window leaves it with main, which keeps the newest of
 * each and sends it when the window is visible again.
 */
const SHOWN_TOPICS: readonly TopicKind[] = [
  'quotes',
  'details',
  'day-lines',
  'depth',
  'ticks',
  'market-read',
  'bar',
  'games',
  'game-plays',
  'ranking',
  'sectors',
]
const deliveryOf = (topics: readonly Topic[]): Delivery =>
  topics.every(({ kind }) => SHOWN_TOPICS.includes(kind)) ? 'visible' : 'always'

const FIRST_RETRY_MS = 250
const LAST_RETRY_MS = 5_000
/** Main sends the port at once; a port that has not arrived by then was lost. */
const PORT_DEADLINE_MS = 10_000

/**
 * Creates streams that reopen themselves after a refused request, a lost port or a broken sequence,
 * with increasing delays.
 */
export function createOpenStream(host: StreamHost): OpenStream {
  return (topics, onFrame) => {
    let disposed = false
    let retryMs = FIRST_RETRY_MS
    let end: Disposer = () => undefined
    let cancelRetry: Disposer = () => undefined

    const scheduleRetry = (): void => {
      end()
      if (disposed) return
      cancelRetry()
      cancelRetry = host.after(retryMs, start)
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)
    }
    const start = (): void => {
      end = openOnce(host, topics, onFrame, {
        failed: scheduleRetry,
        healthy: () => (retryMs = FIRST_RETRY_MS),
      })
    }
    start()
    return () => {
      disposed = true
      cancelRetry()
      end()
    }
  }
}

interface StreamOutcome {
  failed(): void
  healthy(): void
}

function openOnce(
  host: StreamHost,
  topics: readonly Topic[],
  onFrame: OnFrame,
  outcome: StreamOutcome,
): Disposer {
  const id = host.newId()
  const sequence = createSequence(topics.length)
  const delivery = deliveryOf(topics)
  let queue: Frame[] = []
  let port: StreamPort | null = null
  let over = false
  let cancelFlush: Disposer | null = null

  const end = (): void => {
    if (over) return
    over = true
    stopListening()
    cancelDeadline()
    cancelFlush?.()
    port?.post({ kind: 'close' })
    port?.close()
  }
  const fail = (): void => {
    if (over) return
    end()
    outcome.failed()
  }
  const flush = (): void => {
    cancelFlush = null
    const batch = queue
    queue = []
    const [oldest] = batch
    if (oldest !== undefined && !over) host.beforeDelivery(oldest.asOf)
    for (const frame of batch) {
      const topic = topics[frame.index]
      // Handling a frame may close the stream; drop the rest of its batch then.
      if (topic !== undefined && !over) onFrame(frame, topic)
    }
    if (!over && batch.length > 0) port?.post({ kind: 'credit', frames: batch.length })
  }
  const receiveBatch = (message: unknown): void => {
    if (!Array.isArray(message)) return receive(message)
    for (const frame of message as readonly unknown[]) receive(frame)
  }
  const receive = (message: unknown): void => {
    if (over) return
    const verdict = sequence.accept(message)
    if (verdict.kind === 'reopen') {
      // Frames received before the break are still valid.
      cancelFlush?.()
      flush()
      fail()
      return
    }
    // It only shows that the stream is alive, and a frame of the window for it would cost a layout.
    if (verdict.frame.kind === 'heartbeat') return
    if (verdict.frame.kind === 'snapshot') outcome.healthy()
    queue.push(verdict.frame)
    cancelFlush ??= host.nextFrame(flush, delivery)
  }

  const cancelDeadline = host.after(PORT_DEADLINE_MS, () => {
    if (port === null) fail()
  })
  const stopListening = host.onPort((portId, arrived) => {
    // Use only the first port of this request.
    if (portId !== id || port !== null || over) return
    port = arrived
    arrived.listen(receiveBatch)
    arrived.post({ kind: 'credit', frames: INITIAL_CREDIT })
  })
  void host.request({ id, topics: [...topics] }).then((accepted) => {
    if (!accepted) fail()
  })
  return end
}

/** Returns the body of a frame whose topic kind is known; null in gaps and heartbeats. */
export const bodyOf = <K extends TopicKind>(
  frame: Frame,
  _topic: { readonly kind: K },
): StreamBody<K> | null => frame.body as StreamBody<K> | null
