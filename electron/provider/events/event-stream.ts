import type { Disposer } from '../../../shared/domain/brand.js'
import { MINUTE_MS, type EpochMs, SECOND_MS } from '../../../shared/domain/time.js'
import { chosen, type BrokerAssumptions } from '../../../shared/domain/app/broker-assumptions.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { ChannelReport } from '../../core/channel-report.js'
import { AttemptTime, CONNECTION_BACKOFF, createBackoff } from './backoff.js'
import { cleanMessage } from '../http/call-failure.js'
import type { SocketAddress } from '../http/hosts.js'
import { probingOf, type PathDoubt, type ProviderDependencies } from '../http/ports.js'
import { causeFields } from '../../core/described-error.js'
import type { GrpcEnd, GrpcPort } from '../../core/net-ports.js'
import { signGrpc, signingMoment, type AppCredentials } from '../http/authorization.js'
import { plausibleDelay } from './stream-delay.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import type { ClockPort, TimerPort } from '../../core/ports.js'

const CHECK_INTERVAL_MS = 5 * SECOND_MS
/** Smaller steps are ordinary corrections, and too small to change whether a signature is valid. */
const MIN_CHANGE_MS = 30 * SECOND_MS

/** Returns the difference of the computer's clock to time that nobody sets, in ms. */
export const clockOffset = (clock: ClockPort): number => clock.now() - clock.monotonic()

/**
 * Calls `onChange` once, when the computer's clock was set to another time since it had the offset
 * `since` (see {@link clockOffset}), or the computer slept.
 */
export function onClockChange(
  { clock, timers }: { readonly clock: ClockPort; readonly timers: Pick<TimerPort, 'every'> },
  since: number,
  onChange: () => void,
): Disposer {
  const stop = timers.every(CHECK_INTERVAL_MS, () => {
    if (Math.abs(clockOffset(clock) - since) < MIN_CHANGE_MS) return
    stop()
    onChange()
  })
  return stop
}

/** gRPC statuses that a retry cannot resolve: PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([7, 12, 16])
/** The connection had no answer in time. */
const DEADLINE_EXCEEDED = 4
const RESOURCE_EXHAUSTED = 8
const UNAVAILABLE = 14
const OPEN_TIMEOUT_MS = 15_000
/** Number of deliveries remembered for detecting duplicates. */
const MAX_REMEMBERED = 2_000
/**
 * After a lost connection the server may still count it as subscribed, also when an earlier run of
 * this computer lost it (a power failure). It may notice late, and another client may end: the
 * attempts become rare, and never end.
 */
const COUNTED_WAIT_MS = 30_000
const FREQUENT_ATTEMPTS = 6
/** A refusal that a retry does not resolve at once: the broker may have withdrawn it meanwhile. */
const RARE_WAIT_MS = 5 * MINUTE_MS

/** The stream, as a message reader reports to it. */
export type StreamControl = Omit<EventStream, 'open' | 'close'>

export interface EventStreamOptions {
  readonly address: SocketAddress
  /** `/package.Service/Method`. */
  readonly method: string
  /** Name of the stream in the log. */
  readonly name: string
  readonly credentials: AppCredentials
  readonly ports: Pick<
    ProviderDependencies,
    'clock' | 'timers' | 'random' | 'crypto' | 'log' | 'grpc' | 'network'
  >
  readonly doubt?: PathDoubt
  /** What the broker does otherwise than assumed. */
  readonly assumptions?: BrokerAssumptions | undefined
  /** Returns the serialized request of one attempt; every attempt is signed separately. */
  readonly request: () => Uint8Array
  /** Reads one message; throws when it cannot be decoded. */
  readonly onMessage: (bytes: Uint8Array, control: StreamControl) => void
  readonly onLost: (why: { readonly reason: string; readonly final: boolean }) => void
  readonly onHealth: (report: ChannelReport) => void
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
 * Maintains one server stream of events: signs each attempt, ends it after silence, and reconnects
 * with bounded and jittered waits, at once when the network may be back. Where the key is refused
 * it is stopped, and tried again rarely, or when the computer's clock is set (EVENTS-5, EVENTS-6,
 * REL-34). Listeners are not called after disposal.
 */
