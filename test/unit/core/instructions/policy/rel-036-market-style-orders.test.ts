import { describe, expect, test } from 'vitest'
import { clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { termsOfDraft } from '../../../../../shared/domain/orders/draft-terms.js'
import {
  dollars,
  draft,
  evaluateDraft,
  money,
  order,
  price,
  quantity,
  quote,
  verdictText,
  shares,
  exposureText,
} from './policy-fixture.js'

const CHEAP = {
  facts: {
    quote: quote({
      symbol: symbol('KXFED'),
      last: price('0.30'),
      bid: price('0.29'),
      ask: price('0.30'),
    }),
  },
}
/** An event order that executes at the market's price whatever its limit (TRADING-4.3). */
const taking = (overrides: Partial<OrderDraft> = {}): OrderDraft =>
  draft({
    assetClass: 'event',
    symbol: symbol('KXFED'),
    ...shares('100'),
    limitPrice: price('0.01'),
    timeInForce: 'fok',
    terms: { outcome: 'yes', tradeMode: 'by-contracts' },
    ...overrides,
  })

describe("REL-36: an event order at the market's price", () => {
  test('counts the $1 that each contract may cost, since its limit bounds nothing', () => {
    expect(exposureText(taking(), CHEAP)).toBe('100')
    expect(verdictText(taking(), { ...CHEAP, policy: { maxOrder: money('99.99') } })).toBe(
      'deny over-limit',
    )
    expect(exposureText(taking({ type: 'market', limitPrice: null }), CHEAP)).toBe('100')
    expect(
      exposureText(
        taking({ ...dollars('50'), terms: { outcome: 'yes', tradeMode: 'by-amount' } }),
        CHEAP,
      ),
    ).toBe('50')
    expect(exposureText(taking({ terms: { outcome: 'yes' } }), CHEAP)).toBe('1')
  })

  test('counts in the same way when it is changed', () => {
    const before = order('o1', {
      assetClass: 'event',
      symbol: symbol('KXFED'),
      quantity: quantity('100'),
      limitPrice: price('0.01'),
      terms: termsOfDraft(taking()),
    })
    const action = {
      kind: 'replace' as const,
      accountId: before.accountId,
      clientOrderId: clientOrderId('o1'),
      change: { quantity: quantity('200') },
      before,
    }
    expect(exposureText(taking(), { ...CHEAP, action })).toBe('200')
  })

  test('is as dangerous as a market order outside its hours and without a fresh quote', () => {
    const dangers = evaluateDraft(taking(), {
      facts: { ...CHEAP.facts, quoteAgeMs: null, session: 'closed' },
    }).dangers.map(({ code }) => code)
    expect(dangers).toEqual(expect.arrayContaining(['market-closed', 'stale-quote']))
  })
})
