import { describe, expect, test } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/order.js'
import {
  dollars,
  draft,
  judge,
  leg,
  MARKET,
  money,
  option,
  position,
  price,
  quantity,
  quote,
  said,
  type Asking,
} from './judge-rig.js'

const most = (units: string, facts: Asking['facts'] = {}): Asking => ({
  policy: { maxQuantity: quantity(units) },
  facts: facts ?? {},
})
const penny = { quote: quote({ bid: price('0.99'), ask: price('1'), last: price('1') }) }
const cash = (amount: string, more: Partial<OrderDraft> = {}) =>
  draft({ ...dollars(amount), ...more })

describe('rel-036: a limit of units bounds what an amount of money comes to', () => {
  test('ten thousand dollars of a one-dollar stock are ten thousand shares, whatever the order calls them', () => {
    const { result, refusal, rules } = judge(cash('10000'), most('10', penny))
    expect([result, refusal?.code]).toEqual(['deny', 'over-limit'])
    expect(refusal?.message).toBe(
      'A quantity of about 10,204.09 for $10,000.00 is over the limit of 10 per order',
    )
    expect(rules.at(-1)).toEqual({ rule: 'quantity', text: refusal?.message, result: 'denied' })
    expect(said(cash('10000'), most('10204.09', penny))).toBe('ask')
  })

  // At 0.98 of the ask of 100 a thousand dollars buy 10.204081632653…
  test.each([
    ['at what it may buy', '10.204081632654', 'ask'],
    ['a tick under it', '10.204081632653', 'deny over-limit'],
    ['at what it buys when the price stays', '10', 'deny over-limit'],
  ])('the price may fall until it fills: %s', (_what, units, result) => {
    expect(said(cash('1000'), most(units))).toBe(result)
  })

  test('what is over the limit by less than is written does not read as if it were at it', () => {
    expect(judge(cash('980.001'), most('10')).refusal?.message).toBe(
      'A quantity of about 10.01 for $980.00 is over the limit of 10 per order',
    )
    expect(judge(cash('980.001'), most('0.00001')).refusal?.message).toContain('about 10.00002 for')
  })

  test('the side that the order takes counts: a sale its bid, and the last price where there is no other', () => {
    const sale = cash('980', { side: 'sell' })
    const held = {
      position: position('1000'),
      quote: quote({ bid: price('50'), ask: price('100') }),
    }
    expect([said(sale, most('20', held)), said(sale, most('19.999', held))]).toEqual([
      'ask',
      'deny over-limit',
    ])
    // Where the last trade was cheaper than the offer, as much as that may be bought: an offer may
    // stand far off in a thin market.
    const thin = { quote: quote({ bid: price('0.98'), ask: price('5'), last: price('1') }) }
    expect([said(cash('98'), most('100', thin)), said(cash('98'), most('99.9', thin))]).toEqual([
      'ask',
      'deny over-limit',
    ])
    const last = { quote: quote({ bid: null, ask: null, last: price('10') }) }
    expect([said(cash('98'), most('10', last)), said(cash('98'), most('9.999', last))]).toEqual([
      'ask',
      'deny over-limit',
    ])
  })

  test('without a price it is refused in words, and may be asked again; without a limit of units no price is needed', () => {
    const none = { quote: null }
    expect(judge(cash('1000'), most('10', none)).refusal).toEqual({
      code: 'unavailable',
      message:
        'There is no price of AAPL to tell how many $1,000.00 comes to; ask again when there is a quote',
    })
    expect(said(cash('1000'), { facts: none })).toBe('ask')
    // A limit says what one costs at most, and nothing of how many that buys.
    expect(said(cash('1000', { type: 'limit', limitPrice: price('1000') }), most('10', none))).toBe(
      'deny unavailable',
    )
  })

  test('a limit to buy far above the market hides nothing; one below it buys at its own price', () => {
    const coins = (limit: string) =>
      cash('1000', { assetClass: 'crypto', type: 'limit', limitPrice: price(limit) })
    expect([
      said(coins('1000000'), most('10.21')),
      said(coins('1000000'), most('10.2')),
      said(coins('50'), most('20')),
      said(coins('50'), most('19.9')),
    ]).toEqual(['ask', 'deny over-limit', 'ask', 'deny over-limit'])
    const sold = (limit: string) => ({ ...coins(limit), side: 'sell' as const })
    const held = { position: position('1000', { assetClass: 'crypto' }) }
    expect([
      said(sold('1'), most('10.21', held)),
      said(sold('200'), most('5', held)),
      said(sold('200'), most('4.9', held)),
    ]).toEqual(['ask', 'ask', 'deny over-limit'])
    // A stop that sells may sell as low as its limit.
    expect([
      said({ ...sold('50'), type: 'stop-limit', stopPrice: price('60') }, most('20', held)),
      said({ ...sold('50'), type: 'stop-limit', stopPrice: price('60') }, most('19.9', held)),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('event contracts by amount: at the price of their own outcome, and a limit that nobody looks at says nothing', () => {
    const event = (outcome: 'yes' | 'no', limit: string | null = null) =>
      cash('98', {
        assetClass: 'event',
        timeInForce: 'fok',
        limitPrice: limit === null ? null : price(limit),
        type: limit === null ? 'market' : 'limit',
        terms: { outcome, tradeMode: 'by-amount' },
      })
    const market = { quote: quote({ bid: price('0.90'), ask: price('0.92'), last: price('0.9') }) }
    expect([
      said(event('no'), most('1000', market)),
      said(event('no'), most('999.9', market)),
      said(event('yes'), most('200', market)),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    expect(said(event('no', '0.99'), most('999.9', market))).toBe('deny over-limit')
  })
})

describe('rel-036: a limit of units bounds every leg', () => {
  const facts = { multiplier: '100' }
  const stock = (many: string) => ({
    symbol: symbol('AAPL'),
    side: 'buy' as const,
    quantity: quantity(many),
    option: null,
  })
  const covered = (many: string) => option('buy', [stock(many), leg('sell', 'call', '110')], '95')

  test('shares count by the hundred, as the contract that they cover does: a thousand of them are no single unit', () => {
    expect([
      said(covered('1000'), most('10', facts)),
      said(covered('1100'), most('10', facts)),
      said(covered('1001'), most('10', facts)),
    ]).toEqual(['ask', 'deny over-limit', 'deny over-limit'])
    expect(judge(covered('1100'), most('10', facts)).refusal?.message).toBe(
      'A quantity of 11 is over the limit of 10 per order',
    )
  })

  test('products that are never ordered for an amount are refused for that, before anything is counted', () => {
    for (const assetClass of ['option', 'futures'] as const) {
      expect(
        said(
          cash('1000', { ...MARKET, assetClass, size: { kind: 'amount', amount: money('1000') } }),
          most('10'),
        ),
      ).toBe('deny invalid')
    }
  })
})
