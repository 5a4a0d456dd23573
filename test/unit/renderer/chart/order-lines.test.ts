import { shownKey } from '../../../../renderer/chart/market/shown-outcome.js'
import { describe, expect, it } from 'vitest'
import type { Position } from '../../../../shared/domain/account/account.js'
import {
  asPrice,
  asQuantity,
  dec,
  decimalText,
  ZERO_QUANTITY,
} from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import { ORDER_STATUSES, isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { lineChanges, ownLines } from '../../../../renderer/chart/order-lines.js'

const ACCOUNT = accountId('A1')
const AAPL = symbol('AAPL')
const KEY = shownKey(AAPL, null)

const order = (change: Partial<Order> = {}): Order => ({
  clientOrderId: clientOrderId('c1'),
  orderId: null,
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: AAPL,
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  quantity: asQuantity(dec('100')),
  amount: null,
  filledQuantity: ZERO_QUANTITY,
  averageFillPrice: null,
  limitPrice: asPrice(dec('185.20')),
  stopPrice: null,
  trail: null,
  status: 'working',
  note: null,
  pending: null,
  fees: null,
  ours: true,
  source: 'event',
  placedAt: epochMs(0),
  updatedAt: epochMs(0),
  ...change,
})
const position = (quantity: string, averageCost: string | null = '180.00'): Position => ({
  accountId: ACCOUNT,
  positionId: 'p1',
  symbol: AAPL,
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec(quantity)),
  averageCost: averageCost === null ? null : asPrice(dec(averageCost)),
  lastPrice: null,
  marketValue: null,
  unrealizedPnl: null,
  multiplier: dec('1'),
  pricedAt: null,
  unrealizedPnlRatio: null,
  dayPnl: null,
})

describe('order and position lines of the chart', () => {
  it('draw no line of an option on the chart of its underlying, and none of the no side', () => {
    const option = { ...position('2', '6.40'), assetClass: 'option' } as const
    const no = { ...position('2', '0.40'), assetClass: 'event', outcome: 'no' } as const
    expect(ownLines([order({ assetClass: 'option' })], [option, no], ACCOUNT, KEY)).toEqual([])
  })

  it('draw the orders and the position of an option on the chart of its contract', () => {
    const call = symbol('AAPL261218C00190000')
    const option = { ...position('2', '6.40'), assetClass: 'option', symbol: call } as const
    const lines = ownLines(
      [order({ assetClass: 'option', symbol: call })],
      [option],
      ACCOUNT,
      shownKey(call, null),
    )
    expect(lines.map(({ kind }) => kind)).toEqual(['limit', 'position'])
  })

  it('draw an order at its limit with its open quantity', () => {
    const [line] = ownLines(
      [order({ filledQuantity: asQuantity(dec('40')), status: 'partially-filled' })],
      [],
      ACCOUNT,
      KEY,
    )
    expect(line).toMatchObject({ id: 'c1:limit', kind: 'limit', side: 'buy', uncertain: false })
    expect(decimalText(line?.quantity ?? dec('0'))).toBe('60')
    expect(decimalText(line?.price ?? dec('0'))).toBe('185.20')
  })

  it('draw a stop limit order twice: at its trigger and at its limit', () => {
    const lines = ownLines(
      [order({ type: 'stop-limit', stopPrice: asPrice(dec('184')) })],
      [],
      ACCOUNT,
      KEY,
    )
    expect(lines.map((line) => line.kind)).toEqual(['limit', 'stop'])
  })

  it('draw no line for orders that are done, and one for every other state', () => {
    for (const status of ORDER_STATUSES) {
      expect(ownLines([order({ status })], [], ACCOUNT, KEY)).toHaveLength(isFinal(status) ? 0 : 1)
    }
  })

  it('mark an order that is not confirmed as working', () => {
    expect(ownLines([order({ status: 'unknown' })], [], ACCOUNT, KEY)[0]?.uncertain).toBe(true)
    expect(
      ownLines(
        [order({ pending: { kind: 'cancel', state: 'sent', since: epochMs(0) } })],
        [],
        ACCOUNT,
        KEY,
      )[0]?.uncertain,
    ).toBe(true)
  })

  it('show only this symbol in this account, and no line for a market order or a flat position', () => {
    expect(
      ownLines(
        [
          order({ symbol: symbol('MSFT') }),
          order({ accountId: accountId('A2') }),
          order({ type: 'market', limitPrice: null }),
        ],
        [position('0'), position('10', null)],
        ACCOUNT,
        KEY,
      ),
    ).toEqual([])
  })

  it('distinguish a short position from a long one', () => {
    expect(ownLines([], [position('-20')], ACCOUNT, KEY)[0]).toMatchObject({
      kind: 'position',
      side: 'short',
    })
    expect(ownLines([], [position('20')], ACCOUNT, KEY)[0]).toMatchObject({
      kind: 'position',
      side: 'buy',
    })
  })

  it('draw orders of one side at one price as one line with their units together', () => {
    const same = [1, 2, 3].map((number) =>
      order({ clientOrderId: clientOrderId(`c${number}`), limitPrice: asPrice(dec('185.2')) }),
    )
    const others = [
      order({ clientOrderId: clientOrderId('c4'), side: 'sell' }),
      order({ clientOrderId: clientOrderId('c5'), limitPrice: asPrice(dec('185.21')) }),
      order({ clientOrderId: clientOrderId('c6'), status: 'unknown' }),
    ]
    const lines = ownLines([...same, ...others], [], ACCOUNT, KEY)
    expect(lines).toHaveLength(4)
    const [several] = lines.filter(({ orders }) => orders > 1)
    expect(several).toMatchObject({ side: 'buy', kind: 'limit', orders: 3, uncertain: false })
    expect(decimalText(several?.quantity ?? dec('0'))).toBe('300')
  })

  it('move a replaced order’s line instead of adding a new one', () => {
    const before = ownLines([order()], [position('20')], ACCOUNT, KEY)
    const after = ownLines([order({ limitPrice: asPrice(dec('186.00')) })], [], ACCOUNT, KEY)
    const changes = lineChanges(
      before,
      after,
      (a, b) => decimalText(a.price) === decimalText(b.price),
    )
    expect(changes.changed.map((line) => line.id)).toEqual(['c1:limit'])
    expect(changes.added).toEqual([])
    expect(changes.removed).toEqual(['position:p1'])
  })
})
