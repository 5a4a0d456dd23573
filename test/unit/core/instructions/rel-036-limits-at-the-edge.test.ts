import { describe, expect, test } from 'vitest'
import type { PolicyInput } from '../../../../electron/core/instructions/policy-port.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Policy } from '../../../../shared/ipc/instructions.js'
import {
  ACC,
  dollars,
  draft,
  judge,
  leg,
  MARKET,
  money,
  NOW,
  option,
  order,
  price,
  quantity,
  quote,
  said,
  shares,
  type Asking,
} from './judge-rig.js'

const pending = (worth: string, of = draft()) => ({
  action: { kind: 'place' as const, draft: of },
  worth: money(worth),
})
const today = (worth: string, more: Partial<{ symbol: string; product: string }> = {}) => ({
  symbol: 'AAPL',
  product: 'stock',
  worth: money(worth),
  clientOrderId: null,
  ...more,
})

/**
 * An order worth a thousand dollars, against a limit that is a tick above it, at it, and a tick
 * below it.
 */
const EDGES: readonly (readonly [string, string, string])[] = [
  ['a tick under', '1000.01', 'ask'],
  ['at it', '1000', 'ask'],
  ['a tick over', '999.99', 'deny over-limit'],
]

describe('rel-036: limits of money, at the edge', () => {
  const limits: readonly (readonly [string, (most: string) => Partial<Policy>])[] = [
    ['per order', (most) => ({ maxOrder: money(most) })],
    ['per day', (most) => ({ maxDay: money(most) })],
    ['per symbol', (most) => ({ maxSymbolDay: money(most) })],
    ['per product', (most) => ({ maxProductDay: money(most) })],
  ]
  /** Each of these is worth a thousand dollars exactly. */
  const orders: readonly (readonly [string, ReturnType<typeof draft>, Asking['facts']])[] = [
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
      EDGES.flatMap(([where, most, result]) =>
        orders.map(([what, of, facts]) => [`${what}, ${where}`, of, facts, most, result] as const),
      ),
    )('%s', (_what, of, facts, most, result) => {
      // With a buffer on its price: a thousand and twenty.
      const limit =
        of.type === 'stop' || of.side === 'short'
          ? ({ '1000.01': '1020.01', '1000': '1020', '999.99': '1019.99' }[most] ?? most)
          : most
      expect(said(of, { policy: policy(limit), ...(facts === undefined ? {} : { facts }) })).toBe(
        result,
      )
    })
  })

  test.each([
    ['what was approved today', { today: [today('400')] }],
    ['what waits', { pending: [pending('400')] }],
    ['what works from earlier days', { working: [order('a', { quantity: quantity('4') })] }],
    [
      'all of them',
      {
        today: [today('100')],
        pending: [pending('150')],
        working: [order('a', { quantity: quantity('1.5') })],
      },
    ],
  ])('the day counts %s', (_what, usage) => {
    const found = ['1400.01', '1400', '1399.99'].map((most) =>
      said(draft(), { policy: { maxDay: money(most) }, usage }),
    )
    expect(found).toEqual(['ask', 'ask', 'deny over-limit'])
    expect(
      ['1400.01', '1400', '1399.99'].map((most) =>
        said(draft(), { policy: { maxSymbolDay: money(most) }, usage }),
      ),
    ).toEqual(found)
    expect(
      ['1400.01', '1400', '1399.99'].map((most) =>
        said(draft(), { policy: { maxProductDay: money(most) }, usage }),
      ),
    ).toEqual(found)
  })

  test('another symbol is not of this one, another product not of this product; the day counts both', () => {
    const usage = {
      today: [today('900', { symbol: 'MSFT' })],
      pending: [pending('50', draft({ symbol: symbol('MSFT') }))],
      working: [order('a', { symbol: symbol('MSFT'), quantity: quantity('1') })],
    }
    expect([
      said(draft(), { policy: { maxSymbolDay: money('1000') }, usage }),
      said(draft(), { policy: { maxDay: money('2049.99') }, usage }),
      said(draft(), { policy: { maxDay: money('2050') }, usage }),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    const other = { today: [today('900', { product: 'option' })] }
    expect([
      said(draft(), { policy: { maxProductDay: money('1000') }, usage: other }),
      said(draft(), { policy: { maxSymbolDay: money('1000') }, usage: other }),
    ]).toEqual(['ask', 'deny over-limit'])
  })

  test('an order that was approved today and works still counts once; what has filled of an older one no more', () => {
    const working = [order('a')]
    const usage = {
      working,
      today: [{ ...today('1000'), clientOrderId: working[0]?.clientOrderId ?? null }],
    }
    expect([
      said(draft(), { policy: { maxDay: money('2000') }, usage }),
      said(draft(), { policy: { maxDay: money('1999.99') }, usage }),
    ]).toEqual(['ask', 'deny over-limit'])
    const filled = { working: [order('a', { filledQuantity: quantity('10') })] }
    expect(said(draft(), { policy: { maxDay: money('1000') }, usage: filled })).toBe('ask')
  })

  test('a working order that nobody can value makes no room by being unknown', () => {
    const unknown = {
      working: [order('a', { symbol: symbol('MSFT'), type: 'market', limitPrice: null })],
    }
    expect(said(draft(), { policy: { maxDay: money('500000') }, usage: unknown })).toBe(
      'deny over-limit',
    )
  })
})

