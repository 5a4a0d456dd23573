import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { Client, Metadata, credentials, type ClientReadableStream } from '@grpc/grpc-js'
import type { PracticeReady } from '../../../../shared/ipc/practice-control.js'
import { SubscribeRequestSchema, SubscribeResponseSchema, type SubscribeResponse } from '../../../../shared/wire/gen/broker-events_pb.js'
import { signGrpc } from './sign.js'

const bytes = (value: Buffer): Buffer => value

/** One subscription to the broker's event push, with everything that arrived. */
export interface BrokerEventStream {
  readonly received: SubscribeResponse[]
  /** Resolves with the first message that fits, past or future. */
  next(fits: (message: SubscribeResponse) => boolean): Promise<SubscribeResponse>
  /** `end`, or the text of the failure. */
  readonly ended: Promise<string>
  close(): void
}

export interface BrokerSubscribe {
  /** Event types and where each goes on. */
  readonly events?: readonly { readonly eventType: string; readonly position?: string }[]
  readonly appSecret?: string
  readonly appKey?: string
  /** Signs these bytes but sends others. */
  readonly forge?: boolean
  /** Sends this instead of a request, rightly signed. */
  readonly raw?: Buffer
}

export function subscribeBrokerEvents(ready: PracticeReady, options: BrokerSubscribe = {}): BrokerEventStream {
  const { host, port } = ready.hosts.brokerEvents
  const client = new Client(`${host}:${port}`, credentials.createSsl(Buffer.from(ready.ca)), { 'grpc.ssl_target_name_override': 'localhost' })
  const message = create(SubscribeRequestSchema, { events: (options.events ?? []).map(({ eventType, position }) => ({ eventType, position: position ?? '' })), timestamp: new Date().toISOString() })
  const request = options.raw ?? Buffer.from(toBinary(SubscribeRequestSchema, message))
  const metadata = new Metadata()
  const signed = signGrpc({ appKey: options.appKey ?? ready.appKey, appSecret: options.appSecret ?? ready.appSecret }, options.forge === true ? Buffer.concat([request, Buffer.from([0])]) : request)
  for (const [name, value] of Object.entries(signed)) metadata.set(name, value)
  const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest('/grpc.event.EventService/Subscribe', bytes, bytes, request, metadata)
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
