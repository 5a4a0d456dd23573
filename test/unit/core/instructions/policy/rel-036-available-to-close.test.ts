import { describe, expect, test } from 'vitest'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { decimalText, isZero } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-types.js'
import {
  ACC,
  dollars,
  draft,
  evaluateDraft,
  leg,
  money,
  option,
  order,
  position,
  price,
  quantity,
  quote,
  shares,
  type PolicyOverrides,
} from './policy-fixture.js'

const OTHER = accountId('OTHER')
/** True when an order only closes what is held: then it can lose nothing and is no short sale. */
const closes = (
  orderDraft: OrderDraft,
  held: Position | null,
  overrides: PolicyOverrides = {},
): boolean => {
  const { maxLoss } = evaluateDraft(orderDraft, {
    ...overrides,
    facts: { position: held, ...overrides.facts },
  })
  return maxLoss !== null && isZero(maxLoss)
}
const sell = (quantityText: string) => draft({ side: 'sell', ...shares(quantityText) })
const pendingUsage = (orderDraft: OrderDraft) => ({
  pending: [{ action: { kind: 'place' as const, draft: orderDraft }, exposure: money('1') }],
})

describe('REL-36: a sale closes only what other orders have not reserved', () => {
  test('does not close a short position or a missing one', () => {
    expect([
      closes(sell('10'), position('10')),
      closes(sell('10'), position('-10')),
      closes(sell('10'), null),
    ]).toEqual([true, false, false])
  })

  test.each<[string, PolicyOverrides['usage'], boolean]>([
    ['a working sale', { working: [order('a', { side: 'sell', quantity: quantity('1') })] }, false],
    [
      'a working short sale',
      { working: [order('a', { side: 'short', quantity: quantity('1') })] },
      false,
    ],
    [
      'a working sale by amount, which may use the whole position',
      { working: [order('a', { side: 'sell', quantity: null, amount: money('1') })] },
      false,
    ],
    ['a pending sale', pendingUsage(sell('1')), false],
    [
      'a pending sale by amount, which may use the whole position',
      pendingUsage(draft({ side: 'sell', ...dollars('1') })),
      false,
    ],
    ['a working purchase', { working: [order('a')] }, true],
    ['a pending purchase', pendingUsage(draft(shares('10'))), true],
    [
      'a working sale of another symbol',
      { working: [order('a', { side: 'sell', symbol: symbol('MSFT') })] },
      true,
    ],
    [
      'a pending sale of another symbol',
      pendingUsage(draft({ side: 'sell', symbol: symbol('MSFT') })),
      true,
    ],
    [
      'a working sale of another account',
      { working: [order('a', { side: 'sell', accountId: OTHER })] },
      true,
    ],
    [
      'a pending sale of another account',
      pendingUsage(draft({ side: 'sell', accountId: OTHER })),
      true,
    ],
  ])('checks a full close against %s', (_title, usage, result) => {
    expect(closes(sell('10'), position('10'), { usage: usage ?? {} })).toBe(result)
  })

  test('reserves the whole position for a pending sale by amount', () => {
    const requestedSale = draft({ side: 'sell', ...dollars('1') })
    expect([
      closes(sell('1'), position('10'), { usage: pendingUsage(requestedSale) }),
      closes(sell('6'), position('10'), { usage: pendingUsage(sell('4')) }),
    ]).toEqual([false, true])
  })

  test('reserves nothing for a pending cancel, and the new quantity for a pending change', () => {
    const before = order('a', { side: 'sell', quantity: quantity('4') })
    const target = { accountId: ACC, clientOrderId: before.clientOrderId, before }
    const cancel = {
      pending: [{ action: { kind: 'cancel' as const, ...target }, exposure: money('0') }],
      working: [before],
    }
    expect([
      closes(sell('6'), position('10'), { usage: cancel }),
      closes(sell('7'), position('10'), { usage: cancel }),
    ]).toEqual([true, false])
    const change = {
      pending: [
        {
          action: { kind: 'replace' as const, ...target, change: { quantity: quantity('9') } },
          exposure: money('0'),
        },
      ],
    }
    expect([
      closes(sell('1'), position('10'), { usage: change }),
      closes(sell('2'), position('10'), { usage: change }),
    ]).toEqual([true, false])
  })

  test('reserves what a pending change of several orders leaves of each', () => {
    const [before, second] = [
      order('a', { side: 'sell', quantity: quantity('4') }),
      order('b', { side: 'sell', quantity: quantity('2') }),
    ]
    const otherChanges = [
      { clientOrderId: second.clientOrderId, change: { quantity: quantity('5') }, before: second },
    ]
    const usage = {
      pending: [
        {
          action: {
            kind: 'replace' as const,
            accountId: ACC,
            clientOrderId: before.clientOrderId,
            before,
            change: { quantity: quantity('3') },
            others: otherChanges,
          },
          exposure: money('0'),
        },
      ],
    }
    expect([
      closes(sell('2'), position('10'), { usage }),
      closes(sell('3'), position('10'), { usage }),
    ]).toEqual([true, false])
  })

  test('reserves nothing for a change that cannot be evaluated', () => {
    const before = order('a', { side: 'sell', quantity: null, amount: money('5') })
    const usage = {
      pending: [
        {
          action: {
            kind: 'replace' as const,
            accountId: ACC,
            clientOrderId: before.clientOrderId,
            change: { limitPrice: price('1') },
            before,
          },
          exposure: money('0'),
        },
      ],
    }
    expect(closes(sell('10'), position('10'), { usage })).toBe(true)
  })

  test('ignores the order that is changed, but not a second one like it', () => {
    const [first, second] = [
      order('a', { side: 'sell' }),
      order('b', { side: 'sell', quantity: quantity('1') }),
    ]
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: first.clientOrderId,
      change: { limitPrice: price('99') },
      before: first,
    }
    const closesAlongside = (working: NonNullable<PolicyOverrides['usage']>['working']) =>
      closes(draft(), position('10'), { action, usage: { working: working ?? [] } })
    expect([closesAlongside([first]), closesAlongside([first, second])]).toEqual([true, false])
    // A sale is not a change of the older order, which still counts.
    expect(closes(sell('10'), position('10'), { usage: { working: [first] } })).toBe(false)
  })
})

