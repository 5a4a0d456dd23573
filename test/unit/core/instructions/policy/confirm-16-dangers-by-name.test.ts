import { exchangeInstant } from '../../../../../shared/domain/market/exchange-time.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { describe, expect, test } from 'vitest'
import { dangersOf } from '../../../../../electron/core/instructions/policy/dangers.js'
import type { PolicyFacts } from '../../../../../electron/core/instructions/policy/policy-types.js'
import type { OrderExposure } from '../../../../../electron/core/instructions/policy/exposure.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../../shared/domain/orders/order.js'
import { draft, leg, MARKET, money, option, price, quote } from './policy-fixture.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'

const equity = (netLiquidation: string | null): PolicyFacts['balance'] =>
  ({
    netLiquidation: netLiquidation === null ? null : money(netLiquidation),
  }) as unknown as PolicyFacts['balance']
const FACTS: PolicyFacts = {
  instrument: null,
  quote: quote(),
  quoteAgeMs: 0,
  position: null,
  balance: equity('100000000'),
  multiplier: '1',
  currency: 'USD',
  session: 'regular',
}
const SHOWN = { last: price('100'), bid: price('99.99'), ask: price('100.01') }
const EXPOSURE: OrderExposure = {
  exposure: money('1000'),
  value: money('1000'),
  reduces: false,
  basis: foreign('what counts'),
  maxLoss: money('1000'),
  short: false,
  uncovered: false,
}
const dangerNames = (
  orderDraft: OrderDraft = draft(),
  facts: Partial<PolicyFacts> = {},
  exposure: Partial<OrderExposure> = {},
) => {
  const { dangers, tier } = dangersOf(
    orderDraft,
    { ...EXPOSURE, ...exposure, value: exposure.exposure ?? EXPOSURE.value },
    { ...FACTS, ...facts },
  )
  return [tier, ...dangers.map(({ code, text }) => `${code}: ${inEnglish(text)}`)]
}

