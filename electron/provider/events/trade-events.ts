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
import { cleanMessage } from '../http/call-failure.js'
import type { Endpoints } from '../http/hosts.js'
import { toOptionEvent, toOrderEvent, toPositionEvent } from '../mapping/trade-events.js'
import type { AppCredentials } from '../http/signing.js'

const SUBSCRIBE_METHOD = '/grpc.trade.event.EventService/Subscribe'
/**
 * Bit mask: 1 orders, 2 positions (settlement of event contracts), 4 options; the newest library
 * requests all (EVENTS-2).
 */
const SUBSCRIBE_ALL = 7
/**
 * Open enum of the envelope: numbers beyond the schema are passed through, and unknown ones are
 * ignored (EVENTS-2).
 */
const EVENT = {
  success: 0,
  ping: 1,
  authError: 2,
  tooMany: 3,
  expired: 4,
  order: 1024,
  position: 1028,
  option: 1032,
} as const

export interface TradeEventsOptions {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly ports: EventStreamOptions['ports']
}

/**
 * Creates the gRPC trade events with liveness checks, bounded reconnects and duplicate removal
 * (EVENTS-5, EVENTS-6).
 */
export function createTradeEvents(options: TradeEventsOptions): TradeEventsPort {
  return { start: (accounts, listener) => run(options, accounts, listener) }
}

function run(
  { endpoints, credentials, ports }: TradeEventsOptions,
  accounts: readonly AccountId[],
  listener: TradeEventsListener,
): Disposer {
  const { clock, log } = ports
  const isDuplicate = createDuplicateFilter()

  /**
   * Converts one event to the domain and delivers it; an unreadable one is logged, never guessed.
   */
  const deliver = <T>(
    answer: SubscribeResponse,
    read: () => T | null,
    deliverTo: ((event: T) => void) | undefined,
    control: StreamControl,
  ): void => {
    // The id alone does not identify a delivery, because its meaning is unpublished.
    if (answer.requestId !== '' && isDuplicate(`${answer.requestId}\n${answer.payload}`)) return
    const event = read()
    if (event === null) {
      log.event('warn', 'provider.event-unreadable', { bytes: answer.payload.length })
    } else deliverTo?.(event)
    control.live()
  }

  const onAnswer = (answer: SubscribeResponse, control: StreamControl): void => {
    const kind: number = answer.eventType
    control.received(Number(answer.timestamp))
    const now = clock.now()
    switch (kind) {
      case EVENT.success:
        control.accepted()
        return listener.onSubscribed()
      case EVENT.authError:
        return control.lost(`the key was refused: ${cleanMessage(answer.payload)}`.trim(), true)
      case EVENT.tooMany:
        return control.limitExceeded()
      case EVENT.expired:
        return control.lost('the subscription expired', false)
      case EVENT.order:
        return deliver(
          answer,
          () => toOrderEvent(answer.payload, now),
          (event) => listener.onOrder(event),
          control,
        )
      case EVENT.position:
        return deliver(
          answer,
          () => toPositionEvent(answer.payload, now),
          (event) => listener.onPosition?.(event),
          control,
        )
      case EVENT.option:
        return deliver(
          answer,
          () => toOptionEvent(answer.payload, now),
          (event) => listener.onOption?.(event),
          control,
        )
      default:
        return control.live()
    }
  }

  return runEventStream({
    address: endpoints.events,
    method: SUBSCRIBE_METHOD,
    name: 'events',
    credentials,
    ports,
    request: () =>
      toBinary(
        SubscribeRequestSchema,
        create(SubscribeRequestSchema, {
          subscribeType: SUBSCRIBE_ALL,
          timestamp: BigInt(clock.now()),
          accounts: [...accounts],
        }),
      ),
    onMessage: (bytes, control) => onAnswer(fromBinary(SubscribeResponseSchema, bytes), control),
    onLost: (why) => listener.onLost(why),
    onHealth: (report) => listener.onHealth(report),
  })
}
