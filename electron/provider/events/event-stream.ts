import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { ChannelReport } from '../../core/channel-report.js'
import { createBackoff, STREAM_BACKOFF } from './backoff.js'
import { cleanMessage } from '../http/call-failure.js'
import type { SocketAddress } from '../http/hosts.js'
import type { GrpcEnd, GrpcPort, ProviderDependencies } from '../http/ports.js'
import { signGrpc, signingMoment, type AppCredentials } from '../http/signing.js'
import { plausibleDelay } from './stream-delay.js'

/** gRPC statuses that a retry cannot resolve: PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([7, 12, 16])
const RESOURCE_EXHAUSTED = 8
const OPEN_TIMEOUT_MS = 15_000
/** Number of deliveries remembered for detecting duplicates. */
const MAX_REMEMBERED = 2_000
/**
 * After a lost connection the server may still count it as subscribed; retry, but not endlessly.
 */
const STALE_SUBSCRIPTION_WAIT_MS = 30_000
const STALE_SUBSCRIPTION_TRIES = 6

/** Reports of a message reader to its stream. */
export interface StreamControl {
  /** A message arrived, published at the given server time where known; the connection is alive. */
  received(publishedAtMs: number | null): void
  /** The subscription was accepted. */
  accepted(): void
  /** The received message was in order. */
  live(): void
  /** Ends this attempt, finally or with a retry. */
  lost(reason: string, final: boolean): void
  /** Another subscription of this key exists; it may be an earlier one of this client. */
  limitExceeded(): void
}

export interface EventStreamOptions {
  readonly address: SocketAddress
  /** `/package.Service/Method`. */
  readonly method: string
  /** Name of the stream in the log. */
  readonly name: string
  readonly credentials: AppCredentials
  readonly ports: Pick<
    ProviderDependencies,
    'clock' | 'timers' | 'random' | 'crypto' | 'log' | 'grpc'
  >
  /** Returns the serialized request of one attempt; every attempt is signed separately. */
  request(): Uint8Array
  /** Reads one message; throws when it cannot be decoded. */
  onMessage(bytes: Uint8Array, control: StreamControl): void
  onLost(why: { readonly reason: string; readonly final: boolean }): void
  onHealth(report: ChannelReport): void
}

/**
 * Creates a filter that remembers the latest deliveries; returns true for one that was seen before.
 */
export function createDuplicateFilter(
  capacity: number = MAX_REMEMBERED,
): (delivery: string) => boolean {
  const seen = new Set<string>()
  return (delivery) => {
    if (seen.has(delivery)) return true
    seen.add(delivery)
    const oldest = seen.size > capacity ? seen.values().next().value : undefined
    if (oldest !== undefined) seen.delete(oldest)
    return false
  }
}

/**
 * Maintains one server stream of events: signs each attempt, ends it after silence, reconnects with
 * bounded and jittered waits, and stops where a retry cannot help (EVENTS-5, EVENTS-6, REL-34).
 * Listeners are not called after disposal.
 */
export function runEventStream(options: EventStreamOptions): Disposer {
  const { address, method, name, credentials, ports } = options
  const { clock, timers, random, crypto, log } = ports
  const backoff = createBackoff({ ...STREAM_BACKOFF, random, clock })
  let stopped = false
  let attempt = 0
  let acceptedOnce = false
  let refusals = 0
  let lastMessageAt: EpochMs | null = null
  let latencyMs: number | null = null
  let closeStream: Disposer | null = null
  let stopTimer: Disposer | null = null

  const health = (state: ChannelReport['state'], detail: string | null): void => {
    if (!stopped) options.onHealth({ state, lastMessageAt, latencyMs, detail })
  }
  const timer = (ms: number, call: () => void): void => {
    stopTimer?.()
    stopTimer = timers.after(ms, call)
  }
  const endAttempt = (): void => {
    attempt += 1
    stopTimer?.()
    stopTimer = null
    closeStream?.()
    closeStream = null
  }

  /** Ends the running attempt, if any, and either stops or schedules the next one. */
  const lost = (reason: string, final: boolean, waitMs?: number): void => {
    if (stopped) return
    endAttempt()
    const wait = waitMs ?? backoff.next()
    log.event(final ? 'error' : 'warn', `provider.${name}-lost`, {
      reason,
      final,
      waitMs: Math.round(wait),
    })
    health(final ? 'stopped' : 'down', reason)
    options.onLost({ reason, final })
    if (!final && !stopped) timer(wait, open)
  }

  const limitExceeded = (reason: string): void => {
    refusals += 1
    if (acceptedOnce && refusals <= STALE_SUBSCRIPTION_TRIES) {
      lost(reason, false, STALE_SUBSCRIPTION_WAIT_MS)
    } else lost(reason, true)
  }

  const control: StreamControl = {
    received(publishedAtMs) {
      lastMessageAt = clock.now()
      latencyMs = publishedAtMs === null ? null : plausibleDelay(publishedAtMs, lastMessageAt)
      timer(ASSUMPTIONS.streamDeadAfterMs, () => lost('nothing was heard for too long', false))
    },
    accepted() {
      backoff.connected()
      acceptedOnce = true
      refusals = 0
      health('live', null)
    },
    live: () => health('live', null),
    lost: (reason, final) => lost(reason, final),
    limitExceeded: () => limitExceeded('another client holds the subscription of this key'),
  }

  const onEnd = (end: GrpcEnd): void => {
    const reason = `the stream ended with status ${end.status} ${end.detail}`.trim()
    if (end.status === RESOURCE_EXHAUSTED) limitExceeded(reason)
    else lost(cleanMessage(reason), FINAL_STATUSES.has(end.status))
  }

  function open(): void {
    if (stopped) return
    const thisAttempt = ++attempt
    const running = () => thisAttempt === attempt && !stopped
    health('connecting', null)
    timer(OPEN_TIMEOUT_MS, () => lost('no answer to the subscription', false))
    ports.grpc().then(
      (grpc: GrpcPort) => {
        if (!running()) return
        const message = options.request()
        const close = grpc.openStream(
          {
            ...address,
            method,
            message,
            metadata: signGrpc(crypto, credentials, signingMoment(clock, random), message),
          },
          {
            onMessage(bytes) {
              if (!running()) return
              try {
                options.onMessage(bytes, control)
              } catch {
                log.event('warn', `provider.${name}-undecodable`, { bytes: bytes.length })
              }
            },
            onEnd(end) {
              if (running()) onEnd(end)
            },
          },
        )
        if (running()) closeStream = close
        else close()
      },
      () => {
        if (running()) lost('the gRPC library could not be loaded', false)
      },
    )
  }

  open()
  return () => {
    stopped = true
    endAttempt()
  }
}