export function runEventStream(options: EventStreamOptions): Disposer {
  const stream = new EventStream(options)
  stream.open()
  return () => stream.close()
}

/** A broker that pings less often than assumed is waited for this many times as long. */
const LONG_SILENCE = 3

/** Returns the silence in ms after which a stream is stale, and after which it is dead. */
function silenceOf(assumptions: BrokerAssumptions | undefined) {
  const times = chosen(assumptions, 'eventSilence') === 'long' ? LONG_SILENCE : 1
  const { streamStaleAfterMs, streamDeadAfterMs } = ASSUMPTIONS
  return { staleMs: times * streamStaleAfterMs, deadMs: times * streamDeadAfterMs }
}

/** Returns the silence in ms after which a stream is asked whether it lives; null for never. */
const healthCheckMs = (assumptions: BrokerAssumptions | undefined): number | null =>
  chosen(assumptions, 'healthChecks') === 'never' ? null : ASSUMPTIONS.eventHealthCheckAfterMs

class EventStream {
  readonly #options: EventStreamOptions
  readonly #time: AttemptTime
  readonly #silence: { readonly staleMs: number; readonly deadMs: number }
  #stopped = false
  #attempt = 0
  #refusals = 0
  #lastMessageAt: EpochMs | null = null
  #latencyMs: number | null = null
  /** True while pings are missing: events may be lost, so that the state is not live any more. */
  #isStale = false
  #closeStream: Disposer | null = null
  #stopTimer: Disposer | null = null
  #stopWatchingClock: Disposer = () => undefined
  #stopWatchingNetwork: Disposer = () => undefined
  /** The offset of the computer's clock when the newest attempt was signed. */
  #signedAtOffset: number

  constructor(options: EventStreamOptions) {
    this.#options = options
    this.#silence = silenceOf(options.assumptions)
    const { random, clock } = options.ports
    this.#signedAtOffset = clockOffset(clock)
    this.#time = new AttemptTime(createBackoff({ ...CONNECTION_BACKOFF, random, clock }), clock)
  }

