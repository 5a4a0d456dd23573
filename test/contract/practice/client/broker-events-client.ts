import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { PracticeReady } from '../../../../shared/ipc/practice-control.js'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../../shared/wire/gen/broker-events_pb.js'
import { subscribe, type Signed, type Subscription } from './subscription.js'

/** One subscription to the broker's event push, with everything that arrived. */
export type BrokerEventStream = Subscription<SubscribeResponse>

export interface BrokerSubscribe extends Signed {
  /** Event types and where each goes on. */
  readonly events?: readonly { readonly eventType: string; readonly position?: string }[]
  /** Sends this instead of a request, rightly signed. */
  readonly raw?: Buffer
}

/** Subscribes to the broker's event push with a signature of its own making. */
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
