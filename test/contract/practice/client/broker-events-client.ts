import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../../shared/wire/gen/broker-events_pb.js'
import { subscribe, type Signed, type Subscription } from './subscription.js'

/** A subscription to the broker's event push, with every message received. */
export type BrokerEventStream = Subscription<SubscribeResponse>

export interface BrokerSubscribe extends Signed {
  /** The event types, each with the position to resume from. */
  readonly events?: readonly { readonly eventType: string; readonly position?: string }[]
  /** Sends these bytes instead of a request, with a valid signature. */
  readonly raw?: Buffer
}

/** Subscribes to the broker's event push with a signature computed in this client. */
export function subscribeBrokerEvents(
  ready: PracticeReady,
  options: BrokerSubscribe = {},
): BrokerEventStream {
  const message = create(SubscribeRequestSchema, {
    events: (options.events ?? []).map(({ eventType, position }) => ({
      eventType,
      position: position ?? '',
    })),
    timestamp: new Date().toISOString(),
  })
  const request = options.raw ?? Buffer.from(toBinary(SubscribeRequestSchema, message))
  return subscribe(
    ready,
    ready.hosts.brokerEvents,
    '/grpc.event.EventService/Subscribe',
    request,
    (chunk) => fromBinary(SubscribeResponseSchema, chunk),
    options,
  )
}
