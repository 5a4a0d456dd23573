import { describe, expect, test } from 'vitest'
import { accountId, symbol } from '../../../../../shared/domain/ids.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import {
  ACC,
  draft,
  dollars,
  evaluateDraft,
  money,
  NOW,
  option,
  leg,
  order,
  price,
  quantity,
  quote,
  shares,
  type PolicyOverrides,
} from './policy-fixture.js'

const pending = (exposure: string) => ({
  action: { kind: 'place' as const, draft: draft() },
  exposure: money(exposure),
})
const before = order('a')
const CANCEL = {
  kind: 'cancel' as const,
  accountId: ACC,
  clientOrderId: before.clientOrderId,
  before,
}
/** Every rule with its number in it. */
const LIMITS: PolicyOverrides = {
  policy: {
    maxOrder: money('5000'),
    maxDay: money('6000'),
    maxSymbolDay: money('7000'),
    maxProductDay: money('8000'),
    ordersPerDay: 30,
    maxQuantity: quantity('40'),
    maxWorking: 9,
    maxPending: 8,
    maxPerMinute: 7,
    hours: 'regular',
  },
  usage: { pending: [pending('100')], working: [before], requestTimes: [NOW] },
}
const ruleTexts = (overrides: PolicyOverrides = LIMITS, orderDraft = draft()) =>
  evaluateDraft(orderDraft, overrides).rules.map(
    ({ rule, text, result }) => `${rule} ${result}: ${text}`,
  )

