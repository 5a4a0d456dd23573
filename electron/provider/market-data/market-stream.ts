import type { Disposer } from '../../../shared/domain/brand.js'
import type { MarketWay } from '../../../shared/domain/session/health.js'
import { MINUTE_MS, type EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../../core/channel-report.js'
import type {
  MarketInterest,
  MarketStreamListener,
  MarketStreamPort,
} from '../../core/market/market-port.js'
import { AttemptTime, CONNECTION_BACKOFF, createBackoff } from '../events/backoff.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from './categories.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Endpoints, MarketRoute } from '../http/hosts.js'
import { failureMessage } from '../http/provider-failure.js'
import { readMarketMessage, type MarketMessage } from './market-messages.js'
import { randomHex } from '../../core/hex.js'
import { probingOf, type PathDoubt, type ProviderDependencies } from '../http/ports.js'
import type { MqttEnd, MqttPort } from '../../core/net-ports.js'
import type { AppCredentials } from '../http/authorization.js'
import { plausibleDelay } from '../events/stream-delay.js'
import { RouteLadder } from './route-ladder.js'
import { SubscriptionSync } from './subscription-sync.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

/**
 * A dead connection is detected after one and a half times this; the SDK's 60 s would show old
 * prices for too long.
 */
const KEEP_ALIVE_SECONDS = 15
/** The silence after which the server has to answer a ping; quotes are seldom so far apart. */
const PING_AFTER_MS = 1_500
const CONNECT_TIMEOUT_MS = 10_000
/** The same while other routes are untried: the network may swallow what goes to this port. */
const UNTRIED_TIMEOUT_MS = 5_000
/** The wait before another route is tried; each round of them waits longer. */
const NEXT_ROUTE_MS = 500
/** With subscribed symbols, the stream is shown as stale after this much silence. */
const STALE_AFTER_MS = 15_000
const HEALTH_EVERY_MS = 2_000
/** CONNACK codes that a retry cannot resolve: client id, user or key refused (MARKET-10). */
const FINAL_CODES: ReadonlySet<number> = new Set([2, 4, 103, 104])
const PASSWORD_BYTES = 16
const TOO_MANY_CONNECTIONS = 105
/** The server counts a dropped connection for about a minute. */
const SLOT_WAIT_MS = MINUTE_MS
/** The broker may have withdrawn its refusal of the key meanwhile. */
const RARE_WAIT_MS = 5 * MINUTE_MS
/**
 * A computer that is awake so long after it announced a sleep did not sleep. One that wakes for
 * itself in between connects then, too, and announces its next sleep like the first.
 */
const SLEEP_DOUBT_MS = MINUTE_MS / 2
const MAX_REASON_CHARS = 300
const NO_INTEREST: MarketInterest = { quotes: [], depth: [], ticks: [] }

export interface MarketStreamOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly caller: Caller
  readonly categories: Categories
  /** Calls the listener when requests that failed for lack of a token may be sent again. */
  readonly onToken: (listener: () => void) => Disposer
  readonly doubt?: PathDoubt
  readonly ports: Pick<
    ProviderDependencies,
    'clock' | 'timers' | 'random' | 'log' | 'mqtt' | 'network'
  >
}

