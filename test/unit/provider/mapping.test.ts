import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import {
  zAccountRecord,
  zBalanceRecord,
  zPositionRecord,
} from '../../../shared/wire/families/trading/accounts.js'
import { zStockProfile } from '../../../shared/wire/families/products/stocks.js'
import {
  ORDER_OPERATIONS,
  zOrderGroup,
  zOrderRecord,
} from '../../../shared/wire/families/trading/orders.js'
import { zStockSnapshot, zWireBar } from '../../../shared/wire/families/market-data/stock-data.js'
import { zPage } from '../../../shared/wire/fields.js'
import { toAccount, toBalance, toPosition } from '../../../electron/provider/mapping/accounts.js'
import { toOrderEvent } from '../../../electron/provider/mapping/trade-events.js'
import { toInstrument } from '../../../electron/provider/mapping/instruments.js'
import {
  feesOf,
  toObservation,
  toObservations,
  toPlaceBody,
  toReplaceBody,
} from '../../../electron/provider/mapping/orders.js'
import { toBar, toQuotePatch } from '../../../electron/provider/mapping/stock-data.js'

const ACC = accountId('ACC')
const AT = epochMs(1_797_000_000_000)

describe('accounts (examples of TRADING-2, TRADING-3)', () => {
  const record = {
    user_id: '1000000001',
    account_id: 'ACCT0000000000000000000001',
    account_number: '10010048',
    account_type: 'MARGIN',
    account_class: 'INDIVIDUAL_MARGIN',
    account_label: 'Individual Margin',
  }
  it('map an account; an unknown class enables nothing', () => {
    expect(toAccount(zAccountRecord.parse(record))).toEqual({
      accountId: 'ACCT0000000000000000000001',
      accountNumber: '10010048',
      type: 'margin',
      product: 'securities',
      label: 'Individual Margin',
    })
    expect(
      toAccount(
        zAccountRecord.parse({
          ...record,
          account_class: 'EVENTS_CASH',
          account_type: 'OTHER',
          account_label: undefined,
        }),
      ),
    ).toMatchObject({ product: 'events', type: 'unknown', label: 'Events Cash' })
    expect(toAccount(zAccountRecord.parse({ ...record, account_class: 'HEDGE_FUND' }))).toBeNull()
  })

  it('map the published balance', () => {
    const wire = {
      total_asset_currency: 'USD',
      total_cash_balance: '10000.00',
      total_market_value: '1850.00',
      total_unrealized_profit_loss: '50.00',
      total_net_liquidation_value: '1.1850E4',
      total_day_profit_loss: '12.40',
      day_trades_left: 'UNLIMITED',
      maintenance_margin: '0.00',
      open_margin_calls: "['EM']",
      account_currency_assets: [
        {
          currency: 'USD',
          cash_balance: '10000.00',
          settled_cash: '10000.00',
          unsettled_cash: '0.00',
          market_value: '1850.00',
          frozen_amount: '0.00',
          buying_power: '10000.00',
          option_buying_power: '10000.00',
          unrealized_profit_loss: '50.00',
          day_profit_loss: '12.40',
          available_withdrawal: '10000.00',
        },
      ],
    }
    const balance = toBalance(ACC, zBalanceRecord.parse(wire), AT)
    expect(balance).toMatchObject({
      currency: 'USD',
      netLiquidation: '11850',
      totalCash: '10000.00',
      dayPnl: '12.40',
      openMarginCalls: ['EM'],
      initialMargin: null,
      asOf: AT,
    })
    expect(balance.currencies).toEqual([
      {
        currency: 'USD',
        cash: '10000.00',
        settledCash: '10000.00',
        unsettledCash: '0.00',
        marketValue: '1850.00',
        frozen: '0.00',
        buyingPower: '10000.00',
        dayBuyingPower: null,
        overnightBuyingPower: null,
        optionBuyingPower: '10000.00',
        unrealizedPnl: '50.00',
        dayPnl: '12.40',
        availableToWithdraw: '10000.00',
      },
    ])
  })

  it('compute value and ratio of a short stock position, and guess nothing for contracts', () => {
    const wire = {
      position_id: 'P1',
      instrument_type: 'EQUITY',
      symbol: 'AAPL',
      currency: 'USD',
      quantity: '-10.00000',
      option_strategy: 'SINGLE',
      last_price: '180.00',
      cost_price: '200.00',
      unrealized_profit_loss: '200.00',
    }
    expect(toPosition(ACC, zPositionRecord.parse(wire))).toMatchObject({
      quantity: '-10.00000',
      marketValue: '-1800',
      unrealizedPnlRatio: '0.1',
      averageCost: '200.00',
      dayPnl: null,
    })
    expect(
      toPosition(ACC, zPositionRecord.parse({ ...wire, instrument_type: 'FUTURES' })),
    ).toMatchObject({ assetClass: 'futures', marketValue: null, unrealizedPnlRatio: null })
    expect(
      toPosition(ACC, zPositionRecord.parse({ ...wire, instrument_type: 'MOON_DUST' })),
    ).toBeNull()
  })
})

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
    const read = (change: object) =>
      toObservation(ACC, zOrderRecord.parse({ ...record, ...change }), 'detail', AT)
    expect(
      read({ filled_time_at: '2025-11-21T14:30:01.000Z', filled_time: 5_000_000_000_000 }).filledAt,
    ).toBe(1_763_735_401_000)
    expect(read({ filled_time: '1763735401000' }).filledAt).toBe(1_763_735_401_000)
    expect(read({ fill_time: 1_763_735_401_000 }).filledAt).toBe(1_763_735_401_000)
    expect(read({ posotion_id: 'P', position_id: null }).clientOrderId).toBe('a1')
    expect(read({ status: 'TELEPORTED', side: 'GIVE', order_type: 'ICEBERG' })).toMatchObject({
      status: null,
      side: null,
      type: null,
    })
    expect(read({ status: 'FILLED', filled_quantity: '10', filled_price: '179.99' })).toMatchObject(
      { status: 'filled', averageFillPrice: '179.99' },
    )
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
        toObservation(ACC, zOrderRecord.parse({ ...record, status }), 'detail', AT).status,
      ).not.toBeNull()
    },
  )
})

