import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  EventType,
  SubscribeRequestSchema,
  SubscribeResponseSchema,
  type SubscribeResponse,
} from '../../../shared/wire/gen/trade-events_pb.js'
import { limitBuy, placeAndWait } from '../practice/client/orders.js'
import { signGrpc } from '../practice/client/sign.js'
import { sharedExchange } from '../practice/support/shared-exchange.js'

/**
 * Reads trade events without a gRPC library: HTTP/2 frames, length prefixes and trailers according
 * to the protocol's specification.
 */
const exchange = sharedExchange({ pingMs: 200 })
let session: ClientHttp2Session
beforeAll(async () => {
  const { ready } = exchange.practice
  session = connect(`https://${ready.hosts.events.host}:${ready.hosts.events.port}`, {
    ca: ready.ca,
  })
})
afterAll(async () => {
  session.destroy()
})

/** Splits the received bytes into messages, each after a flag and its length. */
function messagesOf(bytes: Buffer): readonly SubscribeResponse[] {
  const messages: SubscribeResponse[] = []
  for (
    let offset = 0;
    offset + 5 <= bytes.length && offset + 5 + bytes.readUInt32BE(offset + 1) <= bytes.length;
    offset += 5 + bytes.readUInt32BE(offset + 1)
  ) {
    expect(bytes[offset]).toBe(0)
    messages.push(
      fromBinary(
        SubscribeResponseSchema,
        bytes.subarray(offset + 5, offset + 5 + bytes.readUInt32BE(offset + 1)),
      ),
    )
  }
  return messages
}

function subscribe(appSecret: string): {
  readonly stream: ClientHttp2Stream
  readonly messages: () => readonly SubscribeResponse[]
  readonly trailers: Promise<unknown>
} {
  const { appKey } = exchange.practice.ready
  const message = Buffer.from(
    toBinary(
      SubscribeRequestSchema,
      create(SubscribeRequestSchema, { subscribeType: 7, timestamp: BigInt(Date.now()) }),
    ),
  )
  const head = Buffer.alloc(5)
  head.writeUInt32BE(message.length, 1)
  const stream = session.request({
    ':method': 'POST',
    ':path': '/grpc.trade.event.EventService/Subscribe',
    te: 'trailers',
    'content-type': 'application/grpc',
    ...signGrpc({ appKey, appSecret, algorithm: 'HMAC-SHA1' }, message),
  })
  let bytes = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
  })
  const trailers = new Promise((resolve) =>
    stream.on('trailers', (headers) => resolve(headers['grpc-status'])),
  )
  stream.end(Buffer.concat([head, message]))
  return { stream, messages: () => messagesOf(bytes), trailers }
}

it('the exchange sends order events and pings to a client without a gRPC library', async () => {
  const { stream, messages } = subscribe(exchange.practice.ready.appSecret)
  await expect.poll(() => messages()[0]?.eventType).toBe(EventType.SubscribeSuccess)
  const account = await exchange.account()
  const order = limitBuy('AAPL', '1.00')
  await placeAndWait(exchange.client, account, order)
  expect(
    (
      await exchange.client.post('/trading/orders/cancel', {
        account_id: account,
        client_order_id: order.client_order_id,
      })
    ).status,
  ).toBe(200)
  const eventTypes = () =>
    messages()
      .filter(({ payload }) => payload.includes(order.client_order_id))
      .map(({ payload }) => (JSON.parse(payload) as { scene_type: string }).scene_type)
  await expect.poll(eventTypes).toEqual(['CANCEL_SUCCESS'])
  await expect
    .poll(() => messages().some(({ eventType }) => eventType === EventType.Ping), {
      timeout: 60_000,
    })
    .toBe(true)
  stream.close()
})

it('the exchange answers AuthError to a wrong secret and closes the stream regularly', async () => {
  const { messages, trailers } = subscribe('guessed')
  expect(await trailers).toBe('0')
  expect(messages().map(({ eventType }) => eventType)).toEqual([EventType.AuthError])
})
