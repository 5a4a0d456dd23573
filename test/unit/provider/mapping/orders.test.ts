import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import {
  ORDER_OPERATIONS,
  zOrderGroup,
  zOrderRecord,
} from '../../../../shared/wire/families/trading/orders.js'
import { zPage } from '../../../../shared/wire/fields.js'
import {
  feesOf,
  toObservation,
  toObservations,
  toPlaceBody,
  toReplaceBody,
} from '../../../../electron/provider/mapping/orders.js'

const ACC = accountId('ACC')
const AT = epochMs(1_797_000_000_000)

const draft: OrderDraft = {
  accountId: ACC,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('180.00')),
  stopPrice: asPrice(dec('1')),
  trail: { kind: 'percent', step: dec('0.01') },
  expireDate: '2027-01-01',
}

describe('orders (examples of TRADING-4.4, TRADING-4.6)', () => {
  it('write the published place request with only the fields of the type', () => {
    const body = toPlaceBody(draft, clientOrderId('a1'))
    expect(body).toEqual({
      account_id: 'ACC',
      new_orders: [
        {
          client_order_id: 'a1',
          combo_type: 'NORMAL',
          symbol: 'AAPL',
          instrument_type: 'EQUITY',
          market: 'US',
          order_type: 'LIMIT',
          limit_price: '180.00',
          quantity: '10',
          side: 'BUY',
          time_in_force: 'DAY',
          support_trading_session: 'CORE',
          entrust_type: 'QTY',
        },
      ],
    })
    expect(ORDER_OPERATIONS.placeOrder.request.safeParse(body).success).toBe(true)
  })

  it.each([
    [{ type: 'market' }, { order_type: 'MARKET' }, ['limit_price', 'stop_price', 'trailing_type']],
    [
      { type: 'stop' },
      { order_type: 'STOP_LOSS', stop_price: '1' },
      ['limit_price', 'trailing_type'],
    ],
    [
      { type: 'stop-limit' },
      { order_type: 'STOP_LOSS_LIMIT', stop_price: '1', limit_price: '180.00' },
      ['trailing_type'],
    ],
    [
      { type: 'trailing-stop' },
      { order_type: 'TRAILING_STOP_LOSS', trailing_type: 'PERCENTAGE', trailing_stop_step: '0.01' },
      ['limit_price', 'stop_price'],
    ],
    [
      { side: 'short', session: 'all', timeInForce: 'gtd' },
      {
        side: 'SHORT',
        support_trading_session: 'ALL',
        time_in_force: 'GTD',
        expire_date: '2027-01-01',
      },
      [],
    ],
    [
      { type: 'market', size: { kind: 'amount', amount: asMoney(dec('50.00')) } },
      { entrust_type: 'AMOUNT', total_cash_amount: '50.00' },
      ['quantity'],
    ],
    [{ assetClass: 'crypto' }, { instrument_type: 'CRYPTO' }, ['support_trading_session']],
  ] as const)('write only the fields that apply to %j', (change, expected, absent) => {
    const [order] = toPlaceBody(
      { ...draft, ...change } as OrderDraft,
      clientOrderId('a1'),
    ).new_orders
    expect(order).toMatchObject(expected)
    for (const name of absent) expect(order).not.toHaveProperty(name)
  })

  it('write only the changed fields of a replacement', () => {
    const body = toReplaceBody(ACC, clientOrderId('a1'), {
      limitPrice: asPrice(dec('181')),
      quantity: asQuantity(dec('5')),
    })
    expect(body).toEqual({
      account_id: 'ACC',
      modify_orders: [{ client_order_id: 'a1', limit_price: '181', quantity: '5' }],
    })
    expect(ORDER_OPERATIONS.replaceOrder.request.safeParse(body).success).toBe(true)
    expect(
      toReplaceBody(ACC, clientOrderId('a1'), {
        trail: { kind: 'amount', step: dec('2') },
        type: 'market',
        timeInForce: 'gtc',
      }).modify_orders[0],
    ).toEqual({
      client_order_id: 'a1',
      order_type: 'MARKET',
      time_in_force: 'GTC',
      trailing_type: 'AMOUNT',
      trailing_stop_step: '2',
    })
  })

  const record = {
    client_order_id: 'a1',
    order_id: 'ORDER0000000000000000001AB',
    symbol: 'AAPL',
    side: 'BUY',
    status: 'SUBMITTED',
    order_type: 'LIMIT',
    instrument_type: 'EQUITY',
    support_trading_session: 'CORE',
    entrust_type: 'QTY',
    time_in_force: 'DAY',
    total_quantity: '10.00000',
    filled_quantity: '0.00000',
    filled_price: '0E-10',
    limit_price: '180.00',
    place_time: '1763735400123',
    place_time_at: '2025-11-21T14:30:00.123Z',
  }

  it('map the published page of groups', () => {
    const page = zPage(zOrderGroup).parse({
      data: [{ client_order_id: 'a1', combo_type: 'NORMAL', orders: [record] }],
      pagination_key: null,
    })
    expect(toObservations(ACC, page.data, AT)).toEqual([
      {
        source: 'listing',
        accountId: 'ACC',
        clientOrderId: 'a1',
        orderId: 'ORDER0000000000000000001AB',
        assetClass: 'stock',
        symbol: 'AAPL',
        side: 'buy',
        type: 'limit',
        timeInForce: 'day',
        session: 'core',
        status: 'working',
        quantity: '10.00000',
        amount: null,
        filledQuantity: '0.00000',
        averageFillPrice: null,
        limitPrice: '180.00',
        stopPrice: null,
        trail: null,
        fees: null,
        placedAt: 1_763_735_400_123,
        filledAt: null,
        reason: null,
        observedAt: AT,
      },
    ])
  })

  it('map every form of the fill time, fees, and unknown values as unknown', () => {
    const observe = (change: object) =>
      toObservation(ACC, zOrderRecord.parse({ ...record, ...change }), {
        source: 'detail',
        observedAt: AT,
      })
    expect(
      observe({ filled_time_at: '2025-11-21T14:30:01.000Z', filled_time: 5_000_000_000_000 })
        .filledAt,
    ).toBe(1_763_735_401_000)
    expect(observe({ filled_time: '1763735401000' }).filledAt).toBe(1_763_735_401_000)
    expect(observe({ fill_time: 1_763_735_401_000 }).filledAt).toBe(1_763_735_401_000)
    expect(observe({ posotion_id: 'P', position_id: null }).clientOrderId).toBe('a1')
    expect(observe({ status: 'TELEPORTED', side: 'GIVE', order_type: 'ICEBERG' })).toMatchObject({
      status: null,
      side: null,
      type: null,
    })
    expect(
      observe({ status: 'FILLED', filled_quantity: '10', filled_price: '179.99' }),
    ).toMatchObject({ status: 'filled', averageFillPrice: '179.99' })
    expect(
      feesOf({
        commission: { actual_commission: '1.10', receivable_commission: '9' },
        fees: [{ type: 'SEC_FEE', actual_value: null, receivable_value: dec('0.02') }],
      } as never),
    ).toBe('1.12')
    expect(feesOf({ commission: {} as never, fees: [] })).toBeNull()
  })

  it.each(['PENDING', 'SUBMITTED', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', 'FAILED'])(
    'map status %s',
    (status) => {
      expect(
        toObservation(ACC, zOrderRecord.parse({ ...record, status }), {
          source: 'detail',
          observedAt: AT,
        }).status,
      ).not.toBeNull()
    },
  )
})
