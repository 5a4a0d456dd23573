import { describe, expect, test } from 'vitest'
import type { PolicyInput } from '../../../../../electron/core/instructions/policy/policy-types.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.js'
import {
  ACC,
  dollars,
  draft,
  evaluateDraft,
  leg,
  MARKET,
  money,
  NOW,
  option,
  order,
  price,
  quantity,
  quote,
  verdictText,
  shares,
  type PolicyOverrides,
} from './policy-fixture.js'

const pending = (exposure: string, orderDraft = draft()) => ({
  action: { kind: 'place' as const, draft: orderDraft },
  exposure: money(exposure),
})
const today = (exposure: string, overrides: Partial<{ symbol: string; product: string }> = {}) => ({
  symbol: 'AAPL',
  product: 'stock',
  exposure: money(exposure),
  clientOrderId: null,
  ...overrides,
})

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
        'a put that is written at its strike',
        option('sell', [leg('sell', 'put', '10')], '1'),
        { multiplier: '100' },
      ],
      [
        'a spread at what its legs can lose together',
        option('sell', [leg('sell', 'call', '100', '2'), leg('buy', 'call', '105', '2')], '1', '2'),
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
    ['orders approved today', { today: [today('400')] }],
    ['pending orders', { pending: [pending('400')] }],
    ['working orders of earlier days', { working: [order('a', { quantity: quantity('4') })] }],
    [
      'all of these',
      {
        today: [today('100')],
        pending: [pending('150')],
        working: [order('a', { quantity: quantity('1.5') })],
      },
    ],
  ])("includes %s in the day's total", (_title, usage) => {
    const found = ['1400.01', '1400', '1399.99'].map((max) =>
      verdictText(draft(), { policy: { maxDay: money(max) }, usage }),
    )
    expect(found).toEqual(['ask', 'ask', 'deny over-limit'])
    expect(
      ['1400.01', '1400', '1399.99'].map((max) =>
        verdictText(draft(), { policy: { maxSymbolDay: money(max) }, usage }),
      ),
    ).toEqual(found)
    expect(
      ['1400.01', '1400', '1399.99'].map((max) =>
        verdictText(draft(), { policy: { maxProductDay: money(max) }, usage }),
      ),
    ).toEqual(found)
  })

  test("counts another symbol or product only in the day's total", () => {
    const usage = {
      today: [today('900', { symbol: 'MSFT' })],
      pending: [pending('50', draft({ symbol: symbol('MSFT') }))],
      working: [order('a', { symbol: symbol('MSFT'), quantity: quantity('1') })],
    }
    expect([
      verdictText(draft(), { policy: { maxSymbolDay: money('1000') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('2049.99') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('2050') }, usage }),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    const other = { today: [today('900', { product: 'option' })] }
    expect([
      verdictText(draft(), { policy: { maxProductDay: money('1000') }, usage: other }),
      verdictText(draft(), { policy: { maxSymbolDay: money('1000') }, usage: other }),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('counts a working order of today once, and not the filled part of an older one', () => {
    const working = [order('a')]
    const usage = {
      working,
      today: [{ ...today('1000'), clientOrderId: working[0]?.clientOrderId ?? null }],
    }
    expect([
      verdictText(draft(), { policy: { maxDay: money('2000') }, usage }),
      verdictText(draft(), { policy: { maxDay: money('1999.99') }, usage }),
    ]).toEqual(['ask', 'deny over-limit'])
    const filled = { working: [order('a', { filledQuantity: quantity('10') })] }
    expect(verdictText(draft(), { policy: { maxDay: money('1000') }, usage: filled })).toBe('ask')
  })

  test('counts a working order without a known value as over every limit', () => {
    const unknown = {
      working: [order('a', { symbol: symbol('MSFT'), type: 'market', limitPrice: null })],
    }
    expect(verdictText(draft(), { policy: { maxDay: money('500000') }, usage: unknown })).toBe(
      'deny over-limit',
    )
  })
})

describe('REL-36: limits of number, at the boundary', () => {
  test.each([
    ['one below', 2, 'ask'],
    ['at the limit', 3, 'deny over-limit'],
    ['one above', 4, 'deny over-limit'],
  ])('working orders, %s: pending ones count as well', (_title, count, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        working: Array.from({ length: count - waiting }, (_, index) => order(`a${index}`)),
        pending: Array.from({ length: waiting }, () => pending('1')),
      }
      expect(verdictText(draft(), { policy: { maxWorking: 3 }, usage })).toBe(result)
    }
  })

  test.each([
    ['one below', 2, 'ask'],
    ['at the limit', 3, 'deny over-limit'],
    ['one above', 4, 'deny over-limit'],
  ])('orders a day, %s: pending ones count as well', (_title, count, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        today: Array.from({ length: count - waiting }, () => today('1')),
        pending: Array.from({ length: waiting }, () => pending('1')),
      }
      expect(verdictText(draft(), { policy: { ordersPerDay: 3 }, usage })).toBe(result)
    }
  })

  test('orders a day: a change counts once with its order, and a cancel never', () => {
    const [known, older] = [order('a'), order('b')]
    const usage = {
      today: [{ ...today('1'), clientOrderId: known.clientOrderId }, today('1')],
      working: [known, older],
    }
    const change = (target: typeof known) => ({
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: target.clientOrderId,
      change: { limitPrice: price('99') },
      before: target,
    })
    const verdictFor = (
      action: PolicyOverrides['action'],
      moreUsage: PolicyOverrides['usage'] = {},
      ordersPerDay = 2,
    ) =>
      verdictText(draft(), {
        policy: { ordersPerDay },
        usage: { ...usage, ...moreUsage },
        ...(action === undefined ? {} : { action }),
      })
    expect([
      verdictFor(undefined),
      verdictFor(change(known)),
      verdictFor(change(older)),
      verdictFor({
        kind: 'cancel',
        accountId: ACC,
        clientOrderId: known.clientOrderId,
        before: known,
      }),
    ]).toEqual(['deny over-limit', 'ask', 'deny over-limit', 'ask'])
    // Two changes of one order count as one order; a pending cancel does not count.
    const pendingUsage = (action: PolicyInput['action']) => ({
      pending: [{ action, exposure: money('1') }],
    })
    expect([
      verdictFor(change(older), pendingUsage(change(older)), 3),
      verdictFor(undefined, pendingUsage(change(older)), 3),
      verdictFor(undefined, pendingUsage(change(known)), 3),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    expect(
      verdictFor(
        undefined,
        pendingUsage({
          kind: 'cancel',
          accountId: ACC,
          clientOrderId: known.clientOrderId,
          before: known,
        }),
        3,
      ),
    ).toBe('ask')
  })

  test('counts no further working order for a change or a cancel', () => {
    const usage = { working: [order('a'), order('b'), order('c')] }
    const before = order('a')
    expect(
      verdictText(draft(), {
        policy: { maxWorking: 3 },
        usage,
        action: {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: before.clientOrderId,
          change: { limitPrice: price('99') },
          before,
        },
      }),
    ).toBe('ask')
    const pendingUsage = {
      pending: [
        {
          action: {
            kind: 'cancel' as const,
            accountId: ACC,
            clientOrderId: before.clientOrderId,
            before,
          },
          exposure: money('0'),
        },
      ],
      working: [order('a'), order('b')],
    }
    expect(verdictText(draft(), { policy: { maxWorking: 3 }, usage: pendingUsage })).toBe('ask')
  })

  test.each([
    ['one below', 1, 'ask'],
    ['at the limit', 2, 'deny too-many'],
    ['one above', 3, 'deny too-many'],
  ])('pending instructions, %s', (_title, count, result) => {
    expect(
      verdictText(draft(), {
        policy: { maxPending: 2 },
        usage: { pending: Array.from({ length: count }, () => pending('1')) },
      }),
    ).toBe(result)
  })

  test.each([
    ['one below', [1, 2], 'ask'],
    ['at the limit', [1, 2, 59_999], 'deny too-many'],
    ['without one that is a minute old', [1, 2, 60_000], 'ask'],
  ])('requests per minute, %s', (_title, ago, result) => {
    expect(
      verdictText(draft(), {
        policy: { maxPerMinute: 3 },
        usage: { requestTimes: ago.map((ms) => epochMs(NOW - ms)) },
      }),
    ).toBe(result)
  })

  test('limits cancels by pending instructions and requests per minute as well', () => {
    const before = order('a')
    const action = {
      kind: 'cancel' as const,
      accountId: ACC,
      clientOrderId: before.clientOrderId,
      before,
    }
    expect(
      verdictText(draft(), {
        action,
        policy: { maxPending: 1 },
        usage: { pending: [pending('1')] },
      }),
    ).toBe('deny too-many')
    expect(
      verdictText(draft(), { action, policy: { maxPerMinute: 1 }, usage: { requestTimes: [NOW] } }),
    ).toBe('deny too-many')
  })

  test.each([
    ['a tick below', '9.99999', 'ask'],
    ['at the limit', '10', 'ask'],
    ['a tick above', '10.00001', 'deny over-limit'],
  ])('quantity, %s', (_title, size, result) => {
    expect(verdictText(draft(shares(size)), { policy: { maxQuantity: quantity('10') } })).toBe(
      result,
    )
  })

  test('counts the quantity of every option leg, but not the shares of a covered order', () => {
    const policy = { maxQuantity: quantity('10') }
    const facts = { multiplier: '100' }
    const ratio = (contracts: string) =>
      option(
        'buy',
        [leg('buy', 'call', '100', '5'), leg('sell', 'call', '110', contracts)],
        '1',
        '5',
      )
    expect([
      verdictText(ratio('10'), { policy, facts }),
      verdictText(ratio('15'), { policy, facts }),
    ]).toEqual(['ask', 'deny over-limit'])
    const covered = option(
      'buy',
      [
        { symbol: symbol('AAPL'), side: 'buy', quantity: quantity('100'), option: null },
        leg('sell', 'call', '110'),
      ],
      '95',
    )
    expect(verdictText(covered, { policy, facts })).toBe('ask')
  })
})

describe('REL-36: the scope of a connection', () => {
  test.each<[Policy['hours'], 'regular' | 'extended' | 'closed', 'core' | 'all' | 'night', string]>(
    [
      ['regular', 'regular', 'core', 'ask'],
      ['regular', 'extended', 'core', 'deny not-allowed'],
      ['regular', 'closed', 'core', 'deny not-allowed'],
      ['regular', 'regular', 'all', 'deny not-allowed'],
      ['extended', 'regular', 'all', 'ask'],
      ['extended', 'extended', 'all', 'ask'],
      ['extended', 'closed', 'core', 'deny not-allowed'],
      ['extended', 'regular', 'night', 'deny not-allowed'],
      ['any', 'closed', 'night', 'ask'],
    ],
  )(
    'trading hours %s, in the %s session, with a %s order: %s',
    (hours, session, orderSession, result) => {
      expect(
        verdictText(draft({ session: orderSession }), { policy: { hours }, facts: { session } }),
      ).toBe(result)
    },
  )

  test('limits accounts, products and kinds of action', () => {
    expect([
      verdictText(draft(), { policy: { accounts: [ACC] } }),
      verdictText(draft(), { policy: { accounts: [accountId('OTHER')] } }),
      verdictText(draft(), { policy: { accounts: [] } }),
    ]).toEqual(['ask', 'deny account-hidden', 'deny account-hidden'])
    expect([
      verdictText(draft(), { policy: { products: ['stock'] } }),
      verdictText(draft(), { policy: { products: ['option', 'futures', 'crypto', 'event'] } }),
    ]).toEqual(['ask', 'deny not-allowed'])
    const before = order('a')
    const actions = {
      place: { kind: 'place' as const, draft: draft() },
      replace: {
        kind: 'replace' as const,
        accountId: ACC,
        clientOrderId: before.clientOrderId,
        change: { limitPrice: price('99') },
        before,
      },
      cancel: {
        kind: 'cancel' as const,
        accountId: ACC,
        clientOrderId: before.clientOrderId,
        before,
      },
    }
    for (const kind of ['place', 'replace', 'cancel'] as const) {
      const may = { place: true, replace: true, cancel: true }
      expect([
        verdictText(draft(), { action: actions[kind], policy: { may } }),
        verdictText(draft(), { action: actions[kind], policy: { may: { ...may, [kind]: false } } }),
      ]).toEqual(['ask', 'deny not-allowed'])
      expect(verdictText(draft(), { action: actions[kind], policy: { accounts: [] } })).toBe(
        'deny account-hidden',
      )
    }
  })

  test('checks the root symbol of an option, and every leg of a combination', () => {
    const only = (list: readonly string[]): PolicyOverrides => ({
      policy: { symbols: list.map(symbol) },
      facts: { multiplier: '100' },
    })
    expect([
      verdictText(draft(), only(['AAPL'])),
      verdictText(draft(), only(['MSFT'])),
      verdictText(draft(), only([])),
    ]).toEqual(['ask', 'deny not-allowed', 'deny not-allowed'])
    const occ = draft({
      assetClass: 'option',
      symbol: symbol('AAPL270115C00150000'),
      ...shares('1'),
      limitPrice: price('2'),
    })
    expect([
      verdictText(occ, only(['AAPL'])),
      verdictText(occ, only(['AAPL270115C00150000'])),
      verdictText(occ, only(['AAP'])),
    ]).toEqual(['ask', 'ask', 'deny not-allowed'])
    const strange = option('sell', [
      leg('sell', 'call', '100'),
      { ...leg('buy', 'call', '105'), symbol: symbol('GME') },
    ])
    // Even where every symbol is allowed, this order cannot be valued as one.
    expect([
      verdictText(strange, only(['AAPL'])),
      verdictText(strange, only(['AAPL', 'GME'])),
    ]).toEqual(['deny not-allowed', 'deny invalid'])
    const weekly = {
      ...option('sell', [
        { ...leg('sell', 'call', '100'), symbol: symbol('SPX') },
        { ...leg('buy', 'call', '105'), symbol: symbol('SPXW') },
      ]),
      symbol: symbol('SPX'),
    }
    expect([
      verdictText(weekly, only(['SPX'])),
      verdictText(weekly, only(['SPX', 'SPXW'])),
    ]).toEqual(['deny not-allowed', 'ask'])
  })

  test('checks a halt first, except for a cancel', () => {
    const before = order('a')
    expect(evaluateDraft(draft(), { halted: true, policy: { accounts: [] } }).refusal?.code).toBe(
      'halted',
    )
    expect(
      verdictText(draft(), {
        halted: true,
        action: { kind: 'cancel', accountId: ACC, clientOrderId: before.clientOrderId, before },
      }),
    ).toBe('ask')
    expect(
      verdictText(draft(), {
        halted: true,
        action: {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: before.clientOrderId,
          change: { limitPrice: price('1') },
          before,
        },
      }),
    ).toBe('deny halted')
  })
})
