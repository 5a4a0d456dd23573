import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../shared/wire/gen/trade-events_pb.js'
import type { TradeEventsListener, TradeEventsPort } from '../../core/orders/trade-events-port.js'
import {
  createDuplicateFilter,
  runEventStream,
  type EventStreamOptions,
  type StreamControl,
} from './event-stream.js'
import type { ClockPort } from '../../core/ports.js'
import { createSteadyClock } from '../http/steady-clock.js'
import { cleanMessage } from '../http/call-failure.js'
import type { Endpoints } from '../http/hosts.js'
import type { PathDoubt } from '../http/ports.js'
import { epochMs } from '../../../shared/domain/time.js'
import { toOptionEvent, toOrderEvent, toPositionEvent } from '../mapping/trade-events.js'
import type { AppCredentials } from '../http/authorization.js'
import { message } from '../../../shared/messages/make-message.js'

export const SUBSCRIBE_METHOD = '/grpc.trade.event.EventService/Subscribe'
/**
 * Bit mask: 1 orders, 2 positions (settlement of event contracts), 4 options; the newest library
 * requests all (EVENTS-2).
 */
export const SUBSCRIBE_ALL = 7
/**
 * Open enum of the envelope: numbers beyond the schema are passed through, and unknown ones are
 * ignored (EVENTS-2).
 */
export const EVENT = {
  success: 0,
  ping: 1,
  authError: 2,
  tooMany: 3,
  expired: 4,
  order: 1024,
  position: 1028,
  option: 1032,
} as const

type DomainEvent = (typeof EVENT)['order' | 'position' | 'option']

export interface TradeEventsOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly ports: EventStreamOptions['ports']
  readonly doubt?: PathDoubt
  readonly assumptions?: EventStreamOptions['assumptions']
}

/**
 * Creates the gRPC trade events with liveness checks, bounded reconnects and duplicate removal
 * (EVENTS-5, EVENTS-6).
 */
export const createTradeEvents = (options: TradeEventsOptions): TradeEventsPort => ({
  start: (accounts, listener) => subscribe(options, accounts, listener),
  suspect: () => options.doubt?.emit('late'),
})

function subscribe(
  { endpoints, credentials, ports, doubt, assumptions }: TradeEventsOptions,
  accounts: readonly AccountId[],
  listener: TradeEventsListener,
): Disposer {
  const reader = new TradeEventReader(ports, listener)
  return runEventStream({
    address: endpoints.events,
    method: SUBSCRIBE_METHOD,
    name: 'events',
    credentials,
    ports,
    ...(doubt === undefined ? {} : { doubt }),
    assumptions,
    request: () =>
      toBinary(
        SubscribeRequestSchema,
        create(SubscribeRequestSchema, {
          subscribeType: SUBSCRIBE_ALL,
          timestamp: BigInt(ports.clock.now()),
          accounts: [...accounts],
        }),
      ),
    onMessage: (bytes, control) => reader.read(fromBinary(SubscribeResponseSchema, bytes), control),
    onLost: (why) => listener.onLost(why),
    onHealth: (report) => listener.onHealth(report),
  })
}

/** Reads the messages of one subscription and delivers their events once each. */
class TradeEventReader {
  readonly #ports: Pick<EventStreamOptions['ports'], 'clock' | 'log'>
  readonly #listener: TradeEventsListener
  readonly #steadyClock: ClockPort
  readonly #isDuplicate = createDuplicateFilter()

  constructor(
    ports: Pick<EventStreamOptions['ports'], 'clock' | 'log'>,
    listener: TradeEventsListener,
  ) {
    this.#ports = ports
    this.#listener = listener
    this.#steadyClock = createSteadyClock(ports.clock)
  }

  read(answer: SubscribeResponse, control: StreamControl): void {
    const kind: number = answer.eventType
    control.received(Number(answer.timestamp))
    switch (kind) {
      case EVENT.success:
        control.accepted()
        return this.#listener.onSubscribed()
      case EVENT.authError:
        return control.lost(
          message('channel.keyRefused', { reason: cleanMessage(answer.payload) }),
          true,
        )
      case EVENT.tooMany:
        return control.limitExceeded()
      case EVENT.expired:
        return control.lost(message('channel.expired'), false)
      case EVENT.order:
      case EVENT.position:
      case EVENT.option:
        // The id alone does not identify a delivery, because its meaning is unpublished.
        if (this.#isRepeated(answer)) return
        this.#deliver(kind, answer)
        return control.live()
      default:
        return control.live()
    }
  }

  #isRepeated({ requestId, payload }: SubscribeResponse): boolean {
    return requestId !== '' && this.#isDuplicate(`${requestId}\n${payload}`)
  }

  /**
   * Converts one event to the domain and delivers it; an unreadable one is logged, never guessed.
   */
  #deliver(kind: DomainEvent, { payload, timestamp }: SubscribeResponse): void {
    const { log } = this.#ports
    const listener = this.#listener
    const now = this.#steadyClock.now()
    if (kind === EVENT.option) return listener.onOption?.(toOptionEvent(payload, now))
    if (kind === EVENT.order) {
      const event = toOrderEvent(payload, now, epochMs(Number(timestamp)))
      if (event !== null) return listener.onOrder(event)
    } else {
      const event = toPositionEvent(payload, now)
      if (event !== null) return listener.onPosition?.(event)
    }
    return log.event('warn', 'provider.event-unreadable', { bytes: payload.length })
  }
}
