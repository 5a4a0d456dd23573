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
    ['limit', limit],
    ['limit extended', { ...limit, session: 'all' }],
    ['limit GTC', { ...limit, timeInForce: 'gtc' }],
    ['market', market],
    ['stop', { ...limit, type: 'stop', limitPrice: null, stopPrice: price('170') }],
    ['stop-limit', { ...limit, type: 'stop-limit', stopPrice: price('170.5') }],
    [
      'trailing amount',
      { ...market, type: 'trailing-stop', trail: { kind: 'amount', step: dec('1.5') } },
    ],
    [
      'trailing percent',
      { ...market, type: 'trailing-stop', trail: { kind: 'percent', step: dec('0.05') } },
    ],
    ['fraction', { ...market, ...shares('0.00001') }],
    ['dollars', { ...market, ...dollars('25.50') }],
    ['sub-dollar', { ...limit, limitPrice: price('0.1234') }],
    ['short', { ...limit, side: 'short' }],
  ])('allow: %s', (_name, draft) => expect(problems(draft)).toEqual([]))

  it.each<[string, OrderDraft, string]>([
    ['zero', { ...limit, ...shares('0') }, 'quantity-not-positive'],
    ['negative', { ...limit, ...shares('-1') }, 'quantity-not-positive'],
    ['six places', { ...limit, ...shares('0.000001') }, 'quantity-precision'],
    ['off tick', { ...limit, limitPrice: price('180.001') }, 'limit-price-tick'],
    ['off sub-dollar tick', { ...limit, limitPrice: price('0.12345') }, 'limit-price-tick'],
    ['no limit', { ...limit, limitPrice: null }, 'limit-price-missing'],
    ['zero limit', { ...limit, limitPrice: price('0') }, 'limit-price-not-positive'],
    ['limit on market', { ...market, limitPrice: price('1') }, 'price-not-used'],
    ['no stop', { ...limit, type: 'stop-limit' }, 'stop-price-missing'],
    [
      'fractional stop',
      { ...market, type: 'stop', stopPrice: price('1'), ...shares('1.5') },
      'quantity-whole',
    ],
    ['fractional short', { ...market, side: 'short', ...shares('1.5') }, 'quantity-whole'],
    ['dollar limit', { ...limit, ...dollars('10') }, 'amount-needs-market'],
    ['short dollars', { ...market, side: 'short', ...dollars('10') }, 'short-needs-quantity'],
    ['tiny cents', { ...market, ...dollars('1.001') }, 'amount-precision'],
    ['no dollars', { ...market, ...dollars('0') }, 'amount-not-positive'],
    ['market extended', { ...market, session: 'all' }, 'session-not-allowed'],
    ['IOC', { ...limit, timeInForce: 'ioc' }, 'time-in-force-not-allowed'],
    ['auction', { ...market, type: 'market-on-open' }, 'type-not-offered'],
    ['option', { ...limit, assetClass: 'option' }, 'asset-class-not-offered'],
    ['no symbol', { ...limit, symbol: symbol('') }, 'symbol-missing'],
    ['no trail', { ...market, type: 'trailing-stop' }, 'trail-missing'],
    [
      'trail over 100 %',
      { ...market, type: 'trailing-stop', trail: { kind: 'percent', step: dec('1.01') } },
      'trail-too-large',
    ],
    [
      'negative trail',
      { ...market, type: 'trailing-stop', trail: { kind: 'amount', step: dec('-1') } },
      'trail-not-positive',
    ],
    ['trail on limit', { ...limit, trail: { kind: 'amount', step: dec('1') } }, 'price-not-used'],
  ])('refuse: %s', (_name, draft, problem) => expect(problems(draft)).toContain(problem))

  it('require whole shares for instruments without fractions', () => {
    expect(problems({ ...market, ...shares('0.5') }, false)).toEqual(['quantity-whole'])
    expect(problems({ ...market, ...dollars('50') }, false)).toEqual(['quantity-whole'])
  })
})
