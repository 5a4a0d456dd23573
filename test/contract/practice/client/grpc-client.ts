import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Client, Metadata, credentials, type ClientReadableStream } from '@grpc/grpc-js'
import { SubscribeRequestSchema, SubscribeResponseSchema, type SubscribeResponse } from '../../../../shared/wire/gen/trade-events_pb.js'
import type { PracticeReady } from '../../../../shared/ipc/practice-control.js'
import { signGrpc } from './sign.js'

const bytes = (value: Buffer): Buffer => value

/** One subscription, with everything that arrived. */
export interface EventStream {
  readonly received: SubscribeResponse[]
  /** Resolves with the first message that fits, past or future. */
  next(fits: (message: SubscribeResponse) => boolean): Promise<SubscribeResponse>
  readonly ended: Promise<string>
  close(): void
}

export interface Subscribe {
  readonly accounts?: readonly string[]
  readonly subscribeType?: number
  readonly appSecret?: string
  readonly appKey?: string
  /** Signs these bytes but sends others. */
  readonly forge?: boolean
}

/** Subscribes to trade events with a signature of its own making. */
export function subscribeEvents(ready: PracticeReady, options: Subscribe = {}): EventStream {
  const client = new Client(`${ready.hosts.events.host}:${ready.hosts.events.port}`, credentials.createSsl(Buffer.from(ready.ca)), { 'grpc.ssl_target_name_override': 'localhost' })
  const message = create(SubscribeRequestSchema, { subscribeType: options.subscribeType ?? 1, timestamp: BigInt(Date.now()), accounts: [...(options.accounts ?? [])] })
  const request = Buffer.from(toBinary(SubscribeRequestSchema, message))
  const metadata = new Metadata()
  const signed = signGrpc({ appKey: options.appKey ?? ready.appKey, appSecret: options.appSecret ?? ready.appSecret }, options.forge === true ? Buffer.concat([request, Buffer.from([0])]) : request)
  for (const [name, value] of Object.entries(signed)) metadata.set(name, value)
  const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest('/grpc.trade.event.EventService/Subscribe', bytes, bytes, request, metadata)
  const received: SubscribeResponse[] = []
  const waiting: { readonly fits: (message: SubscribeResponse) => boolean; readonly resolve: (message: SubscribeResponse) => void }[] = []
  stream.on('data', (chunk: Buffer) => {
    const answer = fromBinary(SubscribeResponseSchema, chunk)
    received.push(answer)
    for (const waiter of waiting) if (waiter.fits(answer)) waiter.resolve(answer)
  })
  const ended = new Promise<string>((resolve) => {
    stream.on('error', (error) => resolve(error.message))
    stream.on('end', () => resolve('end'))
  })
  return {
    received, ended,
    next: (fits) => new Promise((resolve) => {
      const known = received.find(fits)
      if (known === undefined) waiting.push({ fits, resolve })
      else resolve(known)
    }),
    close: () => {
      stream.cancel()
      client.close()
    },
  }
}
