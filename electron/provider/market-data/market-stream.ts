import type { Disposer } from '../../../shared/domain/brand.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../../core/channel-report.js'
import type {
  MarketInterest,
  MarketStreamListener,
  MarketStreamPort,
} from '../../core/market/market-port.js'
import { createBackoff, STREAM_BACKOFF } from '../events/backoff.js'
import type { Caller } from '../http/caller.js'
import type { Categories } from './categories.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Endpoints } from '../http/hosts.js'
import { readMarketMessage, type MarketMessage } from './market-messages.js'
import { randomHex, type MqttEnd, type MqttPort, type ProviderDependencies } from '../http/ports.js'
import type { AppCredentials } from '../http/signing.js'
import { plausibleDelay } from '../events/stream-delay.js'
import { createSubscriptionSync, type SubscriptionSync } from './subscription-sync.js'

/**
 * A dead connection is detected after one and a half times this; the SDK's 60 s would show old
 * prices for too long.
 */
const KEEP_ALIVE_SECONDS = 15
const CONNECT_TIMEOUT_MS = 10_000
/** With subscribed symbols, the stream is shown as stale after this much silence. */
const STALE_AFTER_MS = 15_000
const HEALTH_EVERY_MS = 2_000
/** CONNACK codes that a retry cannot resolve: client id, user or key refused (MARKET-10). */
const FINAL_CODES: ReadonlySet<number> = new Set([2, 4, 103, 104])
const TOO_MANY_CONNECTIONS = 105
/** The server counts a dropped connection for about a minute. */
const SLOT_WAIT_MS = 60_000
const NO_INTEREST: MarketInterest = { quotes: [], depth: [], ticks: [] }

export interface MarketStreamOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly caller: Caller
  readonly categories: Categories
  readonly ports: Pick<ProviderDependencies, 'clock' | 'timers' | 'random' | 'log' | 'mqtt'>
}

/** Returns a version 4 UUID: the session id that links the connection to its subscribe calls. */
export function sessionId(random: ProviderDependencies['random']): string {
  const hex = randomHex(random, 16)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

/**
 * Creates the MQTT market stream: it reconnects with bounded jitter, subscribes again over HTTP,
 * and converts messages to domain types (MARKET-10).
 */
export function createMarketStream(options: MarketStreamOptions): MarketStreamPort {
  let interest: MarketInterest = NO_INTEREST
  let current: { setInterest(interest: MarketInterest): void } | null = null
  return {
    start(listener) {
      const stream = run(options, listener)
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

function run(
  { endpoints, credentials, caller, categories, ports }: MarketStreamOptions,
  listener: MarketStreamListener,
): { setInterest(interest: MarketInterest): void; close: Disposer } {
  const { clock, timers, random, log } = ports
  const id = sessionId(random)
  const backoff = createBackoff({ ...STREAM_BACKOFF, random, clock })
  let stopped = false
  let attempt = 0
  let state: ChannelReport['state'] = 'connecting'
  let lastMessageAt: EpochMs | null = null
  let lastActivityAt = 0
  let latencyMs: number | null = null
  let problem: CallFailure | null = null
  let subscribed = false
  let closeConnection: Disposer | null = null
  let stopTimer: Disposer | null = null

  const health = (next: ChannelReport['state'], detail: string | null): void => {
    state = next
    if (!stopped) listener.onHealth({ state, lastMessageAt, latencyMs, detail })
  }
  const problemText = (): string | null =>
    problem === null
      ? null
      : `subscribing failed: ${problem.message === '' ? problem.code : problem.message}`

  const sync: SubscriptionSync = createSubscriptionSync({
    sessionId: id,
    caller,
    categories,
    clock,
    timers,
    random,
    onSubscribed(now) {
      subscribed = true
      lastActivityAt = clock.monotonic()
      if (!stopped) listener.onSubscribed(now)
    },
    onProblem(failure) {
      problem = failure
      if (state === 'live' || state === 'stale') {
        health(failure === null ? 'live' : 'stale', problemText())
      }
    },
  })

  const deliver = (message: MarketMessage): void => {
    if (message.kind === 'alive') return
    if (message.publishedAt !== null) latencyMs = plausibleDelay(message.publishedAt, clock.now())
    if (message.kind === 'tick') listener.onTick(message.tick)
    else {
      listener.onQuote(message.patch)
      if (message.kind === 'quote' && sync.subscriptionOf(message.depth.symbol)?.book === true) {
        listener.onDepth(message.depth)
      }
    }
  }

  const endAttempt = (): void => {
    attempt += 1
    subscribed = false
    stopTimer?.()
    stopTimer = null
    closeConnection?.()
    closeConnection = null
    sync.disconnected()
  }

  const lost = (end: MqttEnd): void => {
    const refused = end.kind === 'refused' ? end.code : null
    const reason =
      end.kind === 'refused'
        ? `the connection was refused with code ${end.code}`
        : `${end.kind}: ${end.detail}`
    const final = refused !== null && FINAL_CODES.has(refused)
    endAttempt()
    const wait =
      refused === TOO_MANY_CONNECTIONS ? Math.max(SLOT_WAIT_MS, backoff.next()) : backoff.next()
    log.event(final ? 'error' : 'warn', 'provider.market-stream-lost', {
      reason,
      final,
      waitMs: Math.round(wait),
    })
    health(final ? 'stopped' : 'down', reason)
    if (!final && !stopped) stopTimer = timers.after(wait, open)
  }

  const onMessage = (topic: string, payload: Uint8Array): void => {
    lastMessageAt = clock.now()
    lastActivityAt = clock.monotonic()
    const message = readMarketMessage(topic, payload, lastMessageAt)
    if (message !== null) deliver(message)
  }

  function open(): void {
    if (stopped) return
    const thisAttempt = ++attempt
    const running = () => thisAttempt === attempt && !stopped
    health('connecting', null)
    ports.mqtt().then(
      (mqtt: MqttPort) => {
        if (!running()) return
        const close = mqtt.open(
          {
            ...endpoints.data,
            clientId: id,
            username: credentials.appKey,
            password: randomHex(random, 16),
            keepAliveSeconds: KEEP_ALIVE_SECONDS,
            connectTimeoutMs: CONNECT_TIMEOUT_MS,
          },
          {
            onConnected() {
              if (!running()) return
              backoff.connected()
              lastActivityAt = clock.monotonic()
              health('live', null)
              sync.connected()
            },
            onMessage(topic, payload) {
              if (running()) onMessage(topic, payload)
            },
            onEnd(end) {
              if (running()) lost(end)
            },
          },
        )
        if (running()) closeConnection = close
        else close()
      },
      () => {
        if (running()) lost({ kind: 'network', detail: 'the MQTT library could not be loaded' })
      },
    )
  }

  // Health is shown to people, so it is reported at intervals and not per message.
  const stopHealth = timers.every(HEALTH_EVERY_MS, () => {
    if (state !== 'live' && state !== 'stale') return
    const silent = subscribed && clock.monotonic() - lastActivityAt > STALE_AFTER_MS
    health(
      silent || problem !== null ? 'stale' : 'live',
      problemText() ?? (silent ? 'no market data is coming in' : null),
    )
  })

  open()
  return {
    setInterest: (interest) => sync.setInterest(interest),
    close() {
      stopped = true
      endAttempt()
      stopHealth()
      sync.close()
    },
  }
}
