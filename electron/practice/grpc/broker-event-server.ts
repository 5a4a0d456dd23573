import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { status } from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import type { EpochMs } from '../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { W_BROKER_EVENTS } from '../../../shared/wire/broker-enums.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  Type,
  type SubscribeEvent,
} from '../../../shared/wire/gen/broker-events_pb.js'
import type { BrokerEvent, BrokerEventType } from '../broker/push/event.js'
import type { EventLog } from '../broker/push/event-log.js'
import type { Faults } from '../faults/faults.js'
import type { Access } from '../http/access/access.js'
import type { RunningServer } from '../model/running-server.js'
import type { Certificates } from '../tls/certificates.js'
import { metadataOf, serveStreams, type RawCall } from './wire.js'

const METHOD = '/grpc.event.EventService/Subscribe'
const { streamsPerKey, version } = ASSUMPTIONS.brokerPush

/**
 * One accepted subscription: its event types, the position after which each begins, and the
 * position served so far.
 */
interface Subscription {
  readonly call: RawCall
  readonly appKey: string
  readonly wanted: ReadonlyMap<BrokerEventType, number>
  served: number
  /** True while the send buffer is full; nothing more is sent until it drains. */
  full: boolean
}

type Wanted =
  | { readonly after: ReadonlyMap<BrokerEventType, number>; readonly fresh: boolean }
  | { readonly event: SubscribeEvent; readonly reason: string }

/** Dependencies of the server. `pingMs` replaces the default ping interval in tests. */
export interface BrokerEventServerDeps {
  readonly access: Access
  readonly faults: Faults
  readonly log: EventLog
  readonly now: () => EpochMs
  readonly pingMs?: number
}

/** Formats ISO 8601 with nanoseconds (BROKER-3). */
const nanoTime = (time: EpochMs): string => new Date(time).toISOString().replace('Z', '000000Z')

type Fields = {
  readonly id?: string
  readonly eventType?: string
  readonly position?: string
  readonly payload?: string
}

const message = (type: Type, time: EpochMs, fields: Fields = {}): Buffer =>
  Buffer.from(
    toBinary(
      SubscribeResponseSchema,
      create(SubscribeResponseSchema, {
        type,
        id: fields.id ?? randomUUID().replaceAll('-', ''),
        eventType: fields.eventType ?? '',
        position: fields.position ?? '',
        timestamp: nanoTime(time),
        version,
        payload: fields.payload ?? '',
      }),
    ),
  )

const isType = (word: string): word is BrokerEventType =>
  (W_BROKER_EVENTS as readonly string[]).includes(word)

function readEvents(bytes: Buffer): readonly SubscribeEvent[] | null {
  try {
    return fromBinary(SubscribeRequestSchema, bytes).events
  } catch {
    return null
  }
}

/**
 * Serves the event push of the Broker API over gRPC (BROKER-3). Every subscription reads the one
 * log at its own pace from where it resumed. Old and new events take the same path, so none is lost
 * or sent twice in between.
 */
export class BrokerEventServer {
  readonly #deps: BrokerEventServerDeps
  readonly #subscriptions = new Set<Subscription>()

  constructor(deps: BrokerEventServerDeps) {
    this.#deps = deps
  }

  /** Number of live subscriptions. */
  get size(): number {
    return this.#subscriptions.size
  }

