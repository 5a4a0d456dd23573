import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { symbol, type AccountId } from '../../../shared/domain/ids.js'
import { BROKER_LEDGER_OPERATIONS } from '../../../shared/wire/families/broker/broker-ledger.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { Type } from '../../../shared/wire/gen/broker-events_pb.js'
import { EventType } from '../../../shared/wire/gen/trade-events_pb.js'
import type { QuotePatch } from '../../../electron/core/market/market-port.js'
import type { OrderEventNotice } from '../../../electron/core/orders/trade-events-port.js'
import {
  subscribeBrokerEvents,
  type BrokerSubscribe,
} from '../../contract/practice/client/broker-events-client.js'
import { subscribeEvents, type Subscribe } from '../../contract/practice/client/grpc-client.js'
import { MqttClient } from '../../contract/practice/client/mqtt-client.js'
import type { Context } from '../session/context.js'
import type { Streams } from '../session/example.js'

const until = async (expectation: string, test: () => boolean): Promise<void> => {
  for (let left = 2_000; !test(); left -= 1) {
    if (left === 0) throw new Error(`never: ${expectation}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const noStreams = async ({ session }: Context): Promise<void> => {
  for (let left = 2_000; left > 0; left -= 1) {
    const { streams } = (await session.practice.command({ command: 'state' })) as {
      streams: { events: number; brokerEvents: number }
    }
    if (streams.events === 0 && streams.brokerEvents === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('a stream stays open')
}

/** Expects a subscription to be refused with an event type and ended. */
const refusedWith = (title: string, options: (context: Context) => Subscribe, type: EventType) => ({
  what: title,
  run: async (context: Context) => {
    const stream = subscribeEvents(context.ready, options(context))
    try {
      await stream.next(({ eventType }) => eventType === type)
      expect(await stream.ended).toBe('end')
      expect(stream.received.map(({ eventType }) => eventType)).toEqual([type])
    } finally {
      stream.close()
      await noStreams(context)
    }
  },
})

/** Expects the same of the broker's event push, which has its own answer numbers. */
const pushRefusedWith = (title: string, options: BrokerSubscribe, type: Type) => ({
  what: title,
  run: async (context: Context) => {
    const stream = subscribeBrokerEvents(context.ready, options)
    try {
      await stream.next((message) => message.type === type)
      expect(await stream.ended).toBe('end')
    } finally {
      stream.close()
      await noStreams(context)
    }
  },
})

/** Expects a connection to be refused by CONNACK (MARKET-10). */
const connack = (title: string, connect: Parameters<typeof MqttClient.open>[1], code: number) => ({
  what: title,
  run: async ({ ready }: Context) => {
    const client = await MqttClient.open(ready, connect)
    expect(await client.connack()).toBe(code)
    await client.closed
  },
})

/**
 * The published operations that are not HTTP calls. The valid calls run the product's stream
 * clients.
 */
export const STREAMS: Streams = {
  'GRPC /grpc.trade.event.EventService/Subscribe': {
    flow: async (context) => {
      const account = (await context.account()) as AccountId
      const received: OrderEventNotice[] = []
      let subscribed = 0
      const stop = context.session.provider().events.start([account], {
        onOrder: (notice) => received.push(notice),
        onSubscribed: () => {
          subscribed += 1
        },
        onLost: () => undefined,
        onHealth: () => undefined,
      })
      try {
        await until('subscribed', () => subscribed === 1)
        const id = await context.workingOrder(account)
        await context.call(ORDER_OPERATIONS.cancelOrder, {
          account_id: account,
          client_order_id: id,
        })
        await until('the event of the cancelled order', () =>
          received.some(
            ({ observation }) =>
              observation.clientOrderId === id && observation.status === 'cancelled',
          ),
        )
        // No event reports an acceptance (EVENTS-3).
        expect(
          received
            .filter(({ observation }) => observation.clientOrderId === id)
            .map(({ eventType }) => eventType),
        ).toEqual(['cancel-done'])
      } finally {
        stop()
        await noStreams(context)
      }
    },
    refuses: [
      refusedWith('another secret', () => ({ appSecret: 'guessed' }), EventType.AuthError),
      refusedWith('another key', () => ({ appKey: 'somebody-elses-key' }), EventType.AuthError),
      refusedWith('bytes that were not signed', () => ({ forge: true }), EventType.AuthError),
      refusedWith(
        'an account of somebody else',
        () => ({ accounts: ['ACCT0000000000000000000000'] }),
        EventType.AuthError,
      ),
      {
        what: 'a second stream of the key',
        run: async (context) => {
          const first = subscribeEvents(context.ready)
          const second = subscribeEvents(context.ready)
          try {
            await Promise.race(
              [first, second].map((stream) =>
                stream.next(({ eventType }) => eventType === EventType.NumOfConnExceed),
              ),
            )
            expect(await Promise.race([first.ended, second.ended])).toBe('end')
          } finally {
            first.close()
            second.close()
            await noStreams(context)
          }
        },
      },
    ],
  },
  'GRPC /grpc.event.EventService/Subscribe': {
    flow: async (context) => {
      const account = await context.customer()
      const credit = async (amount: string) =>
        (
          await context.call(BROKER_LEDGER_OPERATIONS.createCredit, {
            client_request_id: context.requestId(),
            account_id: account,
            credit_type: 'PROMOTION',
            amount,
          })
        ).credit_id
      const first = subscribeBrokerEvents(context.ready)
      try {
        expect((await first.next(() => true)).type).toBe(Type.SubscribeSuccess)
        const id = await credit('1.00')
        const event = await first.next(({ payload }) => payload.includes(id))
        expect(event.position).not.toBe('')
        first.close()
        await noStreams(context)
        // Missed events follow the position, and earlier ones are not repeated (BROKER-3).
        const missed = await credit('2.00')
        const second = subscribeBrokerEvents(context.ready, {
          events: [{ eventType: event.eventType, position: event.position }],
        })
        await second.next(({ payload }) => payload.includes(missed))
        expect(second.received.some(({ payload }) => payload.includes(id))).toBe(false)
        second.close()
      } finally {
        first.close()
        await noStreams(context)
      }
    },
    refuses: [
      pushRefusedWith('another secret', { appSecret: 'guessed' }, Type.AuthError),
      pushRefusedWith('another key', { appKey: 'somebody-elses-key' }, Type.AuthError),
      pushRefusedWith('bytes that were not signed', { forge: true }, Type.AuthError),
      pushRefusedWith(
        'an unknown type of events',
        { events: [{ eventType: 'PARTY' }] },
        Type.SubscribeExpired,
      ),
      pushRefusedWith(
        'a position that never was',
        { events: [{ eventType: 'ACCOUNT', position: 'nowhere' }] },
        Type.SubscribeExpired,
      ),
    ],
  },
  'MQTT mqtt 3.1.1, /mqtt over WebSocket': {
    flow: async ({ session }) => {
      const quotes: QuotePatch[] = []
      const books = new Set<string>()
      const ticks = new Set<string>()
      const stream = session.provider().stream
      const stop = stream.start({
        onQuote: (patch) => quotes.push(patch),
        onDepth: (depth) => books.add(depth.symbol),
        onOverLimit: () => undefined,
        onTick: (tick) => ticks.add(tick.symbol),
        onSubscribed: () => undefined,
        onHealth: () => undefined,
      })
      try {
        stream.setInterest({
          quotes: [symbol('AAPL'), symbol('SPY')],
          depth: [symbol('AAPL')],
          ticks: [symbol('AAPL')],
        })
        await until(
          'all three kinds of messages',
          () =>
            quotes.some(({ symbol: quoted }) => quoted === 'SPY') &&
            books.has('AAPL') &&
            ticks.has('AAPL'),
        )
        expect([books.has('SPY'), ticks.has('SPY')]).toEqual([false, false])
      } finally {
        stop()
      }
    },
    refuses: [
      connack('another version of MQTT', { protocolVersion: 5 }, 1),
      connack('a session id that is none', { clientId: 'not a session id' }, 2),
      connack('no app key', { username: '' }, 3),
      {
        what: 'the sixth connection of a key',
        run: async ({ ready }) => {
          // Use a separate key: connections of other examples occupy their slots for a while.
          const username = randomUUID()
          const five = await Promise.all(
            [1, 2, 3, 4, 5].map(() => MqttClient.open(ready, { username })),
          )
          expect(await Promise.all(five.map((client) => client.connack()))).toEqual([0, 0, 0, 0, 0])
          const sixth = await MqttClient.open(ready, { username })
          expect(await sixth.connack()).toBe(105)
          for (const client of five) await client.leave()
        },
      },
    ],
  },
}