describe('CONFIRM-26: the rules on a card', () => {
  test('show each passed rule with its numbers, and last that a person decides', () => {
    expect(ruleTexts()).toEqual([
      'halt passed: Trading is not halted',
      'account passed: The account is open to this assistant',
      'action passed: Allowed to request new orders',
      'product passed: The product is allowed: stock',
      'symbol passed: The symbol is allowed',
      'hours passed: Within its trading hours',
      'per-minute passed: 2 of 7 per minute',
      'pending passed: 2 of 8 pending',
      'orders-per-day passed: 2 of 30 orders per day',
      'working passed: 3 of 9 working orders',
      'per-order passed: Order value $1,000.00 (limit $5,000.00)',
      'per-day passed: $2,100.00 of $6,000.00 per day',
      'per-symbol passed: $2,100.00 of $7,000.00 per day in AAPL',
      'per-product passed: $2,100.00 of $8,000.00 per day in this product: stock',
      'quantity passed: At most 40 per order',
      'ask asks: Manual approval required',
    ])
  })

  test('check a cancel for account, action and rate only, and need approval', () => {
    const verdict = evaluateDraft(draft(), { ...LIMITS, action: CANCEL })
    expect(verdict).toMatchObject({
      result: 'ask',
      refusal: null,
      dangers: [],
      tier: 'plain',
      exposure: money('0'),
      maxLoss: money('0'),
    })
    expect(ruleTexts({ ...LIMITS, action: CANCEL })).toEqual([
      'account passed: The account is open to this assistant',
      'action passed: Allowed to request cancellations',
      'per-minute passed: 2 of 7 per minute',
      'pending passed: 2 of 8 pending',
      'ask asks: Manual approval required',
    ])
  })

  const denials: readonly (readonly [string, PolicyOverrides, string])[] = [
    ['halt', { halted: true }, 'Trading is halted'],
    [
      'account',
      { policy: { accounts: [accountId('OTHER')] } },
      'This account is not open to this assistant',
    ],
    [
      'action',
      { policy: { may: { place: false, replace: true, cancel: true } } },
      'This assistant may not request new orders',
    ],
    [
      'product',
      { policy: { products: ['option'] } },
      'This assistant may not trade this product: stock',
    ],
    [
      'symbol',
      { policy: { symbols: [symbol('MSFT')] } },
      'AAPL is not on this assistant’s list of symbols',
    ],
    [
      'hours',
      { policy: { hours: 'regular' }, facts: { session: 'closed' } },
      'This assistant may trade in the regular session only',
    ],
    [
      'hours',
      { policy: { hours: 'extended' }, facts: { session: 'closed' } },
      'This assistant may trade in regular and extended hours only',
    ],
    [
      'per-minute',
      { policy: { maxPerMinute: 1 }, usage: { requestTimes: [NOW] } },
      'More than 1 request within a minute',
    ],
    [
      'pending',
      { policy: { maxPending: 1 }, usage: { pending: [pending('1')] } },
      '1 instruction is pending already',
    ],
    [
      'orders-per-day',
      { policy: { ordersPerDay: 1 }, usage: { pending: [pending('1')] } },
      'With what is pending and was approved today this makes 2 orders, over the limit of 1 per day',
    ],
    [
      'working',
      { policy: { maxWorking: 2 }, usage: { pending: [pending('1')], working: [before] } },
      '2 orders are working or pending already',
    ],
    [
      'per-order',
      { policy: { maxOrder: money('999.99') } },
      'Order value $1,000.00, over the limit of $999.99 per order',
    ],
    [
      'per-day',
      { policy: { maxDay: money('999.99') } },
      'With what is pending, works and was approved today this makes $1,000.00, over the limit of $999.99 per day',
    ],
    [
      'per-symbol',
      { policy: { maxSymbolDay: money('999.99') } },
      'With what is pending, works and was approved today this makes $1,000.00, over the limit of $999.99 per day in AAPL',
    ],
    [
      'per-product',
      { policy: { maxProductDay: money('999.99') } },
      'With what is pending, works and was approved today this makes $1,000.00, over the limit of $999.99 per day in this product: stock',
    ],
    [
      'quantity',
      { policy: { maxQuantity: quantity('9') } },
      'A quantity of 10 is over the limit of 9 per order',
    ],
  ]
  test.each(denials)(
    '%s: give the person and the assistant the same reason of a denial, once',
    (rule, overrides, why) => {
      const verdict = evaluateDraft(draft(), overrides)
      expect(verdict).toMatchObject({
        result: 'deny',
        refusal: { message: why },
        dangers: [],
        tier: 'plain',
      })
      expect(verdict.rules.filter(({ result }) => result !== 'passed')).toEqual([
        { rule, text: why, result: 'denied' },
      ])
    },
  )

  test('give the first denial as the reason, and request no approval then', () => {
    const { refusal, rules } = evaluateDraft(draft(), {
      halted: true,
      policy: { accounts: [], maxOrder: money('1') },
    })
    expect(refusal).toEqual({ code: 'halted', message: 'Trading is halted' })
    expect(rules.filter(({ result }) => result === 'denied').map(({ rule }) => rule)).toEqual([
      'halt',
      'account',
      'per-order',
    ])
    expect(rules.map(({ rule }) => rule)).not.toContain('ask')
  })

  test('round up an excess of less than a cent so that it does not read like the limit', () => {
    expect(
      evaluateDraft(draft({ limitPrice: price('100.0001') }), {
        policy: { maxOrder: money('1000') },
      }).refusal?.message,
    ).toBe('Order value $1,000.01, over the limit of $1,000.00 per order')
  })

  test('group thousands in money, quantities and numbers of orders', () => {
    const texts = evaluateDraft(draft(shares('12345.5')), {
      policy: {
        maxOrder: money('1234550'),
        maxDay: money('2000000'),
        maxQuantity: quantity('20000'),
        ordersPerDay: 1_000,
      },
    }).rules.map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Order value $1,234,550.00 (limit $1,234,550.00)',
        '$1,234,550.00 of $2,000,000.00 per day',
        'At most 20,000 per order',
        '1 of 1,000 orders per day',
      ]),
    )
    expect(texts.filter((text) => /\d{4}/.test(text))).toEqual([])
    expect(
      evaluateDraft(draft(shares('12345.5')), { policy: { maxQuantity: quantity('1000') } }).refusal
        ?.message,
    ).toBe('A quantity of 12,345.5 is over the limit of 1,000 per order')
  })

  test('fit into a record however long a name is', () => {
    const long = symbol('X'.repeat(300))
    const { rules } = evaluateDraft(draft({ symbol: long }), {
      policy: { symbols: [symbol('AAPL')] },
    })
    expect(Math.max(...rules.map(({ text }) => text.length))).toBeLessThanOrEqual(200)
  })

  test('name an order that cannot be valued, with the exposure as far as known', () => {
    const verdict = evaluateDraft(draft({ type: 'market', limitPrice: null }), {
      facts: { quote: null },
    })
    expect(verdict.rules.at(-1)).toEqual({
      rule: 'worth',
      text: 'There is no price of AAPL to value this order by; request again when there is a quote',
      result: 'denied',
    })
    expect(verdict).toMatchObject({ exposure: money('0'), maxLoss: null })
    expect(evaluateDraft(draft(), { policy: { maxOrder: money('1') } })).toMatchObject({
      exposure: money('1000'),
      maxLoss: money('1000'),
    })
  })

  test('deny an order that is priced in another currency than the limits', () => {
    const pair = draft({
      assetClass: 'crypto',
      symbol: symbol('ETHBTC'),
      ...shares('100'),
      limitPrice: price('0.05'),
    })
    const verdict = evaluateDraft(pair, {
      facts: { currency: 'BTC', quote: quote({ symbol: symbol('ETHBTC') }) },
    })
    const why = 'ETHBTC is priced in BTC, and the limits of assistants are in USD'
    expect(verdict).toMatchObject({
      result: 'deny',
      refusal: { code: 'not-allowed', message: why },
      exposure: money('0'),
    })
    expect(verdict.rules.at(-1)).toEqual({ rule: 'currency', text: why, result: 'denied' })
    expect(evaluateDraft(pair).rules.map(({ rule }) => rule)).not.toContain('currency')
    expect(evaluateDraft(draft(), { action: CANCEL, facts: { currency: 'EUR' } }).result).toBe(
      'ask',
    )
  })

  test('deny a change whose result cannot be evaluated', () => {
    const amount = order('b', { quantity: null, amount: money('100') })
    const verdict = evaluateDraft(draft(), {
      action: {
        kind: 'replace',
        accountId: ACC,
        clientOrderId: amount.clientOrderId,
        change: { limitPrice: price('99') },
        before: amount,
      },
    })
    const why = 'This order cannot be replaced: its value would be unknown'
    expect(verdict).toMatchObject({ result: 'deny', refusal: { code: 'invalid', message: why } })
    expect(verdict.rules.at(-1)).toEqual({ rule: 'worth', text: why, result: 'denied' })
  })
})