  /** Starts listening; rejects when the port is taken. */
  async start(certificates: Certificates, port: number): Promise<RunningServer> {
    const beat = { everyMs: this.#deps.pingMs ?? ASSUMPTIONS.pingEveryMs, run: () => this.#ping() }
    const server = await serveStreams({
      path: METHOD,
      subscribe: (call) => this.#subscribe(call),
      certificates,
      port,
      beat,
    })
    const deaf = this.#deps.log.listen(() => this.#pump())
    return {
      port: server.port,
      close: () => {
        deaf()
        return server.close()
      },
    }
  }

  /**
   * Ends every subscription, with an expiry message or by a broken connection. Returns how many
   * there were.
   */
  end(mode: 'kill' | 'expire'): number {
    const ended = [...this.#subscriptions]
    for (const { call } of ended) {
      if (mode === 'expire') this.#refuse(call, Type.SubscribeExpired)
      else call.emit('error', { code: status.UNAVAILABLE, details: 'connection lost' })
    }
    this.#subscriptions.clear()
    return ended.length
  }

  get #silent(): boolean {
    return this.#deps.faults.on('event-stream', 'mute') !== null
  }

  #ping(): void {
    if (this.#silent) return
    const bytes = message(Type.Ping, this.#deps.now())
    for (const { call } of this.#subscriptions) call.write(bytes)
    this.#pump()
  }

  #refuse(call: RawCall, type: Type, fields: Fields = {}): void {
    call.write(message(type, this.#deps.now(), fields))
    call.end()
  }

  #subscribe(call: RawCall): void {
    const authenticated = this.#deps.access.authenticateGrpc(
      metadataOf(call.metadata),
      call.request,
    )
    if (!authenticated.ok) return this.#refuse(call, Type.AuthError)
    if (this.#deps.faults.strike('event-stream', 'refuse')) {
      return void call.emit('error', { code: status.UNAVAILABLE, details: 'not now' })
    }
    const same = [...this.#subscriptions].filter(
      ({ appKey }) => appKey === authenticated.value,
    ).length
    if (same >= streamsPerKey) return this.#refuse(call, Type.NumOfConnExceed)
    const events = readEvents(call.request)
    if (events === null) {
      return void call.emit('error', {
        code: status.INVALID_ARGUMENT,
        details: 'not a SubscribeRequest',
      })
    }
    const subscription = this.#read(events)
    if ('reason' in subscription) {
      const earliest = this.#deps.log.position(this.#deps.log.first)
      return this.#refuse(call, Type.SubscribeExpired, {
        eventType: subscription.event.eventType,
        position: earliest,
        payload: JSON.stringify({ reason: subscription.reason }),
      })
    }
    return this.#accept(call, authenticated.value, subscription.after, subscription.fresh)
  }

  /**
   * Returns where each requested type resumes; one position that cannot be resumed refuses the
   * whole request.
   */
  #read(events: readonly SubscribeEvent[]): Wanted {
    const after = new Map<BrokerEventType, number>()
    for (const event of events) {
      if (!isType(event.eventType)) return { event, reason: 'EVENT_TYPE_UNKNOWN' }
      const start = this.#deps.log.start(event.position)
      if ('refused' in start) return { event, reason: start.refused }
      // A type named twice begins at the earlier position: a duplicate is better than a lost event.
      after.set(event.eventType, Math.min(start.after, after.get(event.eventType) ?? start.after))
    }
    if (events.length === 0) {
      for (const type of W_BROKER_EVENTS) after.set(type, this.#deps.log.last)
    }
    return { after, fresh: events.every(({ position }) => position === '') }
  }

  #accept(
    call: RawCall,
    appKey: string,
    after: ReadonlyMap<BrokerEventType, number>,
    fresh: boolean,
  ): void {
    const subscription: Subscription = {
      call,
      appKey,
      wanted: after,
      served: Math.min(...after.values()),
      full: false,
    }
    this.#subscriptions.add(subscription)
    for (const gone of ['cancelled', 'close', 'error'] as const) {
      call.on(gone, () => this.#subscriptions.delete(subscription))
    }
    call.on('drain', () => {
      subscription.full = false
      this.#serve(subscription)
    })
    call.write(
      message(
        Type.SubscribeSuccess,
        this.#deps.now(),
        fresh ? { position: this.#deps.log.position(subscription.served) } : {},
      ),
    )
    this.#serve(subscription)
  }

  #pump(): void {
    for (const subscription of [...this.#subscriptions]) this.#serve(subscription)
  }

  /** Sends the outstanding events until the send buffer is full. */
  #serve(subscription: Subscription): void {
    const { log } = this.#deps
    if (this.#silent || subscription.full || !this.#subscriptions.has(subscription)) return
    if (subscription.served < log.first) {
      // The subscription is too slow: the log has already dropped its next events.
      this.#subscriptions.delete(subscription)
      return this.#refuse(subscription.call, Type.SubscribeExpired, {
        position: log.position(log.first),
        payload: JSON.stringify({ reason: 'POSITION_EXPIRED' }),
      })
    }
    for (
      let event = log.next(subscription.served);
      event !== undefined && !subscription.full;
      event = log.next(subscription.served)
    ) {
      subscription.served = event.number
      if (event.number > (subscription.wanted.get(event.type) ?? Number.POSITIVE_INFINITY)) {
        this.#send(subscription, event)
      }
    }
    return undefined
  }

  #send(subscription: Subscription, { number, id, type, time, payload }: BrokerEvent): void {
    const bytes = message(Type.Event, time, {
      id,
      eventType: type,
      position: this.#deps.log.position(number),
      payload,
    })
    subscription.full = !subscription.call.write(bytes)
    // A redelivery is the same envelope, with the same id and position.
    if (this.#deps.faults.strike('event-stream', 'repeat')) subscription.call.write(bytes)
  }
}
