import { describe, expect, test } from 'vitest'
import { asMoney, asPrice, asQuantity, dec } from '../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../shared/domain/ids.js'
import {
  comboKind,
  comboProblems,
  structuralExits,
} from '../../../../shared/domain/orders/combo-rules.js'
import type { ComboRole } from '../../../../shared/domain/orders/order-types.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'

const ACCOUNT = accountId('ACC')
const base: OrderDraft = {
  accountId: ACCOUNT,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
}
const limit = (price: string, over: Partial<OrderDraft> = {}): OrderDraft => ({
  ...base,
  limitPrice: asPrice(dec(price)),
  ...over,
})
const stop = (price: string, over: Partial<OrderDraft> = {}): OrderDraft => ({
  ...base,
  type: 'stop',
  limitPrice: null,
  stopPrice: asPrice(dec(price)),
  ...over,
})
const market = (over: Partial<OrderDraft> = {}): OrderDraft => ({
  ...base,
  type: 'market',
  limitPrice: null,
  ...over,
})
const sell = { side: 'sell' } as const
const shares = (count: string) =>
  ({ size: { kind: 'quantity', quantity: asQuantity(dec(count)) } }) as const
type Member = readonly [ComboRole, OrderDraft]
const combo = (...orders: readonly Member[]): ComboDraft => ({
  accountId: ACCOUNT,
  orders: orders.map(([role, draft]) => ({ role, draft })),
})
const problemsOf = (...orders: readonly Member[]) =>
  comboProblems(combo(...orders)).map(({ problem }) => problem)
const option = (over: Partial<OrderDraft> = {}, strike = '190'): Partial<OrderDraft> => ({
  assetClass: 'option',
  terms: {
    strategy: 'single',
    legs: [
      {
        symbol: symbol('AAPL'),
        side: over.side === 'sell' ? 'sell' : 'buy',
        quantity: asQuantity(dec('10')),
        option: { type: 'call', strike: asPrice(dec(strike)), expiration: '2026-12-18' },
      },
    ],
  },
  ...over,
})

describe('TRADING-4.3: the kinds of linked orders', () => {
  test.each<[string | null, readonly ComboRole[]]>([
    ['bracket', ['master', 'take-profit', 'stop-loss']],
    ['bracket', ['master', 'stop-loss']],
    ['protection', ['take-profit', 'stop-loss']],
    ['protection', ['stop-loss']],
    ['oto', ['master', 'oto', 'oto']],
    ['oco', ['oco', 'oco']],
    ['otoco', ['master', 'otoco']],
    [null, ['master']],
    [null, []],
    [null, ['master', 'oco']],
    [null, ['take-profit', 'oco']],
    [null, ['oto']],
    [null, ['otoco', 'otoco']],
  ])('%s: %j', (kind, roles) => {
    expect(comboKind(roles)).toBe(kind)
  })
})

describe('TRADING-4.3: linked orders that fit together', () => {
  test.each<[string, readonly Member[]]>([
    [
      'an entry with take-profit and stop-loss',
      [
        ['master', limit('100')],
        ['take-profit', limit('120', sell)],
        ['stop-loss', stop('90', sell)],
      ],
    ],
    [
      'a short entry, whose exits are on the other sides',
      [
        ['master', limit('100', { side: 'short' })],
        ['take-profit', limit('90')],
        ['stop-loss', stop('120')],
      ],
    ],
    [
      'a market entry with a smaller stop-loss',
      [
        ['master', market()],
        ['stop-loss', stop('90', { ...sell, ...shares('4') })],
      ],
    ],
    [
      'both exits of a position',
      [
        ['take-profit', limit('120', sell)],
        ['stop-loss', stop('90', sell)],
      ],
    ],
    [
      'an entry in an option',
      [
        ['master', limit('5', option())],
        ['take-profit', limit('9', option(sell))],
      ],
    ],
    [
      'orders of two symbols, the second started by the first',
      [
        ['master', stop('100')],
        ['oto', market({ symbol: symbol('MSFT') })],
      ],
    ],
    [
      'six orders of which one fills',
      Array.from({ length: 6 }, (_, index): Member => ['oco', limit(`${100 + index}`)]),
    ],
    [
      'an order that starts two of which one fills',
      [
        ['master', market()],
        ['otoco', limit('120', sell)],
        ['otoco', stop('90', sell)],
      ],
    ],
  ])('%s', (_what, orders) => {
    expect(problemsOf(...orders)).toEqual([])
  })
})

