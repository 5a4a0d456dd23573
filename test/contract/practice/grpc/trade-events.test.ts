import { afterEach, describe, expect, it } from 'vitest'
import { subscribeEvents, type EventStream, type Subscribe } from '../client/grpc-client.js'
import { limitBuy, placeAndWait } from '../client/orders.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange({ pingMs: 200 })
const open: EventStream[] = []
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  await exchange.practice.command({ command: 'clear-faults' })
  // The exchange notices a canceled stream with a delay, and allows one stream per key.
  await expect
    .poll(
      async () =>
        ((await exchange.practice.command({ command: 'state' })) as { streams: { events: number } })
          .streams.events,
    )
    .toBe(0)
})

const subscribe = (options: Subscribe = {}): EventStream => {
  const stream = subscribeEvents(exchange.practice.ready, options)
  open.push(stream)
  return stream
}
const SUCCESS = 0
const PING = 1
const AUTH_ERROR = 2
const TOO_MANY = 3
const EXPIRED = 4
/** This value is outside the declared enum, which is open. */
const ORDER: number = 1024

describe('the trade event stream', () => {
  it('accepts a signed subscription, then pings', async () => {
    const stream = subscribe()
    const success = await stream.next(({ eventType }) => eventType === SUCCESS)
    expect(success.requestId).not.toBe('')
    const ping = await stream.next(({ eventType }) => eventType === PING)
    expect([ping.contentType, ping.payload]).toEqual(['text/plain', ''])
  })

  it('sends a cancellation as CANCEL_SUCCESS with the published members', async () => {
    const account = await exchange.account()
    const stream = subscribe({ accounts: [account] })
    await stream.next(({ eventType }) => eventType === SUCCESS)
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
    const event = await stream.next(({ eventType }) => eventType === ORDER)
    expect([event.contentType, event.subscribeType]).toEqual(['application/json', 1])
    expect(JSON.parse(event.payload)).toMatchObject({
      account_id: account,
      client_order_id: order.client_order_id,
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      order_status: 'CANCELLED',
      scene_type: 'CANCEL_SUCCESS',
      qty: '1.0000000000',
    })
  })

  it.each([
    ['a wrong secret', { appSecret: 'another secret' }],
    ['an unknown key', { appKey: 'nobody' }],
    ['other bytes than were signed', { forge: true }],
    ['an account of somebody else', { accounts: ['SOMEBODYELSE00000000000001'] }],
  ])('answers AuthError to %s', async (_name, options) => {
    const stream = subscribe(options)
    await stream.next(({ eventType }) => eventType === AUTH_ERROR)
    expect(await stream.ended).toBe('end')
  })

  it('allows one stream per key', async () => {
    const first = subscribe()
    await first.next(({ eventType }) => eventType === SUCCESS)
    const second = subscribe()
    await second.next(({ eventType }) => eventType === TOO_MANY)
    expect(await second.ended).toBe('end')
    expect((await first.next(({ eventType }) => eventType === PING)).eventType).toBe(PING)
  })

  it('frees the key when a stream ends', async () => {
    const first = subscribe()
    await first.next(({ eventType }) => eventType === SUCCESS)
    first.close()
    await expect
      .poll(async () => {
        const retried = subscribe()
        return (await retried.next(() => true)).eventType
      })
      .toBe(SUCCESS)
  })

  it('sends an expiry, and can be killed', async () => {
    const expiring = subscribe()
    await expiring.next(({ eventType }) => eventType === SUCCESS)
    expect(
      await exchange.practice.command({ command: 'end-streams', channel: 'events', how: 'expire' }),
    ).toEqual({ ended: 1 })
    await expiring.next(({ eventType }) => eventType === EXPIRED)
    expect(await expiring.ended).toBe('end')
    const killed = subscribe()
    await killed.next(({ eventType }) => eventType === SUCCESS)
    await exchange.practice.command({ command: 'end-streams', channel: 'events', how: 'kill' })
    expect(await killed.ended).toContain('UNAVAILABLE')
  })

  it('goes silent under the black-hole fault', async () => {
    const stream = subscribe()
    await stream.next(({ eventType }) => eventType === PING)
    await exchange.practice.command({
      command: 'fault',
      fault: { kind: 'event-stream-black-hole', count: null },
    })
    const before = stream.received.length
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(stream.received.length - before).toBeLessThanOrEqual(1)
  })

  it('delivers an event twice with the same requestId under the duplicate fault', async () => {
    const account = await exchange.account()
    const stream = subscribe()
    await stream.next(({ eventType }) => eventType === SUCCESS)
    await exchange.practice.command({ command: 'fault', fault: { kind: 'duplicate-events' } })
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
    await expect
      .poll(() =>
        stream.received
          .filter(({ eventType }) => eventType === ORDER)
          .map(({ requestId }) => requestId),
      )
      .toHaveLength(2)
    const ids = stream.received
      .filter(({ eventType }) => eventType === ORDER)
      .map(({ requestId }) => requestId)
    expect(ids[0]).toBe(ids[1])
  })
})
