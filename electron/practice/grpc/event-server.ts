import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { status } from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import {
  EventType,
  SubscribeRequestSchema,
  SubscribeResponseSchema,
} from '../../../shared/wire/gen/trade-events_pb.js'
import type { AccountEvent, TradeEvent } from '../exchange/api/exchange-api.js'
import type { Faults } from '../faults/faults.js'
import type { Access } from '../http/access/access.js'
import type { RunningServer } from '../model/running-server.js'
import type { Certificates } from '../tls/certificates.js'
import { metadataOf, serveStreams, type RawCall } from './wire.js'

/**
 * Each event's number, which is outside the declared enum (EVENTS-2), and the subscription bit that
 * requests it.
 */
const KINDS = {
  order: { type: 1024, bit: 1 },
  position: { type: 1028, bit: 2 },
  option: { type: 1032, bit: 4 },
} as const
/** Events of a stream that the fault `replay` can reach back. */
const MAX_RECENT = 8
const METHOD = '/grpc.trade.event.EventService/Subscribe'

/** One accepted subscription. */
interface Subscription {
  readonly call: RawCall
  readonly appKey: string
  readonly subscribeType: number
  readonly accounts: ReadonlySet<string>
  /** The last events, oldest first; each call returns one in a new envelope. */
  readonly recent: (() => Buffer)[]
  /** An event that is delivered after the next one; null when there is none. */
  held: Buffer | null
}

/**
 * Dependencies of the server. `owned` returns the accounts of the app key's user; `pingMs` replaces
 * the published ping interval in tests.
 */
export interface EventServerDeps {
  readonly access: Access
  readonly faults: Faults
  readonly owned: () => readonly string[]
  readonly now: () => EpochMs
  readonly pingMs?: number
}

function message(
  type: number,
  now: EpochMs,
  fields: {
    readonly subscribeType?: number
    readonly contentType?: string
    readonly payload?: string
    readonly requestId?: string
  } = {},
): Buffer {
  return Buffer.from(
    toBinary(
      SubscribeResponseSchema,
      create(SubscribeResponseSchema, {
        eventType: type as EventType,
        subscribeType: fields.subscribeType ?? 0,
        contentType: fields.contentType ?? 'text/plain',
        payload: fields.payload ?? '',
        requestId: fields.requestId ?? randomUUID().replaceAll('-', ''),
        timestamp: BigInt(now),
      }),
    ),
  )
}

/** Serves the trade event stream over gRPC (EVENTS-1 to EVENTS-6). */
export class EventServer {
  readonly #deps: EventServerDeps
  readonly #subscriptions = new Set<Subscription>()

  constructor(deps: EventServerDeps) {
    this.#deps = deps
  }

  /** Number of live subscriptions. */
  get size(): number {
    return this.#subscriptions.size
  }

  /** Sends an order event to the subscriptions that cover its account. */
  publish(event: TradeEvent): void {
    this.#deliver('order', event)
  }

  /**
   * Sends a settlement, exercise, assignment or expiry to the subscriptions that cover its account
   * and kind.
   */
  publishAccount(event: AccountEvent): void {
    this.#deliver(event.kind, event)
  }

