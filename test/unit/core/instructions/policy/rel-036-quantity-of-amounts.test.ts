import { describe, expect, test } from 'vitest'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import {
  dollars,
  draft,
  evaluateDraft,
  leg,
  MARKET,
  money,
  option,
  position,
  price,
  quantity,
  quote,
  verdictText,
  type PolicyOverrides,
} from './policy-fixture.js'

const maxUnits = (units: string, facts: PolicyOverrides['facts'] = {}): PolicyOverrides => ({
  policy: { maxQuantity: quantity(units) },
  facts: facts ?? {},
})
const penny = { quote: quote({ bid: price('0.99'), ask: price('1'), last: price('1') }) }
const cash = (amount: string, overrides: Partial<OrderDraft> = {}) =>
  draft({ ...dollars(amount), ...overrides })

describe('rel-036: a limit of units bounds what an amount of money comes to', () => {
  test('ten thousand dollars of a one-dollar stock are ten thousand shares, whatever the order calls them', () => {
    const { result, refusal, rules } = evaluateDraft(cash('10000'), maxUnits('10', penny))
    expect([result, refusal?.code]).toEqual(['deny', 'over-limit'])
    expect(refusal?.message).toBe(
      'A quantity of about 10,204.09 for $10,000.00 is over the limit of 10 per order',
    )
    expect(rules.at(-1)).toEqual({ rule: 'quantity', text: refusal?.message, result: 'denied' })
    expect(verdictText(cash('10000'), maxUnits('10204.09', penny))).toBe('ask')
  })

  // At 0.98 of the ask of 100 a thousand dollars buy 10.204081632653…
  test.each([
    ['at what it may buy', '10.204081632654', 'ask'],
    ['a tick under it', '10.204081632653', 'deny over-limit'],
    ['at what it buys when the price stays', '10', 'deny over-limit'],
  ])('the price may fall until it fills: %s', (_title, units, result) => {
    expect(verdictText(cash('1000'), maxUnits(units))).toBe(result)
  })

  test('what is over the limit by less than is written does not read as if it were at it', () => {
    expect(evaluateDraft(cash('980.001'), maxUnits('10')).refusal?.message).toBe(
      'A quantity of about 10.01 for $980.00 is over the limit of 10 per order',
    )
    expect(evaluateDraft(cash('980.001'), maxUnits('0.00001')).refusal?.message).toContain(
      'about 10.00002 for',
    )
  })

  test('the side that the order takes counts: a sale its bid, and the last price where there is no other', () => {
    const sale = cash('980', { side: 'sell' })
    const held = {
      position: position('1000'),
      quote: quote({ bid: price('50'), ask: price('100') }),
    }
    expect([
      verdictText(sale, maxUnits('20', held)),
      verdictText(sale, maxUnits('19.999', held)),
    ]).toEqual(['ask', 'deny over-limit'])
    // Where the last trade was cheaper than the offer, as much as that may be bought: an offer may
    // stand far off in a thin market.
    const thin = { quote: quote({ bid: price('0.98'), ask: price('5'), last: price('1') }) }
    expect([
      verdictText(cash('98'), maxUnits('100', thin)),
      verdictText(cash('98'), maxUnits('99.9', thin)),
    ]).toEqual(['ask', 'deny over-limit'])
    const last = { quote: quote({ bid: null, ask: null, last: price('10') }) }
    expect([
      verdictText(cash('98'), maxUnits('10', last)),
      verdictText(cash('98'), maxUnits('9.999', last)),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('without a price it is refused in words, and may be asked again; without a limit of units no price is needed', () => {
    const none = { quote: null }
    expect(evaluateDraft(cash('1000'), maxUnits('10', none)).refusal).toEqual({
      code: 'unavailable',
      message:
        'There is no price of AAPL to tell how many $1,000.00 comes to; ask again when there is a quote',
    })
    expect(verdictText(cash('1000'), { facts: none })).toBe('ask')
    // A limit says what one costs at most, and nothing of how many that buys.
    expect(
      verdictText(cash('1000', { type: 'limit', limitPrice: price('1000') }), maxUnits('10', none)),
    ).toBe('deny unavailable')
  })

  test('a limit to buy far above the market hides nothing; one below it buys at its own price', () => {
    const coins = (limit: string) =>
      cash('1000', { assetClass: 'crypto', type: 'limit', limitPrice: price(limit) })
    expect([
      verdictText(coins('1000000'), maxUnits('10.21')),
      verdictText(coins('1000000'), maxUnits('10.2')),
      verdictText(coins('50'), maxUnits('20')),
      verdictText(coins('50'), maxUnits('19.9')),
    ]).toEqual(['ask', 'deny over-limit', 'ask', 'deny over-limit'])
    const sold = (limit: string) => ({ ...coins(limit), side: 'sell' as const })
    const held = { position: position('1000', { assetClass: 'crypto' }) }
    expect([
      verdictText(sold('1'), maxUnits('10.21', held)),
      verdictText(sold('200'), maxUnits('5', held)),
      verdictText(sold('200'), maxUnits('4.9', held)),
    ]).toEqual(['ask', 'ask', 'deny over-limit'])
    // A stop that sells may sell as low as its limit.
    expect([
      verdictText(
        { ...sold('50'), type: 'stop-limit', stopPrice: price('60') },
        maxUnits('20', held),
      ),
      verdictText(
        { ...sold('50'), type: 'stop-limit', stopPrice: price('60') },
        maxUnits('19.9', held),
      ),
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
      verdictText(event('no'), maxUnits('1000', market)),
      verdictText(event('no'), maxUnits('999.9', market)),
      verdictText(event('yes'), maxUnits('200', market)),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    expect(verdictText(event('no', '0.99'), maxUnits('999.9', market))).toBe('deny over-limit')
  })
})

describe('rel-036: a limit of units bounds every leg', () => {
  const facts = { multiplier: '100' }
  const stock = (quantityText: string) => ({
    symbol: symbol('AAPL'),
    side: 'buy' as const,
    quantity: quantity(quantityText),
    option: null,
  })
  const covered = (quantityText: string) =>
    option('buy', [stock(quantityText), leg('sell', 'call', '110')], '95')

  test('shares count by the hundred, as the contract that they cover does: a thousand of them are no single unit', () => {
    expect([
      verdictText(covered('1000'), maxUnits('10', facts)),
      verdictText(covered('1100'), maxUnits('10', facts)),
      verdictText(covered('1001'), maxUnits('10', facts)),
    ]).toEqual(['ask', 'deny over-limit', 'deny over-limit'])
    expect(evaluateDraft(covered('1100'), maxUnits('10', facts)).refusal?.message).toBe(
      'A quantity of 11 is over the limit of 10 per order',
    )
  })

  test('products that are never ordered for an amount are refused for that, before anything is counted', () => {
    for (const assetClass of ['option', 'futures'] as const) {
      expect(
        verdictText(
          cash('1000', { ...MARKET, assetClass, size: { kind: 'amount', amount: money('1000') } }),
          maxUnits('10'),
        ),
      ).toBe('deny invalid')
    }
  })
})
