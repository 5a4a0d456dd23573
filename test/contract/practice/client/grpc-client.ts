import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../../shared/wire/gen/trade-events_pb.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { subscribe, type Signed, type Subscription } from './subscription.js'

/** A subscription to trade events, with every message received. */
export type EventStream = Subscription<SubscribeResponse>

export interface Subscribe extends Signed {
  readonly accounts?: readonly string[]
  readonly subscribeType?: number
}

/** Subscribes to trade events with a signature computed in this client. */
export function subscribeEvents(ready: PracticeReady, options: Subscribe = {}): EventStream {
  const message = create(SubscribeRequestSchema, {
    subscribeType: options.subscribeType ?? 1,
    timestamp: BigInt(Date.now()),
    accounts: [...(options.accounts ?? [])],
  })
  const request = Buffer.from(toBinary(SubscribeRequestSchema, message))
  return subscribe(
    ready,
    ready.hosts.events,
    '/grpc.trade.event.EventService/Subscribe',
    request,
    (chunk) => fromBinary(SubscribeResponseSchema, chunk),
    options,
  )
}
