import { describe, expect, test } from 'vitest'
import { clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/order.js'
import { termsOfDraft } from '../../../../shared/domain/terms.js'
import {
  dollars,
  draft,
  judge,
  money,
  order,
  price,
  quantity,
  quote,
  said,
  shares,
  worth,
} from './judge-rig.js'

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
/** Takes what the market gives, whatever limit stands on it (contract/trading.md 4.3). */
const taking = (more: Partial<OrderDraft> = {}): OrderDraft =>
  draft({
    assetClass: 'event',
    symbol: symbol('KXFED'),
    ...shares('100'),
    limitPrice: price('0.01'),
    timeInForce: 'fok',
    terms: { outcome: 'yes', tradeMode: 'by-contracts' },
    ...more,
  })

describe('rel-036: an event order that takes the market’s price counts at the most that it may cost', () => {
  test('its limit bounds nothing: each contract counts the dollar that it may pay', () => {
    expect(worth(taking(), CHEAP)).toBe('100')
    expect(said(taking(), { ...CHEAP, policy: { maxOrder: money('99.99') } })).toBe(
      'deny over-limit',
    )
    expect(worth(taking({ type: 'market', limitPrice: null }), CHEAP)).toBe('100')
    expect(
      worth(taking({ ...dollars('50'), terms: { outcome: 'yes', tradeMode: 'by-amount' } }), CHEAP),
    ).toBe('50')
    expect(worth(taking({ terms: { outcome: 'yes' } }), CHEAP)).toBe('1')
  })

  test('a change of one still takes the market’s price', () => {
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
    expect(worth(taking(), { ...CHEAP, action })).toBe('200')
  })

  test('outside its hours and without a fresh price it is as dangerous as a market order', () => {
    const dangers = judge(taking(), {
      facts: { ...CHEAP.facts, quoteAgeMs: null, session: 'closed' },
    }).dangers.map(({ code }) => code)
    expect(dangers).toEqual(expect.arrayContaining(['market-closed', 'stale-quote']))
  })
})