/** Returns a version 4 UUID: the session id that links the connection to its subscribe calls. */
export function sessionId(random: ProviderDependencies['random']): string {
  const hex = randomHex(random, 16)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Creates the MQTT market stream: it reconnects with bounded jitter, at once when the network may
 * be back, subscribes again over HTTP, and converts messages to domain types (MARKET-10).
 */
export function createMarketStream(options: MarketStreamOptions): MarketStreamPort {
  let interest: MarketInterest = NO_INTEREST
  let current: StartedStream | null = null
  return {
    start(listener) {
      const stream = new StartedStream(options, listener)
      stream.open()
      current = stream
      stream.setInterest(interest)
      return () => {
        if (current === stream) current = null
        stream.close()
      }
    },
    setInterest(next) {
      interest = next
      current?.setInterest(next)
    },
  }
}

/** One started stream: its connection, its subscriptions and its health. */
class StartedStream {
  readonly #options: MarketStreamOptions
  readonly #listener: MarketStreamListener
  readonly #sessionId: string
  readonly #time: AttemptTime
  readonly #ladder: RouteLadder
  readonly #sync: SubscriptionSync
  readonly #stopHealth: Disposer
  readonly #stopWatching: readonly Disposer[]
  #stopped = false
  #attempt = 0
  #state: ChannelReport['state'] = 'connecting'
  #lastMessageAt: EpochMs | null = null
  /** The last message of the newest report. */
  #reportedMessageAt: EpochMs | null = null
  #lastActivityAt = 0
  #latencyMs: number | null = null
  #problem: CallFailure | null = null
  #subscribed = false
  #closeConnection: Disposer | null = null
  #stopTimer: Disposer | null = null
  #stopWatchingNetwork: Disposer = () => undefined

  constructor(options: MarketStreamOptions, listener: MarketStreamListener) {
    this.#options = options
    this.#listener = listener
    const { caller, categories, endpoints, ports } = options
    this.#ladder = new RouteLadder(endpoints.data, endpoints.dataFallbacks)
    const { clock, timers, random } = ports
    this.#sessionId = sessionId(random)
    this.#time = new AttemptTime(createBackoff({ ...CONNECTION_BACKOFF, random, clock }), clock)
    this.#sync = new SubscriptionSync({
      sessionId: this.#sessionId,
      caller,
      categories,
      clock,
      timers,
      random,
      onSubscribed: (interest) => this.#onSubscribed(interest),
      onOverLimit: (symbols) => {
        if (!this.#stopped) this.#listener.onOverLimit(symbols)
      },
      onProblem: (failure) => this.#onProblem(failure),
    })
    // Health is shown to people, so it is reported at intervals and not per message.
    this.#stopHealth = timers.every(HEALTH_EVERY_MS, () => this.#reportHealth())
    const wake = (): void => this.#sync.wake()
    this.#stopWatching = [
      options.onToken(wake),
      ports.network.onBack(wake),
      ports.network.onBack(() => {
        if (!this.#isConnected) this.#ladder.restart()
      }),
      ports.network.onSleep?.(() => this.#endForSleep()) ?? (() => undefined),
    ]
  }

  open(): void {
    if (this.#stopped) return
    this.#endWait()
    this.#stopWatchingNetwork = this.#options.ports.network.onBack(() => this.#reopenIfDoubtful())
    this.#attempt += 1
    const attempt = this.#attempt
    this.#setHealth('connecting', null)
    this.#options.ports.mqtt().then(
      (mqtt) => {
        if (this.#isRunning(attempt)) this.#connect(mqtt, attempt)
      },
      () => {
        if (!this.#isRunning(attempt)) return
        this.#onLost({ kind: 'network', detail: 'the MQTT library could not be loaded' })
      },
    )
  }

  setInterest(interest: MarketInterest): void {
    this.#sync.setInterest(interest)
  }

  close(): void {
    this.#stopped = true
    this.#endAttempt()
    this.#stopHealth()
    for (const stop of this.#stopWatching) stop()
    this.#sync.close()
  }

  /** The network may have been away: a connection without a sign of life is not waited for. */
  #reopenIfDoubtful(): void {
    if (!this.#time.isDoubtful()) return
    this.#endAttempt()
    this.open()
  }

  /**
   * Ends the connection before the computer sleeps. What the broker sends until it wakes is old by
   * then: it would be shown as the price of now, one message after another.
   */
  #endForSleep(): void {
    // One that waits for its next attempt has no connection, and a reason to wait as long.
    const isWaiting = this.#stopTimer !== null
    if (this.#stopped || isWaiting) return
    this.#endAttempt()
    this.#setHealth('down', message('channel.asleep'))
    // The computer may stay awake, and then says nothing.
    this.#openAfter(SLEEP_DOUBT_MS)
  }

  /** Opens after the wait, or when the network is back. */
  #openAfter(waitMs: number): void {
    const { timers, network } = this.#options.ports
    this.#stopTimer = timers.after(waitMs, () => this.open())
    this.#stopWatchingNetwork = network.onBack(() => this.open())
  }

  #connect(mqtt: MqttPort, attempt: number): void {
    const { credentials, ports, doubt } = this.#options
    const { route, hasUntried } = this.#ladder
    const close = mqtt.open(
      {
        ...route,
        clientId: this.#sessionId,
        username: credentials.appKey,
        password: randomHex(ports.random, PASSWORD_BYTES),
        keepAliveSeconds: KEEP_ALIVE_SECONDS,
        connectTimeoutMs: this.#time.start(hasUntried ? UNTRIED_TIMEOUT_MS : CONNECT_TIMEOUT_MS),
        ...(doubt === undefined ? {} : { probing: probingOf(doubt, PING_AFTER_MS) }),
      },
      {
        onConnected: () => {
          if (this.#isRunning(attempt)) this.#onConnected()
        },
        onMessage: (topic, payload) => {
          if (this.#isRunning(attempt)) this.#onMessage(topic, payload)
        },
        onEnd: (end) => {
          if (!this.#isRunning(attempt)) return
          this.#onLost(end)
          // What ended this connection may have swallowed others, which would not notice.
          if (end.kind !== 'refused') this.#options.doubt?.emit('lost')
        },
      },
    )
    if (this.#isRunning(attempt)) this.#closeConnection = close
    else close()
  }

  #onConnected(): void {
    this.#time.connected()
    this.#ladder.connected()
    this.#recordActivity()
    this.#setHealth('live', null)
    this.#sync.connected()
  }

  #onSubscribed(interest: MarketInterest): void {
    this.#subscribed = true
    this.#recordActivity()
    if (!this.#stopped) this.#listener.onSubscribed(interest)
  }

  #onProblem(failure: CallFailure | null): void {
    this.#problem = failure
    if (this.#isConnected) {
      this.#setHealth(failure === null ? 'live' : 'stale', problemText(failure))
    }
  }

  #onMessage(topic: string, payload: Uint8Array): void {
    const now = this.#options.ports.clock.now()
    this.#recordActivity()
    const message = readMarketMessage(topic, payload, now)
    if (message === null || message.kind === 'alive') return
    // A sign of life is no data: prices are as old as the last message with one.
    this.#lastMessageAt = now
    this.#deliver(message)
  }

  #deliver(message: Exclude<MarketMessage, { kind: 'alive' }>): void {
    if (message.publishedAt !== null) {
      this.#latencyMs = plausibleDelay(message.publishedAt, this.#options.ports.clock.now())
    }
    if (message.kind === 'tick') return this.#listener.onTick(message.tick)
    this.#listener.onQuote(message.patch)
    if (
      message.kind === 'quote' &&
      this.#sync.subscriptionOf(message.depth.symbol)?.book === true
    ) {
      this.#listener.onDepth(message.depth)
    }
  }

  /** Ends the running attempt and schedules the next one. */
  #onLost(end: MqttEnd): void {
    const { log } = this.#options.ports
    const code = end.kind === 'refused' ? end.code : null
    const { port } = this.#ladder.route
    const reason = reasonOf(end, port)
    const final = code !== null && FINAL_CODES.has(code)
    this.#endAttempt()
    // A refusal is an answer: this route is open.
    const next = code === null ? this.#ladder.failed() : 'same'
    const isUnanswered = end.kind === 'timeout'
    const backoffMs = next === 'next' ? NEXT_ROUTE_MS : this.#time.waitMs(isUnanswered)
    const least = final ? RARE_WAIT_MS : code === TOO_MANY_CONNECTIONS ? SLOT_WAIT_MS : 0
    const wait = Math.max(least, backoffMs)
    log.event(final ? 'error' : 'warn', 'provider.market-stream-lost', {
      reason: inEnglish(reason),
      final,
      waitMs: Math.round(wait),
    })
    this.#setHealth(final ? 'stopped' : 'down', reason)
    if (this.#stopped) return
    this.#openAfter(wait)
  }

  #endWait(): void {
    this.#stopTimer?.()
    this.#stopTimer = null
    this.#stopWatchingNetwork()
  }

  #endAttempt(): void {
    this.#attempt += 1
    this.#subscribed = false
    this.#endWait()
    this.#closeConnection?.()
    this.#closeConnection = null
    this.#sync.disconnected()
  }

  #isRunning(attempt: number): boolean {
    return attempt === this.#attempt && !this.#stopped
  }

  get #isConnected(): boolean {
    return this.#state === 'live' || this.#state === 'stale'
  }

  #recordActivity(): void {
    this.#time.alive()
    this.#lastActivityAt = this.#options.ports.clock.monotonic()
  }

  #reportHealth(): void {
    if (!this.#isConnected) return
    const silentMs = this.#options.ports.clock.monotonic() - this.#lastActivityAt
    const silent = this.#subscribed && silentMs > STALE_AFTER_MS
    const state = silent || this.#problem !== null ? 'stale' : 'live'
    // A report costs every window a frame: one that says nothing new is none.
    if (state === this.#state && this.#lastMessageAt === this.#reportedMessageAt) return
    this.#setHealth(
      state,
      problemText(this.#problem) ?? (silent ? message('channel.noMarketData') : null),
    )
  }

  #setHealth(state: ChannelReport['state'], detail: Message | null): void {
    this.#state = state
    if (this.#stopped) return
    const lastMessageAt = this.#lastMessageAt
    this.#reportedMessageAt = lastMessageAt
    this.#listener.onHealth({
      ...{ state, lastMessageAt, latencyMs: this.#latencyMs, detail },
      ...(this.#isConnected ? { way: wayOf(this.#ladder.route) } : {}),
    })
  }
}

const problemText = (problem: CallFailure | null): Message | null =>
  problem === null
    ? null
    : problem.class === 'not-sent'
      ? failureMessage(problem)
      : message('channel.notSubscribed', {
          reason: (problem.message === '' ? problem.code : problem.message).slice(
            0,
            MAX_REASON_CHARS,
          ),
        })

const wayOf = ({ port, webSocketPath }: MarketRoute): MarketWay => ({
  kind: webSocketPath === undefined ? 'tls' : 'websocket',
  port,
})

function reasonOf(end: MqttEnd, port: number): Message {
  if (end.kind === 'refused') return message('channel.refusedWithCode', { code: end.code })
  const { kind, detail } = end
  return message('channel.closed', { port, kind, detail: detail.slice(0, MAX_REASON_CHARS) })
}