describe('TRADING-4.3: linked orders that do not fit together', () => {
  const entry: Member = ['master', limit('100')]
  test.each<[string, readonly Member[]]>([
    ['roles-mixed', [entry]],
    ['order-count', [entry, ['stop-loss', stop('90', sell)], ['stop-loss', stop('91', sell)]]],
    ['order-count', [['oco', limit('99')]]],
    ['order-count', [entry, ...Array.from({ length: 7 }, (): Member => ['oto', market()])]],
    [
      'type-not-allowed',
      [
        ['master', stop('100')],
        ['stop-loss', stop('90', sell)],
      ],
    ],
    ['type-not-allowed', [entry, ['take-profit', stop('120', sell)]]],
    [
      'type-not-allowed',
      [
        entry,
        ['stop-loss', { ...stop('90', sell), type: 'stop-limit', limitPrice: asPrice(dec('89')) }],
      ],
    ],
    [
      'type-not-allowed',
      [
        ['oco', limit('99')],
        ['oco', market()],
      ],
    ],
    ['products-mixed', [entry, ['take-profit', limit('120', { ...sell, assetClass: 'futures' })]]],
    [
      'product-not-offered',
      [
        ['master', limit('5', { assetClass: 'crypto' })],
        ['take-profit', limit('9', { ...sell, assetClass: 'crypto' })],
      ],
    ],
    [
      'product-not-offered',
      [
        ['oco', limit('5', option())],
        ['oco', limit('6', option())],
      ],
    ],
    [
      'account-mixed',
      [entry, ['take-profit', limit('120', { ...sell, accountId: accountId('OTHER') })]],
    ],
    [
      'quantity-only',
      [
        ['master', market({ size: { kind: 'amount', amount: asMoney(dec('100')) } })],
        ['stop-loss', stop('90', sell)],
      ],
    ],
    [
      'algorithm-not-offered',
      [
        ['master', limit('100', { terms: { algo: { kind: 'twap' } } })],
        ['stop-loss', stop('90', sell)],
      ],
    ],
    ['exit-symbol', [entry, ['take-profit', limit('120', { ...sell, symbol: symbol('MSFT') })]]],
    [
      'exit-symbol',
      [
        ['master', limit('5', option())],
        ['take-profit', limit('9', option(sell, '195'))],
      ],
    ],
    ['exit-side', [entry, ['take-profit', limit('120')]]],
    [
      'exit-side',
      [
        ['take-profit', limit('90')],
        ['stop-loss', stop('80', sell)],
      ],
    ],
    ['exit-quantity', [entry, ['take-profit', limit('120', { ...sell, ...shares('10.5') })]]],
    ['target-not-winning', [entry, ['take-profit', limit('100', sell)]]],
    ['stop-not-losing', [entry, ['stop-loss', stop('100', sell)]]],
    [
      'stop-not-losing',
      [
        ['master', limit('100', { side: 'short' })],
        ['stop-loss', stop('90')],
      ],
    ],
    [
      'stop-not-below-target',
      [
        ['take-profit', limit('90', sell)],
        ['stop-loss', stop('95', sell)],
      ],
    ],
  ])('%s', (problem, orders) => {
    expect(problemsOf(...orders)).toContain(problem)
  })
})

describe('REL-36: linked orders that only reduce what the entry opens', () => {
  const exitsOf = (...orders: readonly Member[]) => [...structuralExits(combo(...orders))]
  test('are exits of at most its quantity, each of which excludes the other', () => {
    expect(
      exitsOf(
        ['master', limit('100')],
        ['take-profit', limit('120', sell)],
        ['stop-loss', stop('90', sell)],
      ),
    ).toEqual([1, 2])
    expect(
      exitsOf(['master', limit('100')], ['otoco', limit('120', { ...sell, ...shares('11') })]),
    ).toEqual([])
  })

  test('are started orders as long as they are together no larger', () => {
    expect(
      exitsOf(
        ['master', limit('100')],
        ['oto', limit('120', { ...sell, ...shares('6') })],
        ['oto', limit('130', { ...sell, ...shares('5') })],
      ),
    ).toEqual([1])
  })

  test('are never orders without an entry, of another symbol or on the same side', () => {
    expect(exitsOf(['take-profit', limit('120', sell)], ['stop-loss', stop('90', sell)])).toEqual(
      [],
    )
    expect(
      exitsOf(
        ['master', limit('100')],
        ['oto', limit('9', { ...sell, symbol: symbol('MSFT') })],
        ['oto', limit('99')],
      ),
    ).toEqual([])
  })

  test('are never orders for the other outcome of an event', () => {
    const event = (outcome: 'yes' | 'no') => ({ assetClass: 'event', terms: { outcome } }) as const
    const exits = (outcome: 'yes' | 'no') =>
      exitsOf(
        ['master', limit('100', event('yes'))],
        ['take-profit', limit('120', { ...sell, ...event(outcome) })],
      )
    expect([exits('yes'), exits('no')]).toEqual([[1], []])
  })
})