describe('CONFIRM-33: an auto-approve rule', () => {
  const allow = [
    {
      symbol: symbol('AAPL'),
      maxOrder: money('1000'),
      total: money('1000000'),
      used: money('0'),
      until: epochMs(NOW + 1),
    },
  ] as unknown as NonNullable<NonNullable<PolicyOverrides['policy']>['allow']>
  const rich = { netLiquidation: quantity('1000000') } as unknown as NonNullable<
    PolicyOverrides['facts']
  >['balance']
  const evaluateWithRule = (overrides: PolicyOverrides = {}, orderDraft = draft()) =>
    evaluateDraft(orderDraft, {
      ...overrides,
      policy: { ...overrides.policy, allow: overrides.policy?.allow ?? allow },
      facts: { balance: rich ?? null, ...overrides.facts },
    })

  test('is named on the card in place of the required approval', () => {
    expect(evaluateWithRule()).toMatchObject({ result: 'allow', refusal: null })
    expect(evaluateWithRule().rules.at(-1)).toEqual({
      rule: 'allow',
      text: 'Approved by an auto-approve rule of this assistant',
      result: 'passed',
    })
  })

  test('approves nothing in production', () => {
    expect([
      evaluateWithRule({ environment: 'practice' }).result,
      evaluateWithRule({ environment: 'sandbox' }).result,
      evaluateWithRule({ environment: 'production' }).result,
    ]).toEqual(['allow', 'allow', 'ask'])
  })

  test('approves only its symbol, amount and period, and only new orders without danger', () => {
    expect(evaluateWithRule({}, draft({ symbol: symbol('MSFT') })).result).toBe('ask')
    expect([
      evaluateWithRule({}, draft({ limitPrice: price('100.01') })).result,
      evaluateWithRule({}, draft(shares('9'))).result,
    ]).toEqual(['ask', 'allow'])
    expect(
      evaluateDraft(draft(), {
        policy: { allow: allow?.map((rule) => ({ ...rule, until: NOW })) ?? [] },
        facts: { balance: rich ?? null },
      }).result,
    ).toBe('ask')
    expect(evaluateWithRule({ facts: { balance: null } }).result).toBe('ask')
    expect(
      evaluateWithRule({
        action: {
          kind: 'replace',
          accountId: ACC,
          clientOrderId: before.clientOrderId,
          change: { limitPrice: price('99') },
          before,
        },
      }).result,
    ).toBe('ask')
    expect(evaluateWithRule({}, draft(dollars('500'))).result).toBe('allow')
  })

  test('approves the product that its symbol names, and no other of the same symbol', () => {
    const resultFor = (assetClass: 'stock' | 'crypto') =>
      evaluateWithRule({}, draft({ assetClass })).result
    expect([resultFor('stock'), resultFor('crypto')]).toEqual(['allow', 'ask'])
  })

  test('approves no option under the symbol of the shares', () => {
    // Bought for $200, with a limit of $1,000: the same amount of shares is approved.
    const call = option('buy', [leg('buy', 'call', '120')])
    expect(evaluateWithRule({ facts: { multiplier: '100' } }, call)).toMatchObject({
      result: 'ask',
      tier: 'plain',
      exposure: money('200'),
    })
    expect(evaluateWithRule({ facts: { multiplier: '100' } }, draft(dollars('200'))).result).toBe(
      'allow',
    )
  })
})

describe('REL-36: symbols that a policy allows', () => {
  test("allow a plain symbol only by itself, though it looks like another one's root", () => {
    const only = (list: readonly string[]): PolicyOverrides => ({
      policy: { symbols: list.map(symbol) },
      facts: { multiplier: '100', quote: quote() },
    })
    expect(evaluateDraft(draft({ symbol: symbol('AAPLW') }), only(['AAPL'])).refusal?.code).toBe(
      'not-allowed',
    )
    expect(
      evaluateDraft(
        option('buy', [{ ...leg('buy', 'call', '100'), symbol: symbol('AAPL270115C00100000') }]),
        only(['AAPL']),
      ).refusal,
    ).toBeNull()
  })
})
