import { describe, expect, it } from 'vitest'
import { checkFigure, isLate, type ExchangeMoment } from './figure-check.js'
import type { PaintedFigure } from './read-figures.js'

const ACCOUNT = 'A1'
const ORDER = 'f'.repeat(32)

const moment = (time: number, price: string, filled = '0'): ExchangeMoment => ({
  sent: time,
  received: time + 10,
  positions: {
    [ACCOUNT]: [
      {
        position_id: 'P1',
        instrument_type: 'EQUITY',
        symbol: 'AAPL',
        quantity: '10.00',
        cost_price: '99.5000',
        last_price: price,
        market_value: `${Number(price) * 10}`,
        day_profit_loss: '-5.00',
      },
    ],
  },
  balances: {
    [ACCOUNT]: {
      total_net_liquidation_value: `${1_000 + Number(price)}.00`,
      account_currency_assets: [{ buying_power: '2000.00' }],
    },
  },
  realized: { [ACCOUNT]: '-12.30' },
  everRealized: { [ACCOUNT]: '7.50' },
  orders: [
    {
      client_order_id: ORDER,
      instrument_type: 'EQUITY',
      symbol: 'AAPL',
      side: 'BUY',
      order_type: 'LIMIT',
      status: filled === '0' ? 'SUBMITTED' : 'FILLED',
      total_quantity: '10',
      filled_quantity: filled,
      filled_price: filled === '0' ? '0' : '99.50',
    },
  ],
})
const HISTORY = [moment(0, '100'), moment(10_000, '102'), moment(20_000, '104', '10')]

const figure = (over: Partial<PaintedFigure>): PaintedFigure => ({
  panel: 'positions',
  name: 'last',
  row: 'AAPL',
  id: 'P1',
  text: '104.00',
  age: null,
  ...over,
})
const verdictAt = (time: number, over: Partial<PaintedFigure>): string =>
  checkFigure(figure(over), ACCOUNT, time, HISTORY).verdict

