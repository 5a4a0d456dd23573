import { Client, Metadata, credentials, type ClientReadableStream } from '@grpc/grpc-js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { signGrpc } from './sign.js'

const bytes = (value: Buffer): Buffer => value

/** A subscription with every message received. */
export interface Subscription<Message> {
  readonly received: Message[]
  /** Resolves with the first matching message, received or future. */
  next(fits: (message: Message) => boolean): Promise<Message>
  /** `end`, or the error's text. */
  readonly ended: Promise<string>
  close(): void
}

export interface Signed {
  readonly appSecret?: string
  readonly appKey?: string
  /** Signs the request but sends other bytes. */
  readonly forge?: boolean
}

/** Subscribes at a gRPC host of the exchange with a signature computed in this client. */
export function subscribe<Message>(
  ready: PracticeReady,
  address: { readonly host: string; readonly port: number },
  call: string,
  request: Buffer,
  parse: (chunk: Buffer) => Message,
  { appKey = ready.appKey, appSecret = ready.appSecret, forge = false }: Signed,
): Subscription<Message> {
  const client = new Client(
    `${address.host}:${address.port}`,
    credentials.createSsl(Buffer.from(ready.ca)),
    {
      'grpc.ssl_target_name_override': 'localhost',
    },
  )
  const metadata = new Metadata()
  const signed = signGrpc(
    { appKey, appSecret },
    forge ? Buffer.concat([request, Buffer.from([0])]) : request,
  )
  for (const [name, value] of Object.entries(signed)) metadata.set(name, value)
  const stream: ClientReadableStream<Buffer> = client.makeServerStreamRequest(
    call,
    bytes,
    bytes,
    request,
    metadata,
  )
  const received: Message[] = []
  const waiting: {
    readonly fits: (message: Message) => boolean
    readonly resolve: (message: Message) => void
  }[] = []
  stream.on('data', (chunk: Buffer) => {
    const answer = parse(chunk)
    received.push(answer)
    for (const waiter of waiting) if (waiter.fits(answer)) waiter.resolve(answer)
  })
  const ended = new Promise<string>((resolve) => {
    stream.on('error', (error) => resolve(error.message))
    stream.on('end', () => resolve('end'))
  })
  return {
    received,
    ended,
    next: (fits) =>
      new Promise((resolve) => {
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
