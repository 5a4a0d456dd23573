import { describe, expect, test } from 'vitest'
import type { Position } from '../../../../../shared/domain/account/account.js'
import { decimalText, isZero } from '../../../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { ComboRole } from '../../../../../shared/domain/orders/order-terms.js'
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
/** Whether an order only closes what is held: then it can lose nothing, and is no short sale. */
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

describe('rel-036: a sale closes only what nobody else has claimed', () => {
  test('a short position is not there to be sold', () => {
    expect([
      closes(sell('10'), position('10')),
      closes(sell('10'), position('-10')),
      closes(sell('10'), null),
    ]).toEqual([true, false, false])
  })

  test.each<[string, PolicyOverrides['usage'], boolean]>([
    [
      'a sale that works',
      { working: [order('a', { side: 'sell', quantity: quantity('1') })] },
      false,
    ],
    [
      'a short sale that works',
      { working: [order('a', { side: 'short', quantity: quantity('1') })] },
      false,
    ],
    [
      'a sale for an amount that works, which may take all',
      { working: [order('a', { side: 'sell', quantity: null, amount: money('1') })] },
      false,
    ],
    ['a sale that waits', pendingUsage(sell('1')), false],
    [
      'a sale for an amount that waits, which may take all',
      pendingUsage(draft({ side: 'sell', ...dollars('1') })),
      false,
    ],
    ['no purchase', { working: [order('a')] }, true],
    ['no purchase that waits', pendingUsage(draft(shares('10'))), true],
    [
      'no sale of another symbol',
      { working: [order('a', { side: 'sell', symbol: symbol('MSFT') })] },
      true,
    ],
    [
      'no sale of another symbol that waits',
      pendingUsage(draft({ side: 'sell', symbol: symbol('MSFT') })),
      true,
    ],
    [
      'no sale of another account',
      { working: [order('a', { side: 'sell', accountId: OTHER })] },
      true,
    ],
    [
      'no sale of another account that waits',
      pendingUsage(draft({ side: 'sell', accountId: OTHER })),
      true,
    ],
  ])('claimed by %s', (_title, usage, result) => {
    expect(closes(sell('10'), position('10'), { usage: usage ?? {} })).toBe(result)
  })

  test('an amount that waits takes the whole position, not its own number of shares', () => {
    const requestedSale = draft({ side: 'sell', ...dollars('1') })
    expect([
      closes(sell('1'), position('10'), { usage: pendingUsage(requestedSale) }),
      closes(sell('6'), position('10'), { usage: pendingUsage(sell('4')) }),
    ]).toEqual([false, true])
  })

  test('a cancel that waits claims nothing, a change that waits claims what it leaves', () => {
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

  test('a change of several orders that waits claims what it leaves of each', () => {
    const [before, second] = [
      order('a', { side: 'sell', quantity: quantity('4') }),
      order('b', { side: 'sell', quantity: quantity('2') }),
    ]
    const others = [
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
            others,
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

  test('a change that nobody can judge claims nothing by itself', () => {
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

  test('an order that is changed does not stand in its own way, another one of the same kind does', () => {
    const [own, second] = [
      order('a', { side: 'sell' }),
      order('b', { side: 'sell', quantity: quantity('1') }),
    ]
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: own.clientOrderId,
      change: { limitPrice: price('99') },
      before: own,
    }
    const closesBeside = (working: NonNullable<PolicyOverrides['usage']>['working']) =>
      closes(draft(), position('10'), { action, usage: { working: working ?? [] } })
    expect([closesBeside([own]), closesBeside([own, second])]).toEqual([true, false])
    // A sale beside it is not the change of it: the older one counts.
    expect(closes(sell('10'), position('10'), { usage: { working: [own] } })).toBe(false)
  })
})

describe('rel-036: what has filled of a sale is claimed no more, once the position shows it', () => {
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
    held: string,
    working: Order[],
    shown: string | null,
    action?: PolicyOverrides['action'],
  ): string => {
    const canClose = (count: number): boolean =>
      closes(sell(String(count)), position(held), {
        usage: { working },
        ...(shown === null ? {} : { facts: { settled: settled(shown) } }),
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

  test('50 of 100 are being sold and 30 are: of the 70 that are left 50 may be closed', () => {
    expect(maxCloseable('70', [sold('30')], '30')).toBe('50')
  })

  test('while the position may not show the fill yet, the smaller of both answers counts', () => {
    // Whichever of the two was read later: 100 held and 70 held both leave no more than what is
    // true.
    expect([
      maxCloseable('100', [sold('30')], '0'),
      maxCloseable('70', [sold('30')], '0'),
      maxCloseable('100', [sold('30')], null),
      maxCloseable('70', [sold('30')], null),
    ]).toEqual(['50', '20', '50', '20'])
    // A fill that the position shows and the order does not, and one of which only a part is old
    // enough.
    expect([maxCloseable('70', [sold('0')], '30'), maxCloseable('70', [sold('30')], '10')]).toEqual(
      ['20', '30'],
    )
  })

  test('an order of an amount, of which nobody can say what is left, claims everything still', () => {
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

  test('a sale that is changed needs no more than its rest', () => {
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

  test('of orders of which only one can happen the largest claims, for all of them; a combination of another name claims beside', () => {
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
    // One of them may be changed while the other works: they do not stand in each other's way.
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

describe('rel-036: what an event position and an option position are', () => {
  const event = (outcome: 'yes' | 'no' | null): OrderDraft =>
    draft({
      assetClass: 'event',
      side: 'sell',
      ...shares('100'),
      limitPrice: price('0.40'),
      ...(outcome === null ? {} : { terms: { outcome } }),
    })
  const held = position('100', { assetClass: 'event', outcome: 'yes' })

  test('an event contract closes its own outcome only; without one named it closes nothing', () => {
    expect([
      closes(event('yes'), held),
      closes(event('no'), held),
      closes(event(null), held),
    ]).toEqual([true, false, false])
  })

  const OCC = symbol('AAPL270115C00100000')
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
    ['the same strike, written otherwise', options([legOf({ strike: price('100.00') })]), true],
    ['a put', options([legOf({ type: 'put' })]), false],
    ['a lower strike', options([legOf({ strike: price('99.5') })]), false],
    ['a higher strike', options([legOf({ strike: price('100.5') })]), false],
    ['an unknown strike', options([legOf({ strike: null })]), false],
    ['another expiration', options([legOf({ expiration: '2027-02-19' })]), false],
    ['one of several legs', options([legOf(), legOf({ strike: price('105') })]), false],
    ['shares', options([{ ...legOf(), option: null }]), false],
    ['a position that says nothing of its contract', options(), false],
    ['a position without legs', options([]), false],
  ])('a written call closes %s: %s', (_title, heldPosition, result) => {
    expect(closes(write, heldPosition, contracts)).toBe(result)
  })

  test('a contract that is named by its symbol closes the position of that symbol, and no other', () => {
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

  test('a combination closes nothing, even where its first leg is held, and an order that is nobody’s contract closes nothing', () => {
    const spread = option('sell', [leg('sell', 'call', '100'), leg('buy', 'call', '105')], '1')
    expect(
      decimalText(
        evaluateDraft(spread, { facts: { ...contracts.facts, position: options([legOf()]) } })
          .maxLoss ?? money('0'),
      ),
    ).toBe('500')
    expect(closes(option('sell', []), options([legOf()]), contracts)).toBe(false)
    const covered = option('sell', [
      { symbol: symbol('AAPL'), side: 'sell', quantity: quantity('1'), option: null },
    ])
    expect(closes(covered, options([legOf()]), contracts)).toBe(false)
  })

  test('more contracts than are held close nothing', () => {
    expect(
      closes(
        option('sell', [leg('sell', 'call', '100', '2')], '2', '2'),
        options([legOf()]),
        contracts,
      ),
    ).toBe(false)
  })
})

describe('rel-036: what counts beside the order itself', () => {
  test('an order that is changed is not counted beside its change: not as approved today, not as working', () => {
    const own = order('a')
    const action = {
      kind: 'replace' as const,
      accountId: ACC,
      clientOrderId: own.clientOrderId,
      change: { limitPrice: price('99') },
      before: own,
    }
    const today = (clientOrderId: typeof own.clientOrderId | null) => ({
      symbol: 'AAPL',
      product: 'stock',
      exposure: money('1000'),
      clientOrderId,
    })
    const resultWithin = (usage: PolicyOverrides['usage'], maxDay: string) =>
      evaluateDraft(draft(), { action, policy: { maxDay: money(maxDay) }, usage: usage ?? {} })
        .result
    expect([
      resultWithin({ today: [today(own.clientOrderId)], working: [own] }, '990'),
      resultWithin({ today: [today(own.clientOrderId)], working: [own] }, '989.99'),
    ]).toEqual(['ask', 'deny'])
    // Nor as one of an earlier day that works still.
    expect([
      resultWithin({ working: [own] }, '990'),
      resultWithin({ working: [own, order('b')] }, '1989.99'),
      resultWithin({ working: [own, order('b')] }, '1990'),
    ]).toEqual(['ask', 'deny', 'ask'])
    // Others count as ever, also those that never had an order.
    expect([
      resultWithin({ today: [today(null), today(order('b').clientOrderId)] }, '2990'),
      resultWithin({ today: [today(null), today(order('b').clientOrderId)] }, '2989.99'),
    ]).toEqual(['ask', 'deny'])
  })
})
