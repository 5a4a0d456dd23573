import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { exitsOf, protectedEntry } from '../../../../shared/domain/orders/exits.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { DraftTerms } from '../../../../shared/domain/orders/order-terms.js'
import { ORDER_OPERATIONS } from '../../../../shared/wire/families/trading/orders.js'
import { toComboBody, toPlaceBody } from '../../../../electron/provider/mapping/orders.js'

const ACC = accountId('ACC')
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

  it('bear a position_intent on the master of a group only (TRADING-4.2)', () => {
    const entry = draft(
      { assetClass: 'option', type: 'limit', limitPrice: asPrice(dec('11.25')) },
      { intent: 'buy-to-open' },
    )
    const exits = exitsOf(entry, {
      takeProfit: asPrice(dec('20.00')),
      stopLoss: asPrice(dec('5.00')),
    })
    const bodies = [protectedEntry(entry, exits), { accountId: ACC, orders: exits }].map((combo) =>
      toComboBody(
        combo,
        'c1',
        combo.orders.map((_, index) => id(`o${index}`)),
      ),
    )
    const intents = bodies.map(({ new_orders: orders }) =>
      orders.map((order) => [order.combo_type, order.position_intent]),
    )
    expect(intents).toEqual([
      [
        ['MASTER', 'BUY_TO_OPEN'],
        ['STOP_PROFIT', undefined],
        ['STOP_LOSS', undefined],
      ],
      [
        ['STOP_PROFIT', undefined],
        ['STOP_LOSS', undefined],
      ],
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
