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

describe('REL-36: a quantity limit also bounds an order by amount', () => {
  test('counts $10,000 of a $1 stock as about 10,000 shares', () => {
    const { result, refusal, rules } = evaluateDraft(cash('10000'), maxUnits('10', penny))
    expect([result, refusal?.code]).toEqual(['deny', 'over-limit'])
    expect(refusal?.message).toBe(
      'A quantity of about 10,204.09 for $10,000.00 is over the limit of 10 per order',
    )
    expect(rules.at(-1)).toEqual({ rule: 'quantity', text: refusal?.message, result: 'denied' })
    expect(verdictText(cash('10000'), maxUnits('10204.09', penny))).toBe('ask')
  })

  // At 0.98 of the ask of 100, $1,000 buys 10.204081632653…
  test.each([
    ['at the largest quantity', '10.204081632654', 'ask'],
    ['a tick below it', '10.204081632653', 'deny over-limit'],
    ['at the quantity for an unchanged price', '10', 'deny over-limit'],
  ])('assumes that the price may fall until the fill: %s', (_title, units, result) => {
    expect(verdictText(cash('1000'), maxUnits(units))).toBe(result)
  })

  test('rounds up an excess so that it never reads like the limit itself', () => {
    expect(evaluateDraft(cash('980.001'), maxUnits('10')).refusal?.message).toBe(
      'A quantity of about 10.01 for $980.00 is over the limit of 10 per order',
    )
    expect(evaluateDraft(cash('980.001'), maxUnits('0.00001')).refusal?.message).toContain(
      'about 10.00002 for',
    )
  })

  test('uses the bid for a sale, and the last price where the side has no quote', () => {
    const sale = cash('980', { side: 'sell' })
    const facts = {
      position: position('1000'),
      quote: quote({ bid: price('50'), ask: price('100') }),
    }
    expect([
      verdictText(sale, maxUnits('20', facts)),
      // A sale that only reduces the position has the position as its limit (CONFIRM-41).
      verdictText(sale, maxUnits('19.999', facts)),
    ]).toEqual(['ask', 'ask'])
    // When the last trade was below the ask, use it: in a thin market the ask may be far away.
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

  test('needs a price only when there is a quantity limit, and may be requested again', () => {
    const none = { quote: null }
    expect(evaluateDraft(cash('1000'), maxUnits('10', none)).refusal).toEqual({
      code: 'unavailable',
      message:
        'There is no price of AAPL to calculate the quantity for $1,000.00; request again when there is a quote',
    })
    expect(verdictText(cash('1000'), { facts: none })).toBe('ask')
    // A limit bounds the cost of one unit, not how many the amount buys.
    expect(
      verdictText(cash('1000', { type: 'limit', limitPrice: price('1000') }), maxUnits('10', none)),
    ).toBe('deny unavailable')
  })

  test('ignores a buy limit far above the market, and uses one below it', () => {
    const coins = (limit: string) =>
      cash('1000', { assetClass: 'crypto', type: 'limit', limitPrice: price(limit) })
    expect([
      verdictText(coins('1000000'), maxUnits('10.21')),
      verdictText(coins('1000000'), maxUnits('10.2')),
      verdictText(coins('50'), maxUnits('20')),
      verdictText(coins('50'), maxUnits('19.9')),
    ]).toEqual(['ask', 'deny over-limit', 'ask', 'deny over-limit'])
    const sold = (limit: string) => ({ ...coins(limit), side: 'sell' as const })
    const facts = { position: position('1000', { assetClass: 'crypto' }) }
    expect([
      verdictText(sold('1'), maxUnits('10.21', facts)),
      verdictText(sold('200'), maxUnits('5', facts)),
      verdictText(sold('200'), maxUnits('4.9', facts)),
    ]).toEqual(['ask', 'ask', 'ask'])
    // A stop that sells may fill as low as its limit.
    expect([
      verdictText(
        { ...sold('50'), type: 'stop-limit', stopPrice: price('60') },
        maxUnits('20', facts),
      ),
      verdictText(
        { ...sold('50'), type: 'stop-limit', stopPrice: price('60') },
        maxUnits('19.9', facts),
      ),
    ]).toEqual(['ask', 'ask'])
  })

  test("uses the price of the event's own outcome, and ignores a limit without effect", () => {
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

describe('REL-36: a quantity limit bounds every leg', () => {
  const facts = { multiplier: '100' }
  const stock = (quantityText: string) => ({
    symbol: symbol('AAPL'),
    side: 'buy' as const,
    quantity: quantity(quantityText),
    option: null,
  })
  const covered = (quantityText: string) =>
    option('buy', [stock(quantityText), leg('sell', 'call', '110')], '95')

  test('counts 100 shares of a covered order as one unit', () => {
    expect([
      verdictText(covered('1000'), maxUnits('10', facts)),
      verdictText(covered('1100'), maxUnits('10', facts)),
      verdictText(covered('1001'), maxUnits('10', facts)),
    ]).toEqual(['ask', 'deny over-limit', 'deny over-limit'])
    expect(evaluateDraft(covered('1100'), maxUnits('10', facts)).refusal?.message).toBe(
      'A quantity of 11 is over the limit of 10 per order',
    )
  })

  test('counts the contracts of the largest leg', () => {
    const ratio = option('sell', [leg('buy', 'call', '110'), leg('sell', 'call', '120', '5')], '1')
    expect([
      verdictText(ratio, maxUnits('5', facts)),
      verdictText(ratio, maxUnits('4', facts)),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('names the quantity of the order to its last place', () => {
    const order = draft({ size: { kind: 'quantity', quantity: quantity('10.00001') } })
    expect(evaluateDraft(order, maxUnits('10')).refusal?.message).toBe(
      'A quantity of 10.00001 is over the limit of 10 per order',
    )
    expect(
      verdictText(draft({ size: { kind: 'quantity', quantity: quantity('10') } }), maxUnits('10')),
    ).toBe('ask')
  })

  test('refuses amounts of options and futures before it counts anything', () => {
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
