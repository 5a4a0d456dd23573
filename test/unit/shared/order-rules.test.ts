import { describe, expect, it } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { checkDraft } from '../../../shared/domain/orders/order-rules.js'

const price = (text: string) => asPrice(dec(text))
const limit: OrderDraft = {
  accountId: accountId('A'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: price('180.00'),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const market: OrderDraft = { ...limit, type: 'market', limitPrice: null }
const shares = (text: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: asQuantity(dec(text)) },
})
const dollars = (text: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'amount', amount: asMoney(dec(text)) },
})
const problems = (draft: OrderDraft, fractionable = true): string[] =>
  checkDraft(draft, fractionable).map(({ problem }) => problem)

describe('the rules for stock drafts', () => {
  it.each<[string, OrderDraft]>([
    ['a limit order', limit],
    ['a limit order in extended hours', { ...limit, session: 'all' }],
    ['a limit order good till canceled', { ...limit, timeInForce: 'gtc' }],
    ['a market order', market],
    ['a stop order', { ...limit, type: 'stop', limitPrice: null, stopPrice: price('170') }],
    ['a stop-limit order', { ...limit, type: 'stop-limit', stopPrice: price('170.5') }],
    [
      'a trailing stop by amount',
      { ...market, type: 'trailing-stop', trail: { kind: 'amount', step: dec('1.5') } },
    ],
    [
      'a trailing stop by percent',
      { ...market, type: 'trailing-stop', trail: { kind: 'percent', step: dec('0.05') } },
    ],
    ['a fractional quantity', { ...market, ...shares('0.00001') }],
    ['an amount in dollars', { ...market, ...dollars('25.50') }],
    ['a price below one dollar', { ...limit, limitPrice: price('0.1234') }],
    ['a short sale', { ...limit, side: 'short' }],
  ])('allow: %s', (_name, draft) => expect(problems(draft)).toEqual([]))

  it.each<[string, OrderDraft, string]>([
    ['a quantity of zero', { ...limit, ...shares('0') }, 'quantity-not-positive'],
    ['a negative quantity', { ...limit, ...shares('-1') }, 'quantity-not-positive'],
    ['a quantity with six decimals', { ...limit, ...shares('0.000001') }, 'quantity-precision'],
    ['a price between steps', { ...limit, limitPrice: price('180.001') }, 'limit-price-tick'],
    [
      'a price below one dollar between steps',
      { ...limit, limitPrice: price('0.12345') },
      'limit-price-tick',
    ],
    ['a missing limit', { ...limit, limitPrice: null }, 'limit-price-missing'],
    ['a limit of zero', { ...limit, limitPrice: price('0') }, 'limit-price-not-positive'],
    ['a limit on a market order', { ...market, limitPrice: price('1') }, 'price-not-used'],
    ['a missing stop', { ...limit, type: 'stop-limit' }, 'stop-price-missing'],
    [
      'a fractional stop order',
      { ...market, type: 'stop', stopPrice: price('1'), ...shares('1.5') },
      'quantity-whole',
    ],
    ['a fractional short sale', { ...market, side: 'short', ...shares('1.5') }, 'quantity-whole'],
    ['an amount on a limit order', { ...limit, ...dollars('10') }, 'amount-needs-market'],
    [
      'an amount on a short sale',
      { ...market, side: 'short', ...dollars('10') },
      'short-needs-quantity',
    ],
    ['an amount with fractions of a cent', { ...market, ...dollars('1.001') }, 'amount-precision'],
    ['an amount of zero', { ...market, ...dollars('0') }, 'amount-not-positive'],
    ['a market order in extended hours', { ...market, session: 'all' }, 'session-not-allowed'],
    ['immediate-or-cancel', { ...limit, timeInForce: 'ioc' }, 'time-in-force-not-allowed'],
    ['an auction order', { ...market, type: 'market-on-open' }, 'type-not-offered'],
    ['an option', { ...limit, assetClass: 'option' }, 'asset-class-not-offered'],
    ['a missing symbol', { ...limit, symbol: symbol('') }, 'symbol-missing'],
    ['a missing trail', { ...market, type: 'trailing-stop' }, 'trail-missing'],
    [
      'trail over 100 %',
      { ...market, type: 'trailing-stop', trail: { kind: 'percent', step: dec('1.01') } },
      'trail-too-large',
    ],
    [
      'a negative trail',
      { ...market, type: 'trailing-stop', trail: { kind: 'amount', step: dec('-1') } },
      'trail-not-positive',
    ],
    [
      'a trail on a limit order',
      { ...limit, trail: { kind: 'amount', step: dec('1') } },
      'price-not-used',
    ],
  ])('refuse: %s', (_name, draft, problem) => expect(problems(draft)).toContain(problem))

  it('require whole shares for instruments without fractions', () => {
    expect(problems({ ...market, ...shares('0.5') }, false)).toEqual(['quantity-whole'])
    expect(problems({ ...market, ...dollars('50') }, false)).toEqual(['quantity-whole'])
  })
})