describe('rel-036: limits of number, at the edge', () => {
  test.each([
    ['one under', 2, 'ask'],
    ['at it', 3, 'deny over-limit'],
    ['over it', 4, 'deny over-limit'],
  ])('working orders, %s: what waits to be placed counts as well', (_what, many, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        working: Array.from({ length: many - waiting }, (_, at) => order(`a${at}`)),
        pending: Array.from({ length: waiting }, () => pending('1')),
      }
      expect(said(draft(), { policy: { maxWorking: 3 }, usage })).toBe(result)
    }
  })

  test.each([
    ['one under', 2, 'ask'],
    ['at it', 3, 'deny over-limit'],
    ['over it', 4, 'deny over-limit'],
  ])('orders a day, %s: what waits counts as well', (_what, many, result) => {
    for (const waiting of [0, 1, 2]) {
      const usage = {
        today: Array.from({ length: many - waiting }, () => today('1')),
        pending: Array.from({ length: waiting }, () => pending('1')),
      }
      expect(said(draft(), { policy: { ordersPerDay: 3 }, usage })).toBe(result)
    }
  })

  test('orders a day: a change counts once with the order that it changes, and a cancel never', () => {
    const [known, older] = [order('a'), order('b')]
    const usage = {
      today: [{ ...today('1'), clientOrderId: known.clientOrderId }, today('1')],
      working: [known, older],
    }
    const change = (of: typeof known) => ({
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: of.clientOrderId,
      change: { limitPrice: price('99') },
      before: of,
    })
    const asks = (action: Asking['action'], more: Asking['usage'] = {}, ordersPerDay = 2) =>
      said(draft(), {
        policy: { ordersPerDay },
        usage: { ...usage, ...more },
        ...(action === undefined ? {} : { action }),
      })
    expect([
      asks(undefined),
      asks(change(known)),
      asks(change(older)),
      asks({ kind: 'cancel', accountId: ACC, clientOrderId: known.clientOrderId, before: known }),
    ]).toEqual(['deny over-limit', 'ask', 'deny over-limit', 'ask'])
    // Two changes of one order are one order; a cancel that waits is none.
    const waits = (action: PolicyInput['action']) => ({ pending: [{ action, worth: money('1') }] })
    expect([
      asks(change(older), waits(change(older)), 3),
      asks(undefined, waits(change(older)), 3),
      asks(undefined, waits(change(known)), 3),
    ]).toEqual(['ask', 'deny over-limit', 'ask'])
    expect(
      asks(
        undefined,
        waits({
          kind: 'cancel',
          accountId: ACC,
          clientOrderId: known.clientOrderId,
          before: known,
        }),
        3,
      ),
    ).toBe('ask')
  })

  test('a change or a cancel adds no working order', () => {
    const usage = { working: [order('a'), order('b'), order('c')] }
    const before = order('a')
    expect(
      said(draft(), {
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
    const waits = {
      pending: [
        {
          action: {
            kind: 'cancel' as const,
            accountId: ACC,
            clientOrderId: before.clientOrderId,
            before,
          },
          worth: money('0'),
        },
      ],
      working: [order('a'), order('b')],
    }
    expect(said(draft(), { policy: { maxWorking: 3 }, usage: waits })).toBe('ask')
  })

  test.each([
    ['one under', 1, 'ask'],
    ['at it', 2, 'deny too-many'],
    ['over it', 3, 'deny too-many'],
  ])('waiting instructions, %s', (_what, many, result) => {
    expect(
      said(draft(), {
        policy: { maxPending: 2 },
        usage: { pending: Array.from({ length: many }, () => pending('1')) },
      }),
    ).toBe(result)
  })

  test.each([
    ['one under', [1, 2], 'ask'],
    ['at it', [1, 2, 59_999], 'deny too-many'],
    ['a minute ago is over', [1, 2, 60_000], 'ask'],
  ])('requests a minute, %s', (_what, ago, result) => {
    expect(
      said(draft(), {
        policy: { maxPerMinute: 3 },
        usage: { asked: ago.map((ms) => epochMs(NOW - ms)) },
      }),
    ).toBe(result)
  })

  test('a cancel asks as often as anything else', () => {
    const before = order('a')
    const action = {
      kind: 'cancel' as const,
      accountId: ACC,
      clientOrderId: before.clientOrderId,
      before,
    }
    expect(
      said(draft(), { action, policy: { maxPending: 1 }, usage: { pending: [pending('1')] } }),
    ).toBe('deny too-many')
    expect(said(draft(), { action, policy: { maxPerMinute: 1 }, usage: { asked: [NOW] } })).toBe(
      'deny too-many',
    )
  })

  test.each([
    ['a tick under', '9.99999', 'ask'],
    ['at it', '10', 'ask'],
    ['a tick over', '10.00001', 'deny over-limit'],
  ])('quantity, %s', (_what, size, result) => {
    expect(said(draft(shares(size)), { policy: { maxQuantity: quantity('10') } })).toBe(result)
  })

  test('the quantity of every leg counts, shares of a covered order do not', () => {
    const policy = { maxQuantity: quantity('10') }
    const facts = { multiplier: '100' }
    const ratio = (contracts: string) =>
      option(
        'buy',
        [leg('buy', 'call', '100', '5'), leg('sell', 'call', '110', contracts)],
        '1',
        '5',
      )
    expect([said(ratio('10'), { policy, facts }), said(ratio('15'), { policy, facts })]).toEqual([
      'ask',
      'deny over-limit',
    ])
    const covered = option(
      'buy',
      [
        { symbol: symbol('AAPL'), side: 'buy', quantity: quantity('100'), option: null },
        leg('sell', 'call', '110'),
      ],
      '95',
    )
    expect(said(covered, { policy, facts })).toBe('ask')
  })
})

describe('rel-036: what is open to a connection', () => {
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
  )('hours %s in the %s session, for a %s order: %s', (hours, session, of, result) => {
    expect(said(draft({ session: of }), { policy: { hours }, facts: { session } })).toBe(result)
  })

  test('accounts, products and kinds of action', () => {
    expect([
      said(draft(), { policy: { accounts: [ACC] } }),
      said(draft(), { policy: { accounts: [accountId('OTHER')] } }),
      said(draft(), { policy: { accounts: [] } }),
    ]).toEqual(['ask', 'deny account-hidden', 'deny account-hidden'])
    expect([
      said(draft(), { policy: { products: ['stock'] } }),
      said(draft(), { policy: { products: ['option', 'futures', 'crypto', 'event'] } }),
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
        said(draft(), { action: actions[kind], policy: { may } }),
        said(draft(), { action: actions[kind], policy: { may: { ...may, [kind]: false } } }),
      ]).toEqual(['ask', 'deny not-allowed'])
      expect(said(draft(), { action: actions[kind], policy: { accounts: [] } })).toBe(
        'deny account-hidden',
      )
    }
  })

  test('symbols: an option counts as its root, a combination as all of its legs', () => {
    const only = (list: readonly string[]): Asking => ({
      policy: { symbols: list.map(symbol) },
      facts: { multiplier: '100' },
    })
    expect([
      said(draft(), only(['AAPL'])),
      said(draft(), only(['MSFT'])),
      said(draft(), only([])),
    ]).toEqual(['ask', 'deny not-allowed', 'deny not-allowed'])
    const occ = draft({
      assetClass: 'option',
      symbol: symbol('AAPL270115C00150000'),
      ...shares('1'),
      limitPrice: price('2'),
    })
    expect([
      said(occ, only(['AAPL'])),
      said(occ, only(['AAPL270115C00150000'])),
      said(occ, only(['AAP'])),
    ]).toEqual(['ask', 'ask', 'deny not-allowed'])
    const strange = option('sell', [
      leg('sell', 'call', '100'),
      { ...leg('buy', 'call', '105'), symbol: symbol('GME') },
    ])
    // Where all of its names are open, it is still not one order that can be valued.
    expect([said(strange, only(['AAPL'])), said(strange, only(['AAPL', 'GME']))]).toEqual([
      'deny not-allowed',
      'deny invalid',
    ])
    const weekly = {
      ...option('sell', [
        { ...leg('sell', 'call', '100'), symbol: symbol('SPX') },
        { ...leg('buy', 'call', '105'), symbol: symbol('SPXW') },
      ]),
      symbol: symbol('SPX'),
    }
    expect([said(weekly, only(['SPX'])), said(weekly, only(['SPX', 'SPXW']))]).toEqual([
      'deny not-allowed',
      'ask',
    ])
  })

  test('a halt comes before everything, and a cancel passes it', () => {
    const before = order('a')
    expect(judge(draft(), { halted: true, policy: { accounts: [] } }).refusal?.code).toBe('halted')
    expect(
      said(draft(), {
        halted: true,
        action: { kind: 'cancel', accountId: ACC, clientOrderId: before.clientOrderId, before },
      }),
    ).toBe('ask')
    expect(
      said(draft(), {
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