  #deliver(
    kind: keyof typeof KINDS,
    event: Pick<AccountEvent, 'accountId' | 'time'> & { readonly payload: unknown },
  ): void {
    if (this.#silent()) return
    const { type, bit } = KINDS[kind]
    const payload = JSON.stringify(event.payload)
    const envelope = (): Buffer =>
      message(type, event.time, { subscribeType: bit, contentType: 'application/json', payload })
    const bytes = envelope()
    for (const subscription of this.#subscriptions) {
      const { accounts, subscribeType } = subscription
      if (!accounts.has(event.accountId) || (subscribeType & bit) === 0) continue
      this.#send(subscription, bytes)
      subscription.recent.push(envelope)
      if (subscription.recent.length > MAX_RECENT) subscription.recent.shift()
    }
  }

  /** Writes an event to a subscription, with the faults that are on. */
  #send(subscription: Subscription, bytes: Buffer): void {
    const { call, held, recent } = subscription
    const { faults } = this.#deps
    if (held === null && faults.strike('event-stream', 'swap')) {
      subscription.held = bytes
      return
    }
    call.write(bytes)
    if (held !== null) call.write(held)
    subscription.held = null
    // A redelivery is the same envelope, with the same requestId.
    if (faults.strike('event-stream', 'repeat')) call.write(bytes)
    const [oldest] = recent
    if (oldest !== undefined && faults.strike('event-stream', 'replay')) call.write(oldest())
  }

  /**
   * Ends every subscription, with an expiry message or by a broken connection. Returns how many
   * there were.
   */
  end(mode: 'kill' | 'expire'): number {
    const ended = [...this.#subscriptions]
    for (const subscription of ended) {
      this.#subscriptions.delete(subscription)
      if (mode === 'expire') {
        subscription.call.write(message(EventType.SubscribeExpired, this.#deps.now()))
        subscription.call.end()
      } else {
        subscription.call.emit('error', { code: status.UNAVAILABLE, details: 'connection lost' })
      }
    }
    return ended.length
  }

  /** Starts listening; rejects when the port is taken. */
  start(certificates: Certificates, port: number): Promise<RunningServer> {
    return serveStreams({
      path: METHOD,
      subscribe: (call) => this.subscribe(call),
      certificates,
      port,
      beat: {
        everyMs: this.#deps.pingMs ?? ASSUMPTIONS.pingEveryMs,
        run: () => this.ping(),
      },
    })
  }

  #silent(): boolean {
    return this.#deps.faults.on('event-stream', 'mute') !== null
  }

  /** Sends a ping to every subscription. */
  ping(): void {
    if (this.#silent()) return
    const bytes = message(EventType.Ping, this.#deps.now())
    for (const subscription of this.#subscriptions) {
      if (subscription.held !== null) subscription.call.write(subscription.held)
      subscription.held = null
      subscription.call.write(bytes)
    }
  }

  #refuse(call: RawCall, type: EventType): void {
    call.write(message(type, this.#deps.now()))
    call.end()
  }

  /** Answers a request for the stream: accepts the subscription, or refuses and ends it. */
  subscribe(call: RawCall): void {
    const authenticated = this.#deps.access.authenticateGrpc(
      metadataOf(call.metadata),
      call.request,
    )
    if (!authenticated.ok) return this.#refuse(call, EventType.AuthError)
    if (this.#deps.faults.strike('event-stream', 'refuse')) {
      call.emit('error', { code: status.UNAVAILABLE, details: 'not now' })
      return undefined
    }
    const sameKey = [...this.#subscriptions].filter(
      ({ appKey }) => appKey === authenticated.value,
    ).length
    if (sameKey >= ASSUMPTIONS.eventStreamsPerKey) {
      return this.#refuse(call, EventType.NumOfConnExceed)
    }
    const request = readRequest(call.request)
    const owned = this.#deps.owned()
    // Refuse the whole list when it contains another user's account.
    if (request === null || !request.accounts.every((account) => owned.includes(account))) {
      return this.#refuse(call, EventType.AuthError)
    }
    const accounts = new Set(request.accounts.length === 0 ? owned : request.accounts)
    const subscription: Subscription = {
      call,
      appKey: authenticated.value,
      subscribeType: request.subscribeType,
      accounts,
      recent: [],
      held: null,
    }
    this.#subscriptions.add(subscription)
    const gone = (): boolean => this.#subscriptions.delete(subscription)
    call.on('cancelled', gone)
    call.on('close', gone)
    call.on('error', gone)
    call.write(
      message(EventType.SubscribeSuccess, this.#deps.now(), {
        subscribeType: request.subscribeType,
      }),
    )
    return undefined
  }
}

function readRequest(
  bytes: Buffer,
): { readonly subscribeType: number; readonly accounts: readonly string[] } | null {
  try {
    return fromBinary(SubscribeRequestSchema, bytes)
  } catch {
    return null
  }
}