describe('order events (example of EVENTS-3)', () => {
  const payload = {
    account_id: 'ACC',
    request_id: 'ORDER0000000000000000001AB',
    order_id: 'ORDER0000000000000000001AB',
    client_order_id: '0f8fad5bd9cb469fa16570867728950e',
    instrument_id: '913256135',
    order_status: 'PARTIAL_FILLED',
    symbol: 'AAPL',
    short_name: 'Apple Inc',
    qty: '3.0000000000',
    filled_price: '180.00',
    filled_qty: '1.0',
    filled_time: '2026-11-20T15:40:35.524+0000',
    side: 'BUY',
    scene_type: 'FILLED',
    category: 'US_STOCK',
    order_type: 'LIMIT',
  }
  it('map the published event', () => {
    expect(toOrderEvent(JSON.stringify(payload), AT)).toMatchObject({
      eventType: 'partial-fill',
      observation: {
        source: 'event',
        clientOrderId: payload.client_order_id,
        orderId: payload.order_id,
        status: 'partially-filled',
        assetClass: 'stock',
        side: 'buy',
        quantity: '3.0000000000',
        filledQuantity: '1.0',
        averageFillPrice: '180.00',
        filledAt: Date.parse('2026-11-20T15:40:35.524Z'),
        timeInForce: null,
        fees: null,
      },
    })
  })
  it('map unknown values as unknown, and refuse unreadable events', () => {
    expect(
      toOrderEvent(
        JSON.stringify({
          ...payload,
          scene_type: 'SANG',
          order_status: 'WORKING',
          filled_qty: '0E-10',
          filled_price: '0E-10',
          order_id: undefined,
          actual_commission: '1',
        }),
        AT,
      ),
    ).toMatchObject({
      eventType: 'other',
      observation: {
        status: 'working',
        averageFillPrice: null,
        filledQuantity: '0',
        orderId: payload.request_id,
        fees: '1',
      },
    })
    for (const bad of [
      '',
      'x',
      '[]',
      'null',
      '{}',
      JSON.stringify({ ...payload, qty: 'many' }),
      JSON.stringify({ ...payload, client_order_id: 5 }),
    ]) {
      expect(toOrderEvent(bad, AT)).toBeNull()
    }
  })
  it.each([
    ['FINAL_FILLED', 'final-fill'],
    ['PLACE_FAILED', 'place-failed'],
    ['MODIFY_SUCCESS', 'replace-done'],
    ['MODIFY_FAILED', 'replace-refused'],
    ['CANCEL_SUCCESS', 'cancel-done'],
    ['CANCEL_FAILED', 'cancel-refused'],
    ['toString', 'other'],
  ])('map scene %s', (wireType, eventType) => {
    expect(toOrderEvent(JSON.stringify({ ...payload, scene_type: wireType }), AT)?.eventType).toBe(
      eventType,
    )
  })
})

