import { describe, expect, it } from 'vitest'
import { fillMarks } from '../../../../../renderer/chart/trading/fill-marks.js'
import { lineResult } from '../../../../../renderer/chart/trading/line-result.js'
import {
  moveBlock,
  tradeLines,
  type TradeLineSource,
} from '../../../../../renderer/chart/trading/trade-lines.js'
import { asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { AlertView } from '../../../../../shared/domain/alerts/alert.schema.js'
import type { Bar } from '../../../../../shared/domain/market/bar.js'
import type { InstructionRow } from '../../../../../shared/domain/instructions/instruction-row.js'
import { fill, order, position, price } from '../../samples.js'

const source = (more: Partial<TradeLineSource>): TradeLineSource => ({
  account: accountId('A'),
  symbol: symbol('AAPL'),
  outcome: null,
  orders: [],
  positions: [],
  alerts: [],
  instructions: [],
  ...more,
})
const ids = (more: Partial<TradeLineSource>): readonly string[] =>
  tradeLines(source(more)).map(({ id }) => id)

describe('the lines of a chart', () => {
  it('are one per price of an order, the highest first, also of several orders at one price', () => {
    const both = order('a', { type: 'stop-limit', stopPrice: price('190') })
    expect(ids({ orders: [both, order('b')] })).toEqual(['a:stop', 'a:limit', 'b:limit'])
  })
  it('are those of the account and the instrument, of orders that may still trade', () => {
    const orders = [
      order('a', { accountId: accountId('B') }),
      order('b', { symbol: symbol('MSFT') }),
      order('c', { status: 'filled' }),
    ]
    expect(ids({ orders })).toEqual([])
  })
  it('have the position, with the side of an order that closes it', () => {
    const [line] = tradeLines(source({ positions: [position('-20', '100', '90')] }))
    expect(line).toMatchObject({ kind: 'position', side: 'buy', quantity: '20', price: '100' })
  })
  it('have active alerts on the price only', () => {
    const alert = (id: string, more: object): AlertView =>
      ({
        id,
        state: 'active',
        condition: {
          kind: 'price',
          instrument: { assetClass: 'stock', symbol: 'AAPL' },
          when: 'above',
          price: '200',
        },
        ...more,
      }) as unknown as AlertView
    const alerts = [alert('x', {}), alert('y', { state: 'fired' })]
    expect(ids({ alerts })).toEqual(['alert:x'])
  })
  it('have requests of assistants that are pending, and never one that can be moved', () => {
    const row = (status: string): InstructionRow =>
      ({
        id: 'i',
        status,
        line: {
          code: 'order.line',
          params: {
            order: { assetClass: 'stock', symbol: 'AAPL', limitPrice: '180', stopPrice: null },
          },
        },
      }) as unknown as InstructionRow
    const lines = tradeLines(source({ instructions: [row('PENDING')] }))
    expect(lines.map((line) => moveBlock(line, false))).toEqual(['not-sent'])
    expect(ids({ instructions: [row('APPROVED')] })).toEqual([])
  })
})

describe('whether a line can be moved', () => {
  const blockOf = (more: Parameters<typeof order>[1], busy = false): string | null => {
    const [line] = tradeLines(source({ orders: [order('a', more)] }))
    return line === undefined ? 'no line' : moveBlock(line, busy)
  }
  it('is not while a change of the order is on its way, here or elsewhere', () => {
    expect(blockOf({})).toBeNull()
    expect(blockOf({}, true)).toBe('changing')
    const pending = { kind: 'replace', state: 'sent', since: epochMs(0) } as const
    expect(blockOf({ pending })).toBe('changing')
  })
  it('is not for a trailing stop, a coin, and an order that is not working', () => {
    const trailing = { type: 'trailing-stop', limitPrice: null, stopPrice: price('1') } as const
    expect(blockOf(trailing)).toBe('trails')
    expect(blockOf({ status: 'sending' })).toBe('not-working')
  })
})

describe('the figures of a line', () => {
  const hundred = { ...position('100', '50', '60'), multiplier: dec('1') }
  const sell = { price: price('55'), side: 'sell', quantity: asQuantity(dec('40')) } as const
  it('are the profit of what an order closes, with the multiplier of the instrument', () => {
    expect(lineResult(sell, hundred, price('60')).pnl).toBe('200')
    expect(lineResult(sell, { ...hundred, multiplier: dec('100') }, null).pnl).toBe('20000')
  })
  it('count no more units than are held, and a short position the other way round', () => {
    expect(lineResult({ ...sell, quantity: asQuantity(dec('900')) }, hundred, null).pnl).toBe('500')
    const short = { ...hundred, quantity: asQuantity(dec('-100')) }
    expect(lineResult({ ...sell, side: 'buy' }, short, null).pnl).toBe('-200')
  })
  it('are the distance where an order closes nothing, or the multiplier is not known', () => {
    const bought = lineResult({ ...sell, side: 'buy' }, hundred, price('50'))
    expect(bought).toMatchObject({ pnl: null, distance: '5', ratio: '0.1' })
    expect(lineResult(sell, { ...hundred, multiplier: null }, null).pnl).toBeNull()
  })
})

describe('the marks of fills', () => {
  const bars = [100, 200, 300].map((time) => ({ time: epochMs(time) }) as unknown as Bar)
  const filled = (time: number, quantity: string, fillPrice: string) => ({
    ...fill('a'),
    time: epochMs(time),
    quantity: asQuantity(dec(quantity)),
    price: price(fillPrice),
  })
  it('are at the bar of their time, at the average of the bar', () =>
    expect(fillMarks([filled(210, '1', '10'), filled(299, '3', '14')], bars, 400)).toEqual([
      { index: 1, side: 'buy', price: 13 },
    ]))
  it('are at the running bar, and not before the oldest bar', () =>
    expect(fillMarks([filled(50, '1', '9'), filled(401, '1', '10')], bars, 400)).toEqual([
      { index: 3, side: 'buy', price: 10 },
    ]))
})
