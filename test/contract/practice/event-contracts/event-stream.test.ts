import { fromBinary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EventQuoteSchema,
  EventSnapshotSchema,
  EventTickSchema,
} from '../../../../shared/wire/gen/market-data_pb.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../../shared/wire/families/products/event-instruments.js'
import { EVENT_DATA_OPERATIONS } from '../../../../shared/wire/families/products/event-data.js'
import { MqttClient } from '../client/mqtt-client.js'
import { untilQuiet } from '../../../harness/system/until-quiet.js'
import { sharedExchange } from '../support/shared-exchange.js'

// Event markets trade rarely, so a minute of exchange time passes in a second.
const exchange = sharedExchange({ slotMs: 100, speed: 60 })
let client: MqttClient
let symbol = ''
let account = ''
beforeAll(async () => {
  const markets = EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response.parse(
    (
      await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path, {
        series_symbol: 'KXPRESPARTY',
      })
    ).json,
  )
  symbol = markets.data[0]?.symbol ?? ''
  const accounts = (await exchange.client.get('/trading/accounts/list')).json as {
    account_id: string
    account_class: string
  }[]
  account = accounts.find(({ account_class: kind }) => kind === 'EVENTS_CASH')?.account_id ?? ''
  client = await MqttClient.open(exchange.practice.ready)
  await client.connack()
})
afterAll(async () => {
  await client.leave()
})

const subscribe = (
  symbols: readonly string[],
  subTypes: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
) =>
  exchange.client.post('/market-data/streaming/subscribe', {
    session_id: client.sessionId,
    symbols,
    category: 'US_EVENT',
    sub_types: subTypes,
    ...more,
  })
const messagesOn = (topic: string): Buffer[] =>
  client.published.filter((message) => message.topic === topic).map(({ payload }) => payload)
const units = (price: string | undefined): number => Math.round(Number(price) * 10_000)

describe('the stream of event contracts', () => {
  it('sends quotes of both sides, snapshots and trades on separate topics', async () => {
    expect(
      (await subscribe([symbol], ['QUOTE', 'SNAPSHOT', 'TICK'], { depth: '3', grab: 'true' }))
        .status,
    ).toBe(200)
    const quote = fromBinary(
      EventQuoteSchema,
      await client.until(() => messagesOn('event-quote')[0]),
    )
    expect(quote.basic).toMatchObject({
      symbol,
      instrumentId: expect.stringMatching(/^\d+$/) as string,
      timestamp: expect.stringMatching(/^\d{13}$/) as string,
    })
    expect([quote.yesBids.length, quote.noBids.length]).toEqual([3, 3])
    // Both sides together cost at least the dollar that they pay.
    expect(units(quote.yesBids[0]?.price) + units(quote.noBids[0]?.price)).toBeLessThan(10_000)
    const snapshot = fromBinary(
      EventSnapshotSchema,
      await client.until(() => messagesOn('event-snapshot')[0]),
    )
    expect(units(snapshot.yesBid) + units(snapshot.noAsk)).toBe(10_000)
    expect(units(snapshot.yesAsk) + units(snapshot.noBid)).toBe(10_000)
    expect(snapshot).toMatchObject({
      volume: expect.stringMatching(/^\d+$/) as string,
      openInterest: expect.stringMatching(/^\d+$/) as string,
    })
    const tick = fromBinary(EventTickSchema, await client.until(() => messagesOn('event-tick')[0]))
    expect(units(tick.yesPrice) + units(tick.noPrice)).toBe(10_000)
    expect(['yes', 'no']).toContain(tick.side)
    const listed = EVENT_DATA_OPERATIONS.eventTicks.response.parse(
      (await exchange.client.get(EVENT_DATA_OPERATIONS.eventTicks.path, { symbol, count: '100' }))
        .json,
    ).result
    expect(listed.find(({ trade_id: id }) => id === tick.tradeId)).toMatchObject({
      yes_price: tick.yesPrice,
      side: tick.side,
    })
    expect(client.published.filter(({ topic }) => topic === 'tick' || topic === 'quote')).toEqual(
      [],
    )
  })

  it("includes a customer's order and trade", async () => {
    const order = (over: Readonly<Record<string, string>>) =>
      exchange.client.post('/trading/orders/place', {
        account_id: account,
        new_orders: [
          {
            client_order_id: `stream${String(Math.random()).slice(2, 18)}`,
            combo_type: 'NORMAL',
            instrument_type: 'EVENT',
            market: 'US',
            symbol,
            side: 'BUY',
            order_type: 'LIMIT',
            time_in_force: 'DAY',
            entrust_type: 'QTY',
            quantity: '3.21',
            event_outcome: 'yes',
            ...over,
          },
        ],
      })
    const rests = await order({ limit_price: '0.11' })
    expect([rests.status, rests.text.includes('order_id')]).toEqual([200, true])
    const took = await order({ event_trade_mode: 'TRADE_IN_CONTRACT' })
    expect([took.status, took.text.includes('order_id')]).toEqual([200, true])
    const tick = await client.until(() =>
      messagesOn('event-tick')
        .map((payload) => fromBinary(EventTickSchema, payload))
        .find(({ volume }) => volume === '3.21'),
    )
    expect(tick).toMatchObject({
      side: 'yes',
      tradeId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    })
  })

  it('is refused for unknown markets, and stops after unsubscribe', async () => {
    const refused = await subscribe(['KXNOPE-26-A'], ['TICK'])
    expect([refused.status, refused.json]).toMatchObject([
      417,
      { error_code: 'UNSUPPORTED_SYMBOL' },
    ])
    expect((await subscribe([symbol], ['TICK'], { depth: '51' })).status).toBe(417)
    const end = await exchange.client.post('/market-data/streaming/unsubscribe', {
      session_id: client.sessionId,
      unsubscribe_all: true,
    })
    expect(end.status).toBe(200)
    await untilQuiet(() => client.published.length)
    client.published.length = 0
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(client.published.filter(({ topic }) => topic.startsWith('event-'))).toEqual([])
  })
})