describe('market data', () => {
  it('maps a snapshot: the newer of regular and extended trade is last; absent fields stay so', () => {
    const wire = {
      symbol: 'AAPL',
      price: '180.00',
      pre_close: '179.00',
      change: '1.00',
      change_ratio: '0.0056',
      last_trade_time: 1_000_000_000_000,
      extend_hour_last_price: '181.00',
      extend_hour_change: '1.00',
      extend_hour_last_trade_time: 1_000_000_060_000,
      bid: '180.99',
      volume: '2.3E6',
    }
    const patch = toQuotePatch(zStockSnapshot.parse(wire), AT)
    expect(patch).toMatchObject({
      symbol: 'AAPL',
      last: '181.00',
      previousClose: '179.00',
      bid: '180.99',
      volume: '2300000',
      time: 1_000_000_060_000,
      receivedAt: AT,
    })
    expect(patch).not.toHaveProperty('ask')
    expect(patch).not.toHaveProperty('changeRatio')
    expect(
      toQuotePatch(
        zStockSnapshot.parse({ ...wire, extend_hour_last_trade_time: 999_999_999_999 }),
        AT,
      ).last,
    ).toBe('180.00')
  })
  it('maps bars, also without volume', () => {
    const bar = {
      time: '2026-11-20T15:40:00.000+0000',
      open: '1',
      high: '2',
      low: '0.5',
      close: '1.5',
    }
    expect(toBar(zWireBar.parse(bar))).toEqual({
      time: Date.parse('2026-11-20T15:40:00Z'),
      open: '1',
      high: '2',
      low: '0.5',
      close: '1.5',
      volume: '0',
    })
  })
  it('maps an instrument; an unknown status is not tradable', () => {
    const wire = {
      name: 'Apple Inc',
      instrument_id: '913256135',
      exchange_code: 'NSQ',
      category: 'US_STOCK',
      symbol: 'AAPL',
      status: 'OC',
      shortable: true,
      sub_category: 'COMMON_STOCK',
      margin_requirement_long: '0.5',
      currency: 'USD',
    }
    expect(toInstrument(zStockProfile.parse(wire))).toMatchObject({
      symbol: 'AAPL',
      exchange: 'NASDAQ',
      kind: 'stock',
      tradable: 'yes',
      shortable: true,
      fractionable: false,
      initialMarginLong: '0.5',
      maintenanceMarginLong: null,
    })
    expect(
      toInstrument(
        zStockProfile.parse({
          ...wire,
          status: 'ZZ',
          exchange_code: 'XXX',
          sub_category: 'WARRANT',
        }),
      ),
    ).toMatchObject({ tradable: 'no', exchange: 'XXX', kind: 'other' })
  })
})
