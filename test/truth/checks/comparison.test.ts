import { describe, expect, it } from 'vitest'
import { text } from '../../../shared/messages/en/window/index.js'
import { planOf } from '../plan.js'
import { compareOrders, comparePositions } from './comparison.js'
import { cashText, paintedOrders, plainNumber, trueOrder, truePosition } from './painted.js'

const ID = '0123456789abcdef0123456789abcdef'
const RECORD = {
  client_order_id: ID,
  symbol: 'AAPL',
  instrument_type: 'EQUITY',
  side: 'BUY',
  status: 'PARTIAL_FILLED',
  order_type: 'LIMIT',
  total_quantity: '1250.00000',
  filled_quantity: '5.00000',
  filled_price: '270.41236',
  limit_price: '271.00',
}
const HEADS = Object.values(text.orders.heads)
const CELLS: Readonly<Record<string, string>> = {
  [text.orders.heads.symbol]: 'AAPL',
  [text.orders.heads.side]: 'Buy',
  [text.orders.heads.status]: 'Partially filled',
  [text.orders.heads.type]: 'Limit',
  [text.orders.heads.quantity]: '1,250',
  [text.orders.heads.filled]: '5',
  [text.orders.heads.limit]: '271.00',
  [text.orders.heads.stop]: '—',
  [text.orders.heads.average]: '270.4124',
}
const painted = (change: Readonly<Record<string, string>> = {}) => {
  const cells = { ...CELLS, ...change }
  return paintedOrders({ heads: HEADS, rows: [HEADS.map((head) => cells[head] ?? '')] })
}
const { heads } = text.orders

describe('The comparison of the window with the exchange', () => {
  it('finds nothing when a painted order equals the exchange’s', () => {
    const found = compareOrders(painted(), { orders: [RECORD] }, false)
    expect(found).toEqual({ wrong: [], doubts: [] })
  })

  it.each([
    ['state', { [heads.status]: 'Working' }],
    ['filled quantity', { [heads.filled]: '4' }],
    ['average price', { [heads.average]: '270.4123' }],
    ['limit price', { [heads.limit]: '271.01' }],
    ['side', { [heads.side]: 'Sell' }],
    ['instrument', { [heads.symbol]: 'MSFT' }],
  ])('finds another %s', (_name, change) => {
    const found = compareOrders(painted(change), { orders: [RECORD] }, false)
    expect(found.wrong).toHaveLength(2)
  })

  it('finds an order that is missing, and one that is painted twice', () => {
    expect(compareOrders([], { orders: [RECORD] }, false).wrong).toHaveLength(1)
    const twice = [...painted(), ...painted()]
    expect(compareOrders(twice, { orders: [RECORD] }, false).wrong).toHaveLength(1)
  })

  it('counts an uncertain order as a doubt only while the exchange does not have it', () => {
    const unknown = painted({ [heads.status]: 'Unknown', [heads.filled]: '0' })
    expect(compareOrders(unknown, { orders: [] }, false)).toMatchObject({ wrong: [] })
    expect(compareOrders(unknown, { orders: [] }, false).doubts).toHaveLength(1)
    expect(compareOrders(unknown, { orders: [RECORD] }, false).wrong).toHaveLength(1)
  })

  it('accepts a rejected order with its reason, which the exchange does not have', () => {
    const rejected = painted({ [heads.status]: 'RejectedThe account has not enough cash.' })
    expect(compareOrders(rejected, { orders: [] }, false)).toEqual({ wrong: [], doubts: [] })
  })

  it('finds another quantity and another average cost of a position', () => {
    const record = {
      symbol: 'BTCUSD',
      instrument_type: 'CRYPTO',
      quantity: '0.01234567',
      cost_price: '92000.123456',
    }
    const shown = truePosition(record)
    expect(shown).toEqual({ name: 'BTC/USD', quantity: '0.01234567', averageCost: '92000.1235' })
    expect(comparePositions([shown], [record])).toEqual([])
    expect(comparePositions([{ ...shown, quantity: '0.01234566' }], [record])).toHaveLength(2)
    expect(comparePositions([], [record])).toHaveLength(1)
  })

  it('names options as the window does', () => {
    const leg = {
      symbol: 'AAPL',
      option_type: 'CALL',
      strike_price: '270.00',
      option_expire_date: '2026-12-18',
    }
    const option = { ...RECORD, instrument_type: 'OPTION', legs: [leg] }
    expect(trueOrder(option).name).toBe('AAPL 18 Dec 26 270 C')
    const legs = [leg, { ...leg, strike_price: '280' }]
    expect(trueOrder({ ...option, option_strategy: 'VERTICAL', legs }).name).toBe(
      'AAPL 18 Dec 26 270/280 C vertical',
    )
  })

  it('compares numbers to the cent, however they are written', () => {
    expect([plainNumber('−1,234.50'), plainNumber('$20,700.410'), plainNumber('—')]).toEqual([
      '-1234.5',
      '20700.41',
      '—',
    ])
    expect([cashText('20700.41'), cashText('')]).toEqual(['20700.41', '—'])
  })
})

describe('The plan of a run', () => {
  it('is the same for the same seed, with every process killed equally often', () => {
    const options = { seed: 7, orders: 500, kills: 48 }
    const plan = planOf(options)
    expect(planOf(options)).toEqual(plan)
    expect(planOf({ ...options, seed: 8 })).not.toEqual(plan)
    expect(plan.reduce((sum, { orders }) => sum + orders, 0)).toBe(500)
    for (const killed of ['program', 'renderer', 'exchange']) {
      expect(plan.filter(({ kill }) => kill === killed)).toHaveLength(16)
    }
  })
})
