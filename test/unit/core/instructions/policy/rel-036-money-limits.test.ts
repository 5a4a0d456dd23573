import { describe, expect, test } from 'vitest'
import { symbol } from '../../../../../shared/domain/ids.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import {
  dollars,
  draft,
  leg,
  MARKET,
  money,
  option,
  order,
  price,
  quantity,
  quote,
  verdictText,
  shares,
  type PolicyOverrides,
  pendingUse,
  todayUse,
} from './policy-fixture.js'

/** A limit a tick above, at, and a tick below the exposure of $1,000, with the expected result. */
const EDGES: readonly (readonly [string, string, string])[] = [
  ['a tick under', '1000.01', 'ask'],
  ['at it', '1000', 'ask'],
  ['a tick over', '999.99', 'deny over-limit'],
]

describe('REL-36: limits of money, at the boundary', () => {
  const limits: readonly (readonly [string, (max: string) => Partial<Policy>])[] = [
    ['per order', (max) => ({ maxOrder: money(max) })],
    ['per day', (max) => ({ maxDay: money(max) })],
    ['per symbol', (max) => ({ maxSymbolDay: money(max) })],
    ['per product', (max) => ({ maxProductDay: money(max) })],
  ]
  /** Each of these has an exposure of exactly $1,000. */
  const orders: readonly (readonly [string, ReturnType<typeof draft>, PolicyOverrides['facts']])[] =
    [
      ['a limit order at its limit', draft(), {}],
      [
        'a market order at the ask with its buffer',
        draft({ ...MARKET, ...shares('10') }),
        {
          quote: quote({
            ask: price('98.03921568627450980392156862745098'),
            last: price('1'),
            bid: price('1'),
          }),
        },
      ],
      ['a dollar amount at its amount', draft(dollars('1000')), {}],
      [
        'a stop order at its stop with the buffer, not at the lower ask',
        draft({ type: 'stop', limitPrice: null, stopPrice: price('100'), ...shares('10') }),
        { quote: quote({ ask: price('50') }) },
      ],
      [
        'an option at multiplier and contracts',
        option('buy', [leg('buy', 'call', '150', '5')], '2', '5'),
        { multiplier: '100' },
      ],
      [
        'a put that is written at its strike less its premium',
        option('sell', [leg('sell', 'put', '11')], '1'),
        { multiplier: '100' },
      ],
      [
        'a spread at what its legs can lose together',
        option('sell', [leg('sell', 'call', '100', '2'), leg('buy', 'call', '106', '2')], '1', '2'),
        { multiplier: '100' },
      ],
      [
        'an event contract at what it can lose',
        draft({
          assetClass: 'event',
          ...shares('2000'),
          limitPrice: price('0.50'),
          terms: { outcome: 'yes' },
        }),
        {},
      ],
      [
        'a future at its full value',
        draft({ assetClass: 'futures', ...shares('2'), limitPrice: price('100') }),
        { multiplier: '5' },
      ],
      [
        'a short sale at twice what buying it back costs',
        draft({ side: 'short', ...shares('5') }),
        {},
      ],
      [
        'coins',
        draft({
          assetClass: 'crypto',
          symbol: symbol('BTCUSD'),
          ...shares('0.01'),
          limitPrice: price('100000'),
        }),
        { quote: quote({ symbol: symbol('BTCUSD') }) },
      ],
    ]
  describe.each(limits)('%s', (_limit, policy) => {
    test.each(
      EDGES.flatMap(([edge, max, result]) =>
        orders.map(
          ([title, orderDraft, facts]) =>
            [`${title}, ${edge}`, orderDraft, facts, max, result] as const,
        ),
      ),
    )('%s', (_title, orderDraft, facts, max, result) => {
      // With a buffer on its price: $1,020.
      const limit =
        orderDraft.type === 'stop' || orderDraft.side === 'short'
          ? ({ '1000.01': '1020.01', '1000': '1020', '999.99': '1019.99' }[max] ?? max)
          : max
      expect(
        verdictText(orderDraft, {
          policy: policy(limit),
          ...(facts === undefined ? {} : { facts }),
        }),
      ).toBe(result)
    })
  })

  test.each([
    ['orders approved today', { today: [todayUse('400')] }],
    ['pending orders', { pending: [pendingUse('400')] }],
    ['working orders of earlier days', { working: [order('a', { quantity: quantity('4') })] }],
    [
      'all of these',
      {
        today: [todayUse('100')],
        pending: [pendingUse('150')],
        working: [order('a', { quantity: quantity('1.5') })],
      },
    ],
  ])("includes %s in the day's total", (_title, usage) => {
    const verdicts = ['1400.01', '1400', '1399.99'].map((max) =>
      verdictText(draft(), { policy: { maxDay: money(max) }, usage }),
    )
    expect(verdicts).toEqual(['ask', 'ask', 'deny over-limit'])
    expect(
      ['1400.01', '1400', '1399.99'].map((max) =>
        verdictText(draft(), { policy: { maxSymbolDay: money(max) }, usage }),
      ),
    ).toEqual(verdicts)
    expect(
      ['1400.01', '1400', '1399.99'].map((max) =>
        verdictText(draft(), { policy: { maxProductDay: money(max) }, usage }),
      ),
    ).toEqual(verdicts)
  })

  test("counts another symbol or product only in the day's total", () => {
    const usage = {
      today: [todayUse('900', { symbol: 'MSFT' })],
      pending: [pendingUse('50', draft({ symbol: symbol('MSFT') }))],
      working: [order('a', { symbol: symbol('MSFT'), quantity: quantity('1') })],
    }
    expect([
      verdictText(draft(), { policy: { maxSymbolDay: money('1000') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('2049.99') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('2050') }, usage }),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    const other = { today: [todayUse('900', { product: 'option' })] }
    expect([
      verdictText(draft(), { policy: { maxProductDay: money('1000') }, usage: other }),
      verdictText(draft(), { policy: { maxSymbolDay: money('1000') }, usage: other }),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('counts a working order of today once, and not the filled part of an older one', () => {
    const working = [order('a')]
    const usage = {
      working,
      today: [{ ...todayUse('1000'), clientOrderId: working[0]?.clientOrderId ?? null }],
    }
    expect([
      verdictText(draft(), { policy: { maxDay: money('2000') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('1999.99') }, usage }),
    ]).toEqual(['ask', 'deny over-limit'])
    const filled = { working: [order('a', { filledQuantity: quantity('10') })] }
    expect(verdictText(draft(), { policy: { maxDay: money('1000') }, usage: filled })).toBe('ask')
  })

  test('denies beside a working order that has no price to value it by', () => {
    const unknown = {
      working: [order('a', { symbol: symbol('MSFT'), type: 'market', limitPrice: null })],
    }
    expect(verdictText(draft(), { policy: { maxDay: money('500000') }, usage: unknown })).toBe(
      'deny unavailable',
    )
  })
})