describe('a figure of the window', () => {
  it('is equal to a state of its time, and different from older ones', () => {
    expect(verdictAt(20_500, { text: '104.00' })).toBe('equal')
    expect(verdictAt(25_000, { text: '102.00' })).toBe('different')
  })

  it('says nothing of a state from before the first one that is known', () => {
    expect(verdictAt(25_000, { text: '90.00', age: '1 min ago' })).toBe('unknown')
  })

  it('is equal to an older state whose age it says', () => {
    expect(verdictAt(25_000, { text: '102.00', age: '9 s' })).toBe('equal')
    expect(verdictAt(25_000, { text: '102.00', age: '2 s' })).toBe('different')
  })

  it('a figure of a sum with an older part is within the states since then', () => {
    const net = { panel: 'status bar', name: 'Net liquidation', row: null, id: null }
    expect(verdictAt(25_000, { ...net, text: '$1,104.00', age: '≤ 9 s' })).toBe('equal')
    expect(verdictAt(25_000, { ...net, text: '$1,104.00', age: '9 s' })).toBe('different')
    expect(verdictAt(25_000, { ...net, text: '$1,125.00', age: '≤ 9 s' })).toBe('different')
  })

  it('is that of the next state where it follows at once', () => {
    const history = [...HISTORY, moment(25_000, '106', '10'), moment(25_300, '107', '10')]
    const verdictOf = (time: number) =>
      checkFigure(figure({ text: '107.00' }), ACCOUNT, time, history).verdict
    expect([verdictOf(24_700), verdictOf(25_200)]).toEqual(['different', 'equal'])
  })

  it('is between its neighbors where the price lasted shorter than a reading', () => {
    const history = [...HISTORY, moment(24_900, '106', '10'), moment(25_400, '104', '10')]
    const verdictOf = (text: string) =>
      checkFigure(figure({ text }), ACCOUNT, 25_000, history).verdict
    expect([verdictOf('105.00'), verdictOf('107.00')]).toEqual(['between', 'different'])
  })

  it('is between two states when the market was there between two readings', () => {
    expect(verdictAt(20_500, { text: '103.00' })).toBe('between')
  })

  it('a figure of a sum belongs to one with every position at a price of the time, and not beyond', () => {
    const net = { panel: 'status bar', name: 'Net liquidation', row: null, id: null }
    // The position moved by 20 dollars between two states, whatever the total says of them.
    expect(verdictAt(20_500, { ...net, text: '$1,085.00' })).toBe('between')
    expect(verdictAt(20_500, { ...net, text: '$1,125.00' })).toBe('different')
    expect(verdictAt(25_000, { ...net, text: '$1,103.00' })).toBe('different')
  })

  it.each([
    ['quantity', '10'],
    ['averageCost', '99.50'],
    ['marketValue', '$1,040.00'],
    ['dayPnl', '−5.00'],
  ])('is the %s of a position', (name, text) => {
    expect(verdictAt(25_000, { name, text })).toBe('equal')
    expect(verdictAt(25_000, { name, text: '7.77' })).toBe('different')
  })

  it.each([
    ['status bar', 'Buying power', '$2,000.00'],
    ['ticket', 'power', '$2,000.00'],
    ['status bar', 'Net liquidation', '$1,104.00'],
    ['totals', 'realizedPnl', '−12.30'],
    ['totals', 'marketValue', '1,040.00'],
    ['journal', 'ever realized', '+$7.50'],
  ])('is of the whole account: %s, %s', (panel, name, text) => {
    const ofAccount = { panel, name, row: null, id: null }
    expect(verdictAt(25_000, { ...ofAccount, text })).toBe('equal')
    expect(verdictAt(25_000, { ...ofAccount, text: '7.77' })).toBe('different')
  })

  it('is what the ticket says is held, which is nothing without a position', () => {
    const held = { panel: 'ticket', name: 'quantity', id: null }
    expect(verdictAt(25_000, { ...held, text: '10' })).toBe('equal')
    expect(verdictAt(25_000, { ...held, text: '11' })).toBe('different')
    expect(verdictAt(25_000, { ...held, row: 'XOM', text: '0' })).toBe('equal')
  })

  it.each([
    ['status', 'Filled', 'Working'],
    ['filled', '10', '0'],
    ['average', '99.50', '—'],
  ])('is the %s of an order', (name, text, before) => {
    const order = { panel: 'orders', id: ORDER, name }
    expect(verdictAt(25_000, { ...order, text })).toBe('equal')
    expect(verdictAt(25_000, { ...order, text: before })).toBe('different')
    expect(verdictAt(19_000, { ...order, text: before })).toBe('equal')
    expect(verdictAt(25_000, { ...order, id: 'other', text })).toBe('unknown')
  })

  it('is not compared with a state that the order had not reached before it was first seen', () => {
    const only = [moment(20_000, '104', '10')]
    const order = figure({ panel: 'orders', id: ORDER, name: 'filled', text: '0' })
    expect(checkFigure(order, ACCOUNT, 20_100, only).verdict).toBe('unknown')
    expect(checkFigure(order, ACCOUNT, 25_000, only).verdict).toBe('different')
  })

  it('is not compared while a request of the window is on its way', () => {
    const order = { panel: 'orders', id: ORDER, name: 'status' }
    expect(verdictAt(25_000, { ...order, text: 'Sending' })).toBe('unknown')
  })
})

describe('a reading of the window', () => {
  const steady = Array.from({ length: 120 }, (_, index) => moment(index * 40, '100'))

  it('counts while window, program and exchange have their turns', () => {
    expect(isLate({ time: 4_500, lateMs: 60 }, steady)).toBe(false)
  })

  it.each([
    ['the window', 501, steady],
    ['the program', 60, steady.filter(({ sent }) => sent < 3_000 || sent > 3_600)],
    [
      'the exchange',
      60,
      steady.map((state) => (state.sent === 3_000 ? { ...state, received: 3_501 } : state)),
    ],
  ])('does not count after %s had no turn for half a second', (_process, lateMs, history) => {
    expect(isLate({ time: 4_500, lateMs }, history)).toBe(true)
    // What was seconds before does not matter any more.
    expect(isLate({ time: 9_000, lateMs: 60 }, history.slice(0, -1))).toBe(false)
  })
})
