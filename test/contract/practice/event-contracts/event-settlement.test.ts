import { expect, it } from 'vitest'
import { exchangeInstant } from '../../../../shared/domain/market/exchange-time.js'
import { DAY_MS, MINUTE_MS } from '../../../../shared/domain/time.js'
import { EVENT_DATA_OPERATIONS } from '../../../../shared/wire/families/products/event-data.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../../../../shared/wire/families/products/event-instruments.js'
import { subscribeEvents } from '../client/grpc-client.js'
import { sharedExchange } from '../support/shared-exchange.js'

const exchange = sharedExchange()

const POSITION: number = 1028
type WireRow = Readonly<Record<string, string>>

it('an event contract settles on time: position removed, payout credited, holder notified', async () => {
  const accounts = (await exchange.client.get('/trading/accounts/list')).json as WireRow[]
  const account_id =
    accounts.find(({ account_class: kind }) => kind === 'EVENTS_CASH')?.['account_id'] ?? ''
  const { data } = EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response.parse(
    (
      await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path, {
        series_symbol: 'KXBTCD',
      })
    ).json,
  )
  // Event symbols count hours in New York time; the hour after the next leaves time to buy.
  const endOf = ({ event_symbol: event, latest_exp_date: day }: (typeof data)[number]): number =>
    exchangeInstant(day ?? '', Number(event.slice(-2)) * 60)
  const ends = [...new Set(data.map(endOf))]
    .filter((end) => end > exchange.practice.ready.exchangeTime + 10 * MINUTE_MS)
    .sort((a, b) => a - b)
  // If the coin has moved far since the hour was listed, all its outcomes are certain; then use a
  // market of a later hour, listed since.
  const openFor = async (due: number): Promise<string | undefined> => {
    const symbols = data
      .filter((market) => endOf(market) === due)
      .map((market) => market.symbol)
      .join(',')
    return EVENT_DATA_OPERATIONS.eventSnapshots.response
      .parse(
        (await exchange.client.get(EVENT_DATA_OPERATIONS.eventSnapshots.path, { symbols })).json,
      )
      .find(({ yes_bid: bid, yes_ask: ask }) => bid !== null && ask !== null)?.symbol
  }
  let [symbol, due] = ['', 0]
  for (const endTime of ends) {
    const found = await openFor(endTime)
    if (found === undefined) continue
    ;[symbol, due] = [found, endTime]
    break
  }
  expect(symbol).not.toBe('')
  const stream = subscribeEvents(exchange.practice.ready, {
    accounts: [account_id],
    subscribeType: 2,
  })
  await stream.next(({ eventType }) => eventType === 0)
  const orders = (['yes', 'no'] as const).map((event_outcome) => ({
    client_order_id: `settlement-${event_outcome}-${Date.now()}`,
    combo_type: 'NORMAL',
    instrument_type: 'EVENT',
    market: 'US',
    symbol,
    side: 'BUY',
    order_type: 'MARKET',
    time_in_force: 'GTC',
    entrust_type: 'QTY',
    quantity: '4',
    event_outcome,
    event_trade_mode: 'TRADE_IN_CONTRACT',
  }))
  for (const order of orders) {
    expect(
      (await exchange.client.post('/trading/orders/place', { account_id, new_orders: [order] }))
        .status,
    ).toBe(200)
  }
  const positions = async () =>
    (await exchange.client.get('/trading/assets/positions/list', { account_id })).json as WireRow[]
  await expect
    .poll(
      async () =>
        (await positions())
          .map(({ event_outcome: outcome, quantity, instrument_type: type }) => [
            outcome,
            quantity,
            type,
          ])
          .sort(),
      { timeout: 60_000 },
    )
    .toEqual([
      ['no', '4.00000', 'EVENT'],
      ['yes', '4.00000', 'EVENT'],
    ])

  const end = due + 20 * MINUTE_MS
  await exchange.practice.command({ command: 'clock', to: end })
  const notice = await stream.next(({ eventType }) => eventType === POSITION)
  await expect
    .poll(() => stream.received.filter(({ eventType }) => eventType === POSITION).length)
    .toBe(2)
  expect(notice).toMatchObject({ subscribeType: 2, contentType: 'application/json' })
  const payloads = stream.received
    .filter(({ eventType }) => eventType === POSITION)
    .map(({ payload }) => JSON.parse(payload) as WireRow)
  expect(payloads.map(({ settle_side: side }) => side).sort()).toEqual(['No', 'Yes'])
  for (const payload of payloads) {
    expect(Object.keys(payload).sort()).toEqual([
      'cost',
      'event_name',
      'quantity',
      'settle_amount',
      'settle_result',
      'settle_side',
      'yes_condition',
    ])
    expect(payload['settle_amount']).toBe(
      payload['settle_side'] === payload['settle_result'] ? '4.00' : '0.00',
    )
  }
  expect(await positions()).toEqual([])
  const activities = (
    await exchange.client.get('/trading/activities/cash-activities/list', {
      account_id,
      activity_types: 'EC_SETTLEMENT',
      start_time: new Date(end - 6 * DAY_MS).toISOString(),
      end_time: new Date(end + 6 * DAY_MS).toISOString(),
    })
  ).json as { data: WireRow[] }
  expect(
    activities.data
      .map(
        ({
          activity_type: type,
          activity_sub_type: sub,
          net_amount: amount,
          symbol: activitySymbol,
        }) => [type, sub, amount, activitySymbol],
      )
      .sort(),
  ).toEqual([
    ['EC_SETTLEMENT', 'EC_EXPIRATION', '0.00', symbol],
    ['EC_SETTLEMENT', 'EC_PAYOUT', '4.00', symbol],
  ])
  expect(
    EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response.parse(
      (
        await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path, {
          symbols: symbol,
        })
      ).json,
    ).data[0],
  ).toMatchObject({ status: 'DELISTING', tradable_status: 'NT' })
  stream.close()
})

it('an event contract cannot be bought without the agreement; the refusal links to it', async () => {
  const accounts = (await exchange.client.get('/trading/accounts/list')).json as WireRow[]
  const account_id =
    accounts.find(({ account_class: kind }) => kind === 'EVENTS_CASH')?.['account_id'] ?? ''
  const { data } = EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response.parse(
    (
      await exchange.client.get(EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.path, {
        series_symbol: 'KXFED',
      })
    ).json,
  )
  const symbol = data.find(({ tradable_status: status }) => status === 'OC')?.symbol ?? ''
  const buy = (id: string) =>
    exchange.client.post('/trading/orders/place', {
      account_id,
      new_orders: [
        {
          client_order_id: id,
          combo_type: 'NORMAL',
          instrument_type: 'EVENT',
          market: 'US',
          symbol,
          side: 'BUY',
          order_type: 'LIMIT',
          limit_price: '0.01',
          time_in_force: 'GTC',
          entrust_type: 'QTY',
          quantity: '1',
          event_outcome: 'yes',
          event_trade_mode: 'TRADE_IN_CONTRACT',
        },
      ],
    })
  await exchange.practice.command({ command: 'event-agreement', signed: false })
  expect(await buy('not-signed-0001')).toMatchObject({
    status: 417,
    json: {
      error_code: 'OPENAPI_TRADE_ORDER_NO_PERMISSION',
      message: expect.stringMatching(/^https:\/\/\S+$/) as string,
    },
  })
  await exchange.practice.command({ command: 'event-agreement', signed: true })
  expect((await buy('signed-now-0001')).status).toBe(200)
})