describe('CONFIRM-16: every danger has a code and a sentence', () => {
  test('finds none for a plain order', () => {
    expect(dangerNames()).toEqual(['plain'])
  })

  test.each<[string, OrderDraft, Partial<PolicyFacts>, Partial<OrderExposure>]>([
    ['short-sale: Sells AAPL that is not held: a short sale', draft(), {}, { short: true }],
    [
      'uncovered-option: Sells an option that nothing covers: no position, and no leg of this order',
      draft({ assetClass: 'option' }),
      {},
      { uncovered: true },
    ],
    [
      'uncovered-option: Leaves short options of AAPL without their cover',
      draft({ side: 'sell' }),
      {},
      { uncovered: true },
    ],
    ['unlimited-loss: The possible loss is unlimited', draft(), {}, { maxLoss: null }],
    [
      'market-closed: No limit on the price, and the regular session of stocks is closed (it opens Nov 30, 2026, 09:30 ET): it may fill far from what is shown',
      draft(MARKET),
      { session: 'extended', nextOpen: exchangeInstant('2026-11-30', 9 * 60 + 30) },
      {},
    ],
    [
      'market-closed: No limit on the price, and the hours of stocks are not known here: it may fill far from what is shown',
      draft(MARKET),
      { session: 'unknown', nextOpen: null },
      {},
    ],
    [
      'stale-quote: No limit on the price, and the price that is shown is not fresh',
      draft(MARKET),
      { quoteAgeMs: 5_001 },
      {},
    ],
    [
      'stale-quote: No limit on the price, and the price that is shown is not fresh',
      draft({ type: 'stop', limitPrice: null, stopPrice: price('90'), side: 'sell' }),
      { quoteAgeMs: 90_000 },
      {},
    ],
    [
      'stale-quote: No current price: the last, 100.00, is more than 15 s old. It is executed at whatever the market is',
      draft(MARKET),
      { quoteAgeMs: 15_001, price: { ...SHOWN, ageMs: 15_001 } },
      {},
    ],
    [
      'stale-quote: No current price: the last, 100.00, is more than 15 min old. It is executed at whatever the market is',
      draft(MARKET),
      { quoteAgeMs: 3_600_000, price: { ...SHOWN, ageMs: 3_600_000 } },
      {},
    ],
    [
      'stale-quote: No current price: the last, 100.00, was never confirmed. It is executed at whatever the market is',
      draft(MARKET),
      { quoteAgeMs: null, price: { ...SHOWN, ageMs: null } },
      {},
    ],
    [
      'stale-quote: There is no price: it is executed at whatever the market is',
      draft(MARKET),
      { quoteAgeMs: null, price: { last: null, bid: null, ask: null, ageMs: null } },
      {},
    ],
    [
      'far-through: The limit reaches 6% through the market',
      draft({ limitPrice: price('106') }),
      {},
      {},
    ],
    [
      'far-through: The limit reaches 7% through the market',
      draft({ limitPrice: price('106.001') }),
      {},
      {},
    ],
    [
      'large-share: Order value is 25% of the account’s equity',
      draft(),
      { balance: equity('4000') },
      {},
    ],
    [
      'equity-unknown: It is not known how large a part of the account this is',
      draft(),
      { balance: null },
      {},
    ],
  ])('%s', (text, orderDraft, facts, exposure) => {
    expect(dangerNames(orderDraft, facts, exposure)).toEqual(['danger', text])
  })

  test('finds none for a limit order, or for a regular-hours market order with a fresh quote', () => {
    expect([
      dangerNames(draft(), { session: 'closed', quoteAgeMs: null }),
      dangerNames(draft(MARKET)),
      dangerNames(draft(MARKET), { quoteAgeMs: 5_000 }),
    ]).toEqual([['plain'], ['plain'], ['plain']])
  })

  test('measures the limit from the side that it would hit, else from the last price', () => {
    const isDanger = (overrides: Partial<OrderDraft>, seen: Parameters<typeof quote>[0] | null) =>
      dangerNames(draft(overrides), { quote: seen === null ? null : quote(seen) }).length > 1
    const buy = (limit: string, seen: Parameters<typeof quote>[0] | null) =>
      isDanger({ limitPrice: price(limit) }, seen)
    const sell = (limit: string, seen: Parameters<typeof quote>[0]) =>
      isDanger({ limitPrice: price(limit), side: 'sell' }, seen)
    expect([
      buy('105', {}),
      buy('105.01', {}),
      buy('105.01', { ask: price('101') }),
      buy('105.01', { ask: null }),
      buy('105', { ask: null, last: price('101') }),
      buy('999', { ask: null, last: null }),
      buy('999', null),
    ]).toEqual([false, true, false, true, false, false, false])
    expect([
      sell('95', { bid: price('100') }),
      sell('94.99', { bid: price('100') }),
      sell('94.99', { bid: price('99') }),
      sell('94.99', { bid: null }),
      sell('1000', {}),
    ]).toEqual([false, true, false, true, false])
  })

  test('measures the limit of one contract, and a stop; a combination only by the price of its legs', () => {
    const of100 = { multiplier: '100', quote: quote({ symbol: symbol('AAPL270115C00100000') }) }
    const [single, spread] = [
      option('buy', [leg('buy', 'call', '100')], '200'),
      option('buy', [leg('buy', 'call', '100'), leg('sell', 'call', '105')], '200'),
    ]
    expect([
      dangerNames(single, of100).length,
      dangerNames(spread, of100).length,
      dangerNames(draft({ type: 'stop', limitPrice: price('200'), stopPrice: price('1') })).length,
    ]).toEqual([2, 1, 2])
  })
})

describe('CONFIRM-16: the size of an order', () => {
  test('is dangerous from a quarter of the account, and of the largest tier from a half', () => {
    const tier = (netLiquidation: string) =>
      dangerNames(draft(), { balance: equity(netLiquidation) })
    expect([tier('4000.1'), tier('4000'), tier('2000.1'), tier('2000')]).toEqual([
      ['plain'],
      ['danger', 'large-share: Order value is 25% of the account’s equity'],
      ['danger', 'large-share: Order value is 50% of the account’s equity'],
      ['largest', 'large-share: Order value is 50% of the account’s equity'],
    ])
  })

  test("has no share when the account's value is zero, negative or unknown", () => {
    expect([
      dangerNames(draft(), { balance: equity('0') }),
      dangerNames(draft(), { balance: equity('-5') }),
      dangerNames(draft(), { balance: equity(null) }),
      dangerNames(draft({ side: 'sell' }), { balance: null }),
    ]).toEqual([['plain'], ['plain'], ['plain'], ['plain']])
  })

  test('is of the largest tier from $100,000 for any account, with a danger named', () => {
    const tierOf = (exposure: string, balance = equity('100000000')) =>
      dangerNames(draft(), { balance }, { exposure: money(exposure) })
    expect([
      tierOf('99999.99'),
      tierOf('100000'),
      tierOf('100000.001'),
      tierOf('100000', equity('400000')),
      tierOf('100000', equity(null)),
    ]).toEqual([
      ['plain'],
      ['largest', 'large-order: Order value $100,000.00'],
      ['largest', 'large-order: Order value $100,000.01'],
      ['largest', 'large-share: Order value is 25% of the account’s equity'],
      ['largest', 'large-order: Order value $100,000.00'],
    ])
  })
})
