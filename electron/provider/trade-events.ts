import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { AccountId } from '../../shared/domain/ids.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { EpochMs } from '../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../shared/wire/assumptions.js'
import { SubscribeRequestSchema, SubscribeResponseSchema, type SubscribeResponse } from '../../shared/wire/gen/trade-events_pb.js'
import type { ChannelReport } from '../core/channel.js'
import type { TradeEventsListener, TradeEventsPort } from '../core/orders/events-port.js'
import { createBackoff, STREAM_BACKOFF } from './backoff.js'
import { cleanMessage } from './failure.js'
import type { Endpoints } from './hosts.js'
import { toOrderEvent } from './mapping/events.js'
import type { GrpcEnd, GrpcPort, ProviderWorld } from './ports.js'
import { signGrpc, signingMoment, type AppCredentials } from './signing.js'
import { plausibleDelay } from './stream-health.js'

const SUBSCRIBE_METHOD = '/grpc.trade.event.EventService/Subscribe'
/** Orders only: positions and option events are of products that this desk does not trade yet (bit mask, contract/trade-events.md). */
const SUBSCRIBE_ORDERS = 1
/** Open enum of the envelope: numbers beyond the schema arrive as themselves. */
const EVENT = { success: 0, ping: 1, authError: 2, tooMany: 3, expired: 4, order: 1024 } as const
/** gRPC statuses that no repetition heals: PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([7, 12, 16])
const RESOURCE_EXHAUSTED = 8
const OPEN_TIMEOUT_MS = 15_000
/** How many deliveries are remembered to drop their repetition. */
const REMEMBERED = 2_000
/** After our own lost connection the server may still count it; it is asked again, but not for ever. */
const GHOST_WAIT_MS = 30_000
const GHOST_TRIES = 6

export interface TradeEventsOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly world: Pick<ProviderWorld, 'clock' | 'timers' | 'random' | 'crypto' | 'log' | 'grpc'>
}

/** Remembers the latest deliveries. The id alone is not enough to tell them apart: nobody has published what it identifies. */
function createMemory(capacity: number): (delivery: string) => boolean {
  const seen = new Set<string>()
  return (delivery) => {
    if (seen.has(delivery)) return true
    seen.add(delivery)
    const oldest = seen.size > capacity ? seen.values().next().value : undefined
    if (oldest !== undefined) seen.delete(oldest)
    return false
  }
}

/** The gRPC trade events with liveness, bounded reconnects and duplicate removal (contract/trade-events.md, safety 8). */
export function createTradeEvents(options: TradeEventsOptions): TradeEventsPort {
  return { start: (accounts, listener) => run(options, accounts, listener) }
}

function run({ endpoints, credentials, world }: TradeEventsOptions, accounts: readonly AccountId[], listener: TradeEventsListener): Disposer {
  const { clock, timers, random, crypto, log } = world
  const backoff = createBackoff({ ...STREAM_BACKOFF, random, clock })
  const repeated = createMemory(REMEMBERED)
  let stopped = false
  let attempt = 0
  let subscribedOnce = false
  let ghosts = 0
  let lastHeardAt: EpochMs | null = null
  let latencyMs: number | null = null
  let closeStream: Disposer | null = null
  let stopTimer: Disposer | null = null

  const health = (state: ChannelReport['state'], detail: string | null): void => {
    if (!stopped) listener.onHealth({ state, lastHeardAt, latencyMs, detail })
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

  /** Ends the running attempt, if any, and either gives up or plans the next one. */
  const lost = (reason: string, final: boolean, waitMs?: number): void => {
    if (stopped) return
    endAttempt()
    const wait = waitMs ?? backoff.next()
    log.event(final ? 'error' : 'warn', 'provider.events-lost', { reason, final, waitMs: Math.round(wait) })
    health(final ? 'stopped' : 'down', reason)
    listener.onLost({ reason, final })
    if (!final && !stopped) timer(wait, open)
  }

  const tooMany = (reason: string): void => {
    ghosts += 1
    if (subscribedOnce && ghosts <= GHOST_TRIES) lost(reason, false, GHOST_WAIT_MS)
    else lost(reason, true)
  }

  const heard = (): void => {
    lastHeardAt = clock.now()
    timer(ASSUMPTIONS.streamDeadAfterMs, () => lost('nothing was heard for too long', false))
  }

  const onAnswer = (answer: SubscribeResponse): void => {
    const kind: number = answer.eventType
    heard()
    latencyMs = plausibleDelay(Number(answer.timestamp), clock.now())
    if (kind === EVENT.success) {
      backoff.connected()
      subscribedOnce = true
      ghosts = 0
      health('live', null)
      listener.onSubscribed()
    } else if (kind === EVENT.authError) lost(`the key was refused: ${cleanMessage(answer.payload)}`.trim(), true)
    else if (kind === EVENT.tooMany) tooMany('another client holds the subscription of this key')
    else if (kind === EVENT.expired) lost('the subscription expired', false)
    else if (kind === EVENT.order) onOrder(answer)
    else health('live', null)
  }

  const onOrder = (answer: SubscribeResponse): void => {
    if (answer.requestId !== '' && repeated(`${answer.requestId}\n${answer.payload}`)) return
    const notice = toOrderEvent(answer.payload, clock.now())
    if (notice === null) log.event('warn', 'provider.event-unreadable', { bytes: answer.payload.length })
    else listener.onOrder(notice)
    health('live', null)
  }

  const onEnd = (end: GrpcEnd): void => {
    const reason = `the stream ended with status ${end.status} ${end.detail}`.trim()
    if (end.status === RESOURCE_EXHAUSTED) tooMany(reason)
    else lost(cleanMessage(reason), FINAL_STATUSES.has(end.status))
  }

  function open(): void {
    if (stopped) return
    const mine = ++attempt
    const running = () => mine === attempt && !stopped
    health('connecting', null)
    timer(OPEN_TIMEOUT_MS, () => lost('no answer to the subscription', false))
    world.grpc().then((grpc: GrpcPort) => {
      if (!running()) return
      const message = toBinary(SubscribeRequestSchema, create(SubscribeRequestSchema, {
        subscribeType: SUBSCRIBE_ORDERS, timestamp: BigInt(clock.now()), accounts: [...accounts],
      }))
      const close = grpc.openStream(
        { ...endpoints.events, method: SUBSCRIBE_METHOD, message, metadata: signGrpc(crypto, credentials, signingMoment(clock, random), message) },
        {
          onMessage(bytes) {
            if (!running()) return
            try {
              onAnswer(fromBinary(SubscribeResponseSchema, bytes))
            } catch {
              log.event('warn', 'provider.event-undecodable', { bytes: bytes.length })
            }
          },
          onEnd(end) {
            if (running()) onEnd(end)
          },
        },
      )
      if (running()) closeStream = close
      else close()
    }, () => {
      if (running()) lost('the gRPC library could not be loaded', false)
    })
  }

  open()
  return () => {
    stopped = true
    endAttempt()
  }
}