  open(): void {
    if (this.#stopped) return
    this.#stopWatchingClock()
    this.#watchNetwork(() => this.#reopenIfDoubtful())
    this.#attempt += 1
    const attempt = this.#attempt
    this.#health('connecting', null)
    this.#after(this.#time.start(OPEN_TIMEOUT_MS), () =>
      this.lost(message('channel.noAnswer'), false),
    )
    this.#options.ports.grpc().then(
      (grpc) => {
        if (this.#isRunning(attempt)) this.#subscribe(grpc, attempt)
      },
      () => {
        if (this.#isRunning(attempt)) this.lost(message('channel.grpcNotLoaded'), false)
      },
    )
  }

  close(): void {
    this.#stopped = true
    this.#stopWatchingClock()
    this.#stopWatchingNetwork()
    this.#endAttempt()
  }

  /** A message arrived, published at the given server time where known; the connection is alive. */
  received(publishedAtMs: number | null): void {
    const now = this.#options.ports.clock.now()
    this.#time.alive()
    this.#lastMessageAt = now
    this.#latencyMs = publishedAtMs === null ? null : plausibleDelay(publishedAtMs, now)
    if (this.#isStale) this.#health('live', null)
    this.#isStale = false
    this.#after(this.#silence.staleMs, () => this.#onSilence())
  }

  /** The subscription was accepted. */
  accepted(): void {
    this.#time.connected()
    this.#refusals = 0
    this.#health('live', null)
  }

  /** The received message was in order. */
  live(): void {
    this.#health('live', null)
  }

  /** Ends this attempt; `final`: the key was refused, so that the next one is made much later. */
  lost(reason: Message, final: boolean): void {
    this.#lostFor(reason, final, final ? RARE_WAIT_MS : this.#time.waitMs())
    if (!final || this.#stopped) return
    // A signature with a wrong time is refused like a wrong key, and the person can set the clock.
    // The clock may have been set since this attempt was signed, before the refusal arrived.
    const { ports } = this.#options
    this.#stopWatchingClock = onClockChange(ports, this.#signedAtOffset, () => this.open())
  }

  /** Another subscription of this key exists; it may be an earlier one of this client. */
  limitExceeded(reason = message('channel.otherClient')): void {
    this.#refusals += 1
    const isRare = this.#refusals > FREQUENT_ATTEMPTS
    this.#lostFor(reason, false, isRare ? RARE_WAIT_MS : COUNTED_WAIT_MS)
  }

  #onSilence(): void {
    const reason = message('channel.silent')
    this.#isStale = true
    this.#health('stale', reason)
    const { staleMs, deadMs } = this.#silence
    this.#after(deadMs - staleMs, () => this.lost(reason, false))
  }

  /** Ends the running attempt, if any, and schedules the next one. */
  #lostFor(reason: Message, final: boolean, wait: number): void {
    if (this.#stopped) return
    this.#endAttempt()
    const { name, ports, onLost } = this.#options
    ports.log.event(final ? 'error' : 'warn', `provider.${name}-lost`, {
      reason: inEnglish(reason),
      final,
      waitMs: Math.round(wait),
    })
    this.#health(final ? 'stopped' : 'down', reason)
    onLost({ reason: inEnglish(reason), final })
    if (this.#stopped) return
    this.#after(wait, () => this.open())
    this.#watchNetwork(() => this.open())
  }

  /** The network may have been away: a connection without a sign of life is not waited for. */
  #reopenIfDoubtful(): void {
    if (!this.#time.isDoubtful()) return
    this.#endAttempt()
    this.open()
  }

  #watchNetwork(onBack: () => void): void {
    this.#stopWatchingNetwork()
    this.#stopWatchingNetwork = this.#options.ports.network.onBack(onBack)
  }

  #subscribe(grpc: GrpcPort, attempt: number): void {
    const { address, method, credentials, ports, request, doubt, assumptions } = this.#options
    const body = request()
    this.#signedAtOffset = clockOffset(ports.clock)
    const moment = signingMoment(ports.clock, ports.random)
    const metadata = signGrpc(ports.crypto, credentials, moment, body)
    const probing =
      doubt === undefined ? {} : { probing: probingOf(doubt, healthCheckMs(assumptions)) }
    const close = grpc.openStream(
      { ...address, method, message: body, metadata, ...probing },
      {
        onMessage: (bytes) => {
          if (this.#isRunning(attempt)) this.#onMessage(bytes)
        },
        onEnd: (end) => {
          if (this.#isRunning(attempt)) this.#onEnd(end)
        },
      },
    )
    if (this.#isRunning(attempt)) this.#closeStream = close
    else close()
  }

  #onMessage(bytes: Uint8Array): void {
    const { name, ports, onMessage } = this.#options
    try {
      onMessage(bytes, this)
    } catch (error) {
      ports.log.event('warn', `provider.${name}-undecodable`, {
        bytes: bytes.length,
        error: causeFields(error).error,
      })
    }
  }

  #onEnd(end: GrpcEnd): void {
    const { status } = end
    const reason = message('channel.ended', { status, detail: cleanMessage(end.detail) })
    // What ended this connection may have swallowed others, which would not notice.
    const isUnanswered = status === DEADLINE_EXCEEDED
    if (status === UNAVAILABLE || isUnanswered) this.#options.doubt?.emit('lost')
    if (status === RESOURCE_EXHAUSTED) this.limitExceeded(reason)
    else if (isUnanswered) this.#lostFor(reason, false, this.#time.waitMs(true))
    else this.lost(reason, FINAL_STATUSES.has(status))
  }

  #isRunning(attempt: number): boolean {
    return attempt === this.#attempt && !this.#stopped
  }

  #health(state: ChannelReport['state'], detail: Message | null): void {
    if (this.#stopped) return
    const lastMessageAt = this.#lastMessageAt
    this.#options.onHealth({ state, lastMessageAt, latencyMs: this.#latencyMs, detail })
  }

  #after(ms: number, call: () => void): void {
    this.#stopTimer?.()
    this.#stopTimer = this.#options.ports.timers.after(ms, call)
  }

  #endAttempt(): void {
    this.#attempt += 1
    this.#isStale = false
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#closeStream?.()
    this.#closeStream = null
  }
}
