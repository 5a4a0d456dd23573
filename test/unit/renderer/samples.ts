import { asPrice, asQuantity, dec, type Price, asMoney } from '../../../shared/domain/decimal.js'
import { accountId, clientOrderId, orderId, symbol } from '../../../shared/domain/ids.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { Fill, Order } from '../../../shared/domain/orders/order.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import { epochMs } from '../../../shared/domain/time.js'

export const price = (text: string): Price => asPrice(dec(text))

export const quote = (name: string, last: string | null): Quote => ({
  symbol: symbol(name),
  last: last === null ? null : price(last),
  bid: null,
  bidSize: null,
  ask: null,
  askSize: null,
  open: null,
  high: null,
  low: null,
  previousClose: null,
  change: null,
  changeRatio: null,
  volume: null,
  turnover: null,
  session: 'regular',
  time: null,
  receivedAt: epochMs(0),
})

export const order = (id: string, more: Partial<Order> = {}): Order => ({
  clientOrderId: clientOrderId(id),
  orderId: orderId(`o-${id}`),
  accountId: accountId('A'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  quantity: asQuantity(dec('100')),
  amount: null,
  filledQuantity: asQuantity(dec('0')),
  averageFillPrice: null,
  limitPrice: price('185.20'),
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
  ...more,
})

export const fill = (id: string): Fill => ({
  clientOrderId: clientOrderId(id),
  accountId: accountId('A'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  quantity: asQuantity(dec('1')),
  price: price('1'),
  time: epochMs(1),
})

export const position = (quantity: string, cost: string, last: string): Position => ({
  accountId: accountId('A'),
  positionId: 'p',
  symbol: symbol('AAPL'),
  assetClass: 'stock',
  currency: 'USD',
  quantity: asQuantity(dec(quantity)),
  averageCost: price(cost),
  lastPrice: price(last),
  marketValue: asMoney(dec('1000')),
  unrealizedPnl: asMoney(dec('50')),
  multiplier: dec('1'),
  pricedAt: null,
  unrealizedPnlRatio: dec('0.05'),
  dayPnl: asMoney(dec('-10')),
})