describe('REL-36: the filled part of a sale is not reserved once the position shows it', () => {
  const sold = (filled: string) =>
    order('a', {
      side: 'sell',
      quantity: quantity('50'),
      filledQuantity: quantity(filled),
      status: 'partially-filled',
    })
  const settled = (filledText: string) =>
    new Map([[order('a').clientOrderId, quantity(filledText)]])
  const maxCloseable = (
    size: string,
    working: Order[],
    settledSize: string | null,
    action?: PolicyOverrides['action'],
  ): string => {
    const canClose = (count: number): boolean =>
      closes(sell(String(count)), position(size), {
        usage: { working },
        ...(settledSize === null ? {} : { facts: { settled: settled(settledSize) } }),
        ...(action === undefined ? {} : { action }),
      })
    let [low, high] = [0, 200]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (canClose(middle)) low = middle
      else high = middle
    }
    return String(low)
  }

  test('allows closing 50 of the 70 held while 50 of 100 are still for sale', () => {
    expect(maxCloseable('70', [sold('30')], '30')).toBe('50')
  })

  test('uses the smaller result while the position may not show the fill yet', () => {
    // Whichever was read later, 100 held and 70 held both give at most the true quantity.
    expect([
      maxCloseable('100', [sold('30')], '0'),
      maxCloseable('70', [sold('30')], '0'),
      maxCloseable('100', [sold('30')], null),
      maxCloseable('70', [sold('30')], null),
    ]).toEqual(['50', '20', '50', '20'])
    // A fill that only the position shows, and one of which only a part is old enough.
    expect([maxCloseable('70', [sold('0')], '30'), maxCloseable('70', [sold('30')], '10')]).toEqual(
      ['20', '30'],
    )
  })

  test('reserves everything for an order by amount, whose rest is unknown', () => {
    expect(
      maxCloseable(
        '70',
        [
          order('a', {
            side: 'sell',
            quantity: null,
            amount: money('50'),
            filledQuantity: quantity('30'),
          }),
        ],
        '30',
      ),
    ).toBe('0')
  })

  test('needs only the unfilled quantity for a sale that is changed', () => {
    const before = order('a', {
      side: 'sell',
      quantity: quantity('100'),
      filledQuantity: quantity('60'),
      status: 'partially-filled',
    })
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: before.clientOrderId,
      change: { limitPrice: price('99') },
      before,
    }
    const fits = (held: string, shown: string) =>
      closes(draft(), position(held), {
        action,
        usage: { working: [before] },
        facts: { settled: settled(shown) },
      })
    expect([fits('40', '60'), fits('39', '60'), fits('40', '0'), fits('100', '0')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('reserves the largest of exclusive orders once, and each other group by itself', () => {
    const exit = (id: string, role: ComboRole, quantityText: string, name = 'G') =>
      order(id, {
        side: 'sell',
        quantity: quantity(quantityText),
        terms: {
          combo: { role, clientComboId: name, comboId: `#${name}` },
          strategy: null,
          legs: [],
          intent: null,
          legging: null,
          algo: null,
          outcome: null,
          tradeMode: null,
          expireDate: null,
        },
      })
    expect(
      maxCloseable('100', [exit('p', 'take-profit', '40'), exit('l', 'stop-loss', '60')], null),
    ).toBe('40')
    expect(maxCloseable('100', [exit('x', 'oco', '40'), exit('y', 'oco', '30')], null)).toBe('60')
    expect(maxCloseable('100', [exit('x', 'oco', '40'), exit('y', 'oco', '30', 'H')], null)).toBe(
      '30',
    )
    expect(maxCloseable('100', [exit('x', 'oto', '40'), exit('y', 'oto', '30')], null)).toBe('30')
    // One may be changed while the other works; they do not block each other.
    const [profit, loss] = [exit('p', 'take-profit', '100'), exit('l', 'stop-loss', '100')]
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: loss.clientOrderId,
      change: { limitPrice: price('90') },
      before: loss,
    }
    expect(closes(draft(), position('100'), { action, usage: { working: [profit, loss] } })).toBe(
      true,
    )
    expect(
      closes(draft(), position('100'), { action, usage: { working: [profit, loss, sold('0')] } }),
    ).toBe(false)
  })
})

describe('REL-36: closing an event or option position', () => {
  const event = (outcome: 'yes' | 'no' | null): OrderDraft =>
    draft({
      assetClass: 'event',
      side: 'sell',
      ...shares('100'),
      limitPrice: price('0.40'),
      ...(outcome === null ? {} : { terms: { outcome } }),
    })
  const eventPosition = position('100', { assetClass: 'event', outcome: 'yes' })

  test('closes only the named outcome of an event contract, and nothing without an outcome', () => {
    expect([
      closes(event('yes'), eventPosition),
      closes(event('no'), eventPosition),
      closes(event(null), eventPosition),
    ]).toEqual([true, false, false])
  })

  const OCC = symbol('AAPL270115C00100000')
  const ROOT = symbol('AAPL')
  const contracts = {
    facts: {
      multiplier: '100',
      quote: quote({ bid: price('2'), ask: price('2.1'), last: price('2') }),
    },
  }
  const legOf = (
    overrides: Partial<{
      type: 'call' | 'put'
      strike: ReturnType<typeof price> | null
      expiration: string
    }> = {},
  ) =>
    ({
      legId: '1',
      symbol: OCC,
      quantity: quantity('1'),
      option: {
        type: 'call',
        strike: price('100'),
        expiration: '2027-01-15',
        multiplier: null,
        ...overrides,
      },
      settles: null,
    }) as unknown as NonNullable<Position['legs']>[number]
  const options = (legs?: Position['legs']): Position =>
    position('1', { assetClass: 'option', ...(legs === undefined ? {} : { legs }) })
  const write = option('sell', [leg('sell', 'call', '100')])

  test.each<[string, Position, boolean]>([
    ['the same contract', options([legOf()]), true],
    ['the same strike in another notation', options([legOf({ strike: price('100.00') })]), true],
    ['a put', options([legOf({ type: 'put' })]), false],
    ['a lower strike', options([legOf({ strike: price('99.5') })]), false],
    ['a higher strike', options([legOf({ strike: price('100.5') })]), false],
    ['an unknown strike', options([{ ...legOf({ strike: null }), symbol: ROOT }]), false],
    ['another expiration', options([legOf({ expiration: '2027-02-19' })]), false],
    ['one of several legs', options([legOf(), legOf({ strike: price('105') })]), false],
    ['shares', options([{ ...legOf(), symbol: ROOT, option: null }]), false],
    ['a position without details of its contract', options(), false],
    ['a position without legs', options([]), false],
  ])(
    'closing a sold call with %s as the position: closes is %s',
    (_title, heldPosition, result) => {
      expect(closes(write, heldPosition, contracts)).toBe(result)
    },
  )

  test('closes only the position of the same symbol when the contract is named by it', () => {
    const named = draft({
      assetClass: 'option',
      side: 'sell',
      symbol: OCC,
      ...shares('1'),
      limitPrice: price('2'),
    })
    const namedPosition = (symbolText: string, legs?: Position['legs']): Position => ({
      ...options(legs),
      symbol: symbol(symbolText),
    })
    const facts = {
      facts: {
        ...contracts.facts,
        quote: quote({ symbol: OCC, bid: price('2'), ask: price('2.1'), last: price('2') }),
      },
    }
    expect([
      closes(named, namedPosition('AAPL270115C00100000'), facts),
      closes(named, namedPosition('AAPL270115C00105000'), facts),
      closes(named, namedPosition('AAPL', [legOf()]), facts),
    ]).toEqual([true, false, true])
    // The position of the underlying is not the position of the contract.
    expect(closes(write, { ...options(), symbol: symbol('AAPL') }, contracts)).toBe(false)
  })

  test('closes nothing with a combination or with an order without one option leg', () => {
    const spread = option('sell', [leg('sell', 'call', '100'), leg('buy', 'call', '105')], '1')
    expect(
      decimalText(
        evaluateDraft(spread, { facts: { ...contracts.facts, position: options([legOf()]) } })
          .maxLoss ?? money('0'),
      ),
    ).toBe('400')
    expect(closes(option('sell', []), options([legOf()]), contracts)).toBe(false)
    const covered = option('sell', [
      { symbol: symbol('AAPL'), side: 'sell', quantity: quantity('1'), option: null },
    ])
    expect(closes(covered, options([legOf()]), contracts)).toBe(false)
  })

  test('closes nothing with more contracts than are held', () => {
    expect(
      closes(
        option('sell', [leg('sell', 'call', '100', '2')], '2', '2'),
        options([legOf()]),
        contracts,
      ),
    ).toBe(false)
  })
})

describe('REL-36: the orders that count in addition to the evaluated one', () => {
  test('do not include the order that is changed, neither of today nor as working', () => {
    const first = order('a')
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: first.clientOrderId,
      change: { limitPrice: price('99') },
      before: first,
    }
    const today = (clientOrderId: typeof first.clientOrderId | null) => ({
      symbol: 'AAPL',
      product: 'stock',
      exposure: money('1000'),
      clientOrderId,
    })
    const resultWithin = (usage: PolicyOverrides['usage'], maxDay: string) =>
      evaluateDraft(draft(), { action, policy: { maxDay: money(maxDay) }, usage: usage ?? {} })
        .result
    expect([
      resultWithin({ today: [today(first.clientOrderId)], working: [first] }, '990'),
      resultWithin({ today: [today(first.clientOrderId)], working: [first] }, '989.99'),
    ]).toEqual(['ask', 'deny'])
    // Nor as an order of an earlier day that still works.
    expect([
      resultWithin({ working: [first] }, '990'),
      resultWithin({ working: [first, order('b')] }, '1989.99'),
      resultWithin({ working: [first, order('b')] }, '1990'),
    ]).toEqual(['ask', 'deny', 'ask'])
    // Others still count, also those that never had an order.
    expect([
      resultWithin({ today: [today(null), today(order('b').clientOrderId)] }, '2990'),
      resultWithin({ today: [today(null), today(order('b').clientOrderId)] }, '2989.99'),
    ]).toEqual(['ask', 'deny'])
  })
})
