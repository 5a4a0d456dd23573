import { describe, expect, it } from 'vitest'
import { accountId } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { zPositionRecord } from '../../../../shared/wire/families/trading/accounts.js'
import { zOrderGroup } from '../../../../shared/wire/families/trading/orders.js'
import { reduceOrder } from '../../../../electron/core/orders/reduce-order.js'
import { toPosition } from '../../../../electron/provider/mapping/accounts.js'
import { toObservation, toObservations } from '../../../../electron/provider/mapping/orders.js'

const ACC = accountId('ACC')
const AT = epochMs(1_797_000_000_000)

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
const observe = (change: object, group: object = {}) =>
  toObservations(
    ACC,
    [zOrderGroup.parse({ combo_type: 'NORMAL', orders: [{ ...record, ...change }], ...group })],
    AT,
  )[0]

describe('order records of every product (TRADING-4.6)', () => {
  it('map legs, intent and strategy of an option', () => {
    expect(
      observe({
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
        observe({ leg_in_or_out: 'LEG_IN', leg_in_strategy: 'DIAGONAL', [name]: 'POS7' })?.terms
          ?.legging,
      ).toEqual({ direction: 'in', positionId: 'POS7', strategy: 'diagonal' })
    },
  )

  it('map group roles, algorithms and outcomes', () => {
    expect(
      observe({}, { combo_type: 'STOP_PROFIT', client_combo_order_id: 'c1', combo_order_id: 'C1' })
        ?.terms?.combo,
    ).toEqual({ role: 'take-profit', clientComboId: 'c1', comboId: 'C1' })
    expect(
      observe({ algo_type: 'VWAP', max_target_percent: '10', algo_start_time: '10:00:00' })?.terms
        ?.algo,
    ).toEqual({ kind: 'vwap', targetPercent: null, maxPercent: '10', start: '10:00:00', end: null })
    expect(
      observe({
        instrument_type: 'EVENT',
        event_outcome: 'no',
        event_trade_mode: 'TRADE_IN_AMOUNT',
      })?.terms,
    ).toMatchObject({ outcome: 'no', tradeMode: 'by-amount' })
    expect(observe({ time_in_force: 'GTD', expire_date: '2027-01-01' })?.terms?.expireDate).toBe(
      '2027-01-01',
    )
    expect(observe({})).not.toHaveProperty('terms')
  })

  it('map unknown values as unknown, one by one', () => {
    expect(
      observe(
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
      {
        source: 'detail',
        observedAt: AT,
        group: { combo_type: 'MASTER', combo_order_id: 'C', client_combo_order_id: 'c' },
      },
    )
    const row = reduceOrder(null, { fact: 'observed', observation: { ...seen, session: 'core' } })
      .tracked?.order
    expect(row?.terms).toEqual(seen.terms)
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
    return toPosition(ACC, zPositionRecord.parse({ ...wire, ...change }), epochMs(5))
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
