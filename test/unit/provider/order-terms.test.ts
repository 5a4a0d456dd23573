import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { DraftTerms } from '../../../shared/domain/orders/order-terms.js'
import { epochMs } from '../../../shared/domain/time.js'
import { zOrder, zPosition } from '../../../shared/ipc/schemas.js'
import { zPositionRecord } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS, zOrderGroup } from '../../../shared/wire/families/trading/orders.js'
import { reduceOrder } from '../../../electron/core/orders/reduce-order.js'
import { toPosition } from '../../../electron/provider/mapping/accounts.js'
import {
  toBatchBody,
  toBatchResults,
  toComboBody,
  toObservation,
  toObservations,
  toPlaceBody,
} from '../../../electron/provider/mapping/orders.js'

const ACC = accountId('ACC')
const AT = epochMs(1_797_000_000_000)
const id = clientOrderId
const plain: OrderDraft = {
  accountId: ACC,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('180.00')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const draft = (change: Partial<OrderDraft>, terms?: DraftTerms): OrderDraft => ({
  ...plain,
  ...change,
  ...(terms === undefined ? {} : { terms }),
})

describe('place requests of every product (examples of TRADING-4.4)', () => {
  it("contain a bracket's master, take-profit and stop-loss in one group", () => {
    const exit = { ...plain, side: 'sell' as const }
    const body = toComboBody(
      {
        accountId: ACC,
        orders: [
          { role: 'master', draft: plain },
          { role: 'take-profit', draft: { ...exit, limitPrice: asPrice(dec('200.00')) } },
          {
            role: 'stop-loss',
            draft: { ...exit, type: 'stop', limitPrice: null, stopPrice: asPrice(dec('170.00')) },
          },
        ],
      },
      'c1',
      [id('m1'), id('p1'), id('s1')],
    )
    const common = {
      symbol: 'AAPL',
      instrument_type: 'EQUITY',
      market: 'US',
      quantity: '10',
      time_in_force: 'DAY',
      support_trading_session: 'CORE',
      entrust_type: 'QTY',
    }
    expect(body).toEqual({
      account_id: 'ACC',
      client_combo_order_id: 'c1',
      new_orders: [
        {
          ...common,
          client_order_id: 'm1',
          combo_type: 'MASTER',
          order_type: 'LIMIT',
          limit_price: '180.00',
          side: 'BUY',
        },
        {
          ...common,
          client_order_id: 'p1',
          combo_type: 'STOP_PROFIT',
          order_type: 'LIMIT',
          limit_price: '200.00',
          side: 'SELL',
        },
        {
          ...common,
          client_order_id: 's1',
          combo_type: 'STOP_LOSS',
          order_type: 'STOP_LOSS',
          stop_price: '170.00',
          side: 'SELL',
        },
      ],
    })
    expect(ORDER_OPERATIONS.placeOrder.request.safeParse(body).success).toBe(true)
    expect(() =>
      toComboBody({ accountId: ACC, orders: [{ role: 'oco', draft: plain }] }, 'c1', []),
    ).toThrow(RangeError)
  })

  it('contain a batch, whose answer has a result per order (example of TRADING-4.7)', () => {
    const body = toBatchBody(ACC, [
      { id: id('a1'), draft: plain },
      { id: id('a2'), draft: { ...plain, side: 'sell' } },
    ])
    expect(ORDER_OPERATIONS.batchPlaceOrders.request.safeParse(body).success).toBe(true)
    expect(
      body.batch_orders.map((order) => [order.client_order_id, order.combo_type, order.side]),
    ).toEqual([
      ['a1', 'NORMAL', 'BUY'],
      ['a2', 'NORMAL', 'SELL'],
    ])
    const answer = {
      total: 2,
      success: 1,
      failed: 1,
      batch_orders: [
        { client_order_id: 'a1', order_id: 'ORDER0000000000000000001AB' },
        { client_order_id: 'a2', error_code: 'OAUTH_OPENAPI_NO_TRADING_TIME', message: 'closed' },
      ],
    }
    expect(toBatchResults(ORDER_OPERATIONS.batchPlaceOrders.response.parse(answer))).toEqual([
      { clientOrderId: 'a1', orderId: 'ORDER0000000000000000001AB', refusal: null },
      {
        clientOrderId: 'a2',
        orderId: null,
        refusal: { code: 'OPENAPI_NO_TRADING_TIME', reason: 'closed' },
      },
    ])
  })

  it('contain an option with its leg, and a covered stock with two', () => {
    const option = {
      type: 'call' as const,
      strike: asPrice(dec('220.00')),
      expiration: '2027-01-15',
    }
    const placeBody = toPlaceBody(
      draft(
        {
          assetClass: 'option',
          size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
          limitPrice: asPrice(dec('11.25')),
        },
        {
          strategy: 'single',
          intent: 'buy-to-open',
          legs: [{ symbol: symbol('AAPL'), side: 'buy', quantity: asQuantity(dec('1')), option }],
        },
      ),
      id('o1'),
    )
    expect(placeBody).toEqual({
      account_id: 'ACC',
      new_orders: [
        {
          client_order_id: 'o1',
          combo_type: 'NORMAL',
          option_strategy: 'SINGLE',
          symbol: 'AAPL',
          instrument_type: 'OPTION',
          market: 'US',
          order_type: 'LIMIT',
          limit_price: '11.25',
          quantity: '1',
          side: 'BUY',
          position_intent: 'BUY_TO_OPEN',
          time_in_force: 'DAY',
          entrust_type: 'QTY',
          legs: [
            {
              side: 'BUY',
              quantity: '1',
              symbol: 'AAPL',
              instrument_type: 'OPTION',
              market: 'US',
              strike_price: '220.00',
              option_expire_date: '2027-01-15',
              option_type: 'CALL',
            },
          ],
        },
      ],
    })
    const [covered] = toPlaceBody(
      draft(
        { assetClass: 'option' },
        {
          strategy: 'covered-stock',
          legging: { direction: 'in', positionId: 'P1', strategy: 'covered-stock' },
          legs: [
            { symbol: symbol('AAPL'), side: 'buy', quantity: asQuantity(dec('100')), option: null },
            { symbol: symbol('AAPL'), side: 'sell', quantity: asQuantity(dec('1')), option },
          ],
        },
      ),
      id('o2'),
    ).new_orders
    expect(covered).toMatchObject({
      option_strategy: 'COVERED_STOCK',
      leg_in_or_out: 'LEG_IN',
      position_id: 'P1',
      leg_in_strategy: 'COVERED_STOCK',
      legs: [
        { instrument_type: 'EQUITY', quantity: '100' },
        { instrument_type: 'OPTION', side: 'SELL' },
      ],
    })
    expect(covered?.legs?.[0]).not.toHaveProperty('strike_price')
    // The provider does not accept a condor as the result of legging in.
    expect(
      toPlaceBody(
        draft(
          { assetClass: 'option' },
          { legging: { direction: 'in', positionId: 'P', strategy: 'condor' } },
        ),
        id('o3'),
      ).new_orders[0],
    ).not.toHaveProperty('leg_in_strategy')
    for (const body of [placeBody]) {
      expect(ORDER_OPERATIONS.placeOrder.request.safeParse(body).success).toBe(true)
    }
  })

  it.each([
    [
      'a slice over time',
      draft(
        { type: 'market', limitPrice: null },
        { algo: { kind: 'twap', maxPercent: dec('10'), start: '10:00:00', end: '15:00:00' } },
      ),
      {
        algo_type: 'TWAP',
        max_target_percent: '10',
        algo_start_time: '10:00:00',
        algo_end_time: '15:00:00',
        order_type: 'MARKET',
      },
    ],
    [
      'a share of the volume',
      draft({}, { algo: { kind: 'pov', targetPercent: dec('5') } }),
      { algo_type: 'POV', target_vol_percent: '5' },
    ],
    [
      'futures',
      draft({
        assetClass: 'futures',
        symbol: symbol('ESZ6'),
        type: 'stop-limit',
        stopPrice: asPrice(dec('5000.25')),
      }),
      {
        instrument_type: 'FUTURES',
        symbol: 'ESZ6',
        order_type: 'STOP_LOSS_LIMIT',
        stop_price: '5000.25',
      },
    ],
    [
      'crypto for an amount',
      draft({
        assetClass: 'crypto',
        symbol: symbol('BTCUSD'),
        type: 'market',
        timeInForce: 'ioc',
        limitPrice: null,
        size: { kind: 'amount', amount: asMoney(dec('50.00')) },
      }),
      {
        instrument_type: 'CRYPTO',
        entrust_type: 'AMOUNT',
        total_cash_amount: '50.00',
        time_in_force: 'IOC',
      },
    ],
    [
      'an event contract',
      draft(
        {
          assetClass: 'event',
          symbol: symbol('KXRATECUTCOUNT-26DEC31-T3'),
          limitPrice: asPrice(dec('0.10')),
        },
        { outcome: 'yes' },
      ),
      { instrument_type: 'EVENT', event_outcome: 'yes', limit_price: '0.10' },
    ],
    [
      'an event contract, market style',
      draft(
        { assetClass: 'event', symbol: symbol('KX-26DEC31-T3'), limitPrice: null, type: 'market' },
        { outcome: 'no', tradeMode: 'by-contracts' },
      ),
      { event_outcome: 'no', event_trade_mode: 'TRADE_IN_CONTRACT', quantity: '10' },
    ],
  ] as const)('are refused: %s', (_name, order, expected) => {
    const body = toPlaceBody(order, id('a1'))
    expect(body.new_orders[0]).toMatchObject(expected)
    if (order.assetClass !== 'stock') {
      expect(body.new_orders[0]).not.toHaveProperty('support_trading_session')
    }
    expect(ORDER_OPERATIONS.placeOrder.request.safeParse(body).error?.issues ?? []).toEqual([])
  })
})

const record = {
  client_order_id: 'a1',
  order_id: 'O1',
  symbol: 'AAPL',
  side: 'BUY',
  status: 'SUBMITTED',
  order_type: 'LIMIT',
  instrument_type: 'OPTION',
  entrust_type: 'QTY',
  time_in_force: 'GTC',
  total_quantity: '1.00000',
  filled_quantity: '0.00000',
  limit_price: '11.25',
  place_time: '1763735400123',
  place_time_at: '2025-11-21T14:30:00.123Z',
}
const leg = {
  id: 'L1',
  symbol: 'AAPL',
  side: 'BUY',
  quantity: '1',
  option_type: 'CALL',
  option_category: 'AMERICAN',
  strike_price: '220.00',
  option_expire_date: '2027-01-15',
  option_contract_multiplier: '100',
}
const read = (change: object, group: object = {}) =>
  toObservations(
    ACC,
    [zOrderGroup.parse({ combo_type: 'NORMAL', orders: [{ ...record, ...change }], ...group })],
    AT,
  )[0]

describe('order records of every product (TRADING-4.6)', () => {
  it('map legs, intent and strategy of an option', () => {
    expect(
      read({
        option_strategy: 'VERTICAL',
        position_intent: 'BUY_TO_OPEN',
        legs: [
          leg,
          { ...leg, id: 'L2', side: 'SELL', strike_price: '230', option_type: 'CALL' },
          { id: 'L3', symbol: 'AAPL', side: 'BUY', quantity: '100' },
        ],
      })?.terms,
    ).toEqual({
      combo: null,
      strategy: 'vertical',
      intent: 'buy-to-open',
      legging: null,
      algo: null,
      outcome: null,
      tradeMode: null,
      expireDate: null,
      legs: [
        {
          legId: 'L1',
          symbol: 'AAPL',
          side: 'buy',
          quantity: '1',
          option: {
            type: 'call',
            style: 'american',
            strike: '220.00',
            expiration: '2027-01-15',
            multiplier: '100',
            deliverable: null,
          },
        },
        {
          legId: 'L2',
          symbol: 'AAPL',
          side: 'sell',
          quantity: '1',
          option: {
            type: 'call',
            style: 'american',
            strike: '230',
            expiration: '2027-01-15',
            multiplier: '100',
            deliverable: null,
          },
        },
        { legId: 'L3', symbol: 'AAPL', side: 'buy', quantity: '100', option: null },
      ],
    })
  })

  it.each(['position_id', 'posotion_id'])(
    'map the position that is legged into, spelled %s',
    (name) => {
      expect(
        read({ leg_in_or_out: 'LEG_IN', leg_in_strategy: 'DIAGONAL', [name]: 'POS7' })?.terms
          ?.legging,
      ).toEqual({ direction: 'in', positionId: 'POS7', strategy: 'diagonal' })
    },
  )

  it('map group roles, algorithms and outcomes', () => {
    expect(
      read({}, { combo_type: 'STOP_PROFIT', client_combo_order_id: 'c1', combo_order_id: 'C1' })
        ?.terms?.combo,
    ).toEqual({ role: 'take-profit', clientComboId: 'c1', comboId: 'C1' })
    expect(
      read({ algo_type: 'VWAP', max_target_percent: '10', algo_start_time: '10:00:00' })?.terms
        ?.algo,
    ).toEqual({ kind: 'vwap', targetPercent: null, maxPercent: '10', start: '10:00:00', end: null })
    expect(
      read({ instrument_type: 'EVENT', event_outcome: 'no', event_trade_mode: 'TRADE_IN_AMOUNT' })
        ?.terms,
    ).toMatchObject({ outcome: 'no', tradeMode: 'by-amount' })
    expect(read({ time_in_force: 'GTD', expire_date: '2027-01-01' })?.terms?.expireDate).toBe(
      '2027-01-01',
    )
    expect(read({})).not.toHaveProperty('terms')
  })

  it('map unknown values as unknown, one by one', () => {
    expect(
      read(
        {
          option_strategy: 'MOON',
          position_intent: 'HOLD',
          algo_type: 'MAGIC',
          event_outcome: 'perhaps',
          event_trade_mode: 'X',
          leg_in_or_out: 'Y',
          legs: [{ ...leg, side: 'GIVE', option_type: 'STRADDLE', option_category: 'BERMUDAN' }],
        },
        { combo_type: 'OTOTO' },
      )?.terms,
    ).toMatchObject({
      combo: { role: 'unknown' },
      strategy: 'unknown',
      intent: 'unknown',
      algo: { kind: 'unknown' },
      outcome: 'unknown',
      tradeMode: 'unknown',
      legging: { direction: 'unknown' },
      legs: [{ side: 'unknown', option: { type: 'unknown', style: 'unknown' } }],
    })
  })

  it('fit the schema of the order row', () => {
    const seen = toObservation(
      ACC,
      zOrderGroup.parse({ orders: [{ ...record, legs: [leg], option_strategy: 'SINGLE' }] })
        .orders[0] as never,
      'detail',
      AT,
      { combo_type: 'MASTER', combo_order_id: 'C', client_combo_order_id: 'c' },
    )
    const row = reduceOrder(null, { fact: 'observed', observation: { ...seen, session: 'core' } })
      .tracked?.order
    expect(row?.terms).toEqual(seen.terms)
    expect(zOrder.safeParse(row).error?.issues ?? []).toEqual([])
  })
})

describe('positions of every product (TRADING-3)', () => {
  const wire = {
    position_id: 'P1',
    instrument_type: 'OPTION',
    symbol: 'AAPL',
    currency: 'USD',
    quantity: '-2.00000',
    option_strategy: 'SINGLE',
    last_price: '3.00',
    cost_price: '4.00',
    unrealized_profit_loss: '200.00',
  }
  const position = (change: object) => {
    const made = toPosition(ACC, zPositionRecord.parse({ ...wire, ...change }))
    expect(zPosition.safeParse(made).error?.issues ?? []).toEqual([])
    return made
  }

  it('map options: legs, value and cost by their multiplier', () => {
    const legs = [
      {
        leg_id: 'L1',
        symbol: 'AAPL',
        quantity: '-2',
        option_type: 'PUT',
        option_expire_date: '2027-01-15',
        option_exercise_price: '150.00',
        option_contract_multiplier: '100',
        expiration_type: 'PM',
      },
    ]
    expect(position({ legs })).toMatchObject({
      strategy: 'single',
      marketValue: '-600',
      unrealizedPnlRatio: '0.25',
      legs: [
        {
          legId: 'L1',
          quantity: '-2',
          settles: 'pm',
          option: {
            type: 'put',
            style: null,
            strike: '150.00',
            expiration: '2027-01-15',
            multiplier: '100',
          },
        },
      ],
    })
    expect(
      position({ legs: [...legs, { ...legs[0], leg_id: 'L2', option_contract_multiplier: '10' }] }),
    ).toMatchObject({ marketValue: null, unrealizedPnlRatio: null })
    expect(position({ option_strategy: 'NEW_ONE' })).toMatchObject({
      strategy: 'unknown',
      legs: [],
      marketValue: null,
    })
  })

  it('map event contracts by outcome, crypto and futures', () => {
    expect(
      position({
        instrument_type: 'EVENT',
        symbol: 'KX-26DEC31-T3',
        quantity: '50',
        last_price: '0.13',
        cost_price: '0.10',
        event_outcome: 'no',
      }),
    ).toMatchObject({ outcome: 'no', marketValue: '6.5' })
    expect(position({ instrument_type: 'EVENT', event_outcome: 'maybe' })).toMatchObject({
      outcome: 'unknown',
    })
    expect(
      position({
        instrument_type: 'CRYPTO',
        symbol: 'BTCUSD',
        quantity: '0.5',
        last_price: '90000',
      }),
    ).toMatchObject({ marketValue: '45000' })
    expect(position({ instrument_type: 'FUTURES', symbol: 'ESZ6' })).toMatchObject({
      assetClass: 'futures',
      marketValue: null,
    })
    expect(position({ instrument_type: 'EQUITY' })).not.toHaveProperty('strategy')
  })
})
