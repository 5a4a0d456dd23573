import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluatePolicy } from '../../../electron/core/instructions/policy/policy-engine.js'
import { DEFAULT_POLICIES } from '../../../electron/core/instructions/connections/connection-file.js'
import type { PolicyInput } from '../../../electron/core/instructions/policy/policy-types.js'
import {
  add,
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
  eq,
  fromInteger,
  lte,
  mul,
} from '../../../shared/domain/decimal.js'
import { ENVIRONMENTS } from '../../../shared/domain/environment.js'
import { accountId, clientOrderId, symbol } from '../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { Policy } from '../../../shared/domain/instructions/policy.schema.js'
import { runs } from '../../harness/system/effort.js'

const draft = (more: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: accountId('ACC'),
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: asQuantity(dec('10')) },
  limitPrice: asPrice(dec('100')),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...more,
})
const price = (text: string) => asPrice(dec(text))
const money = (text: string) => asMoney(dec(text))
const quote = {
  symbol: symbol('AAPL'),
  last: price('100'),
  bid: price('99.99'),
  ask: price('100'),
  receivedAt: epochMs(0),
  session: null,
  time: null,
  bidSize: null,
  askSize: null,
  open: null,
  high: null,
  low: null,
  previousClose: null,
  change: null,
  changeRatio: null,
  volume: null,
  turnover: null,
}
const base = (
  order: OrderDraft,
  policy: Partial<Policy> = {},
  more: Partial<PolicyInput> = {},
): PolicyInput => ({
  environment: 'practice',
  policy: { ...DEFAULT_POLICIES.practice, ...policy },
  action: { kind: 'place', draft: order },
  halted: false,
  now: epochMs(1_000_000),
  facts: {
    instrument: null,
    quote,
    quoteAgeMs: 0,
    position: null,
    balance: null,
    multiplier: '1',
    currency: 'USD',
    session: 'regular',
  },
  usage: { pending: [], working: [], today: [], requestTimes: [] },
  ...more,
})
const market = { type: 'market', limitPrice: null } as const
const exposureOf = (order: OrderDraft, multiplier = '1'): string => {
  const input = base(order, {
    maxOrder: money('100000000'),
    maxDay: money('100000000'),
    maxQuantity: null,
  })
  return decimalText(evaluatePolicy({ ...input, facts: { ...input.facts, multiplier } }).exposure)
}
const leg = (side: 'buy' | 'sell', type: 'call' | 'put', strike: string) => ({
  symbol: symbol('AAPL'),
  side,
  quantity: asQuantity(dec('1')),
  option: { type, strike: price(strike), expiration: '2027-01-15' },
})
const option = (
  side: 'buy' | 'sell',
  legs: readonly ReturnType<typeof leg>[],
  limit = '2',
): OrderDraft =>
  draft({
    assetClass: 'option',
    side,
    size: { kind: 'quantity', quantity: asQuantity(dec('1')) },
    limitPrice: price(limit),
    terms: { legs },
  })

describe('REL-36: the policy of an assistant', () => {
  test.each([
    ['a tick below', '999.99', 'ask'],
    ['at the limit', '1000', 'ask'],
    ['a tick above', '1000.01', 'deny'],
  ])('checks the limit per order, %s', (_what, amount, result) => {
    const order = draft({ ...market, size: { kind: 'amount', amount: money(amount) } })
    expect(evaluatePolicy(base(order, { maxOrder: money('1000') })).result).toBe(result)
    expect(evaluatePolicy(base(order, { maxDay: money('1000') })).result).toBe(result)
    expect(evaluatePolicy(base(order, { maxSymbolDay: money('1000') })).result).toBe(result)
    expect(evaluatePolicy(base(order, { maxProductDay: money('1000') })).result).toBe(result)
  })

  test('values each product by the exposure that it can reach', () => {
    expect(exposureOf(draft(market))).toBe('1020')
    expect(exposureOf(draft({ side: 'short' }))).toBe('2040')
    expect(exposureOf(option('buy', [leg('buy', 'call', '100')]), '100')).toBe('200')
    expect(exposureOf(option('sell', [leg('sell', 'put', '100')]), '100')).toBe('9800')
    expect(
      exposureOf(option('sell', [leg('sell', 'call', '100'), leg('buy', 'call', '105')]), '100'),
    ).toBe('300')
    expect(exposureOf(draft({ assetClass: 'event', limitPrice: price('0.40') }))).toBe('4')
    expect(exposureOf(draft({ assetClass: 'futures', limitPrice: price('5000') }), '50')).toBe(
      '2500000',
    )
  })

  test('reports no maximum loss for an uncovered call and a short sale', () => {
    const open = { maxOrder: money('100000000'), maxDay: money('100000000') }
    const naked = evaluatePolicy({
      ...base(option('sell', [leg('sell', 'call', '100')]), open),
      facts: { ...base(draft()).facts, multiplier: '100' },
    })
    expect([naked.maxLoss, naked.dangers.map(({ code }) => code)]).toEqual([
      null,
      expect.arrayContaining(['uncovered-option', 'unlimited-loss']),
    ])
    expect(
      evaluatePolicy(base(draft({ side: 'short' }), open)).dangers.map(({ code }) => code),
    ).toEqual(expect.arrayContaining(['short-sale', 'unlimited-loss']))
  })

  test('refuses a market order without a price', () => {
    const input = base(draft(market))
    expect(evaluatePolicy({ ...input, facts: { ...input.facts, quote: null } })).toMatchObject({
      result: 'deny',
      refusal: { code: 'unavailable' },
    })
  })

  test('counts pending, working and approved orders together, and a replaced order once', () => {
    const id = clientOrderId('a'.repeat(32))
    const { size: _size, expireDate: _date, terms: _terms, ...plain } = draft()
    const order: Order = {
      ...plain,
      clientOrderId: id,
      orderId: null,
      quantity: asQuantity(dec('10')),
      amount: null,
      filledQuantity: asQuantity(dec('0')),
      averageFillPrice: null,
      status: 'working',
      note: null,
      pending: null,
      fees: null,
      ours: true,
      source: 'detail',
      placedAt: epochMs(0),
      updatedAt: epochMs(0),
    }
    const usage = {
      pending: [{ action: { kind: 'place' as const, draft: draft() }, exposure: money('1000') }],
      working: [order],
      today: [{ symbol: 'AAPL', product: 'stock', exposure: money('1000'), clientOrderId: null }],
      requestTimes: [],
    }
    expect(evaluatePolicy(base(draft(), { maxDay: money('4000') }, { usage })).result).toBe('ask')
    expect(evaluatePolicy(base(draft(), { maxDay: money('3999.99') }, { usage })).result).toBe(
      'deny',
    )
    const action = {
      kind: 'replace' as const,
      accountId: accountId('ACC'),
      clientOrderId: id,
      change: { limitPrice: price('100') },
      before: order,
    }
    expect(evaluatePolicy(base(draft(), { maxDay: money('3000') }, { usage, action })).result).toBe(
      'ask',
    )
    const cancel = {
      kind: 'cancel' as const,
      accountId: accountId('ACC'),
      clientOrderId: id,
      before: order,
    }
    expect(
      evaluatePolicy(
        base(
          draft(),
          { maxOrder: money('0'), maxDay: money('0') },
          { usage, action: cancel, halted: true },
        ),
      ).result,
    ).toBe('ask')
  })

  test("CONFIRM-33: never approves over a limit, in production, or after the rule's end", () => {
    let approvedCount = 0
    // An account in which no order is dangerous by its share of it.
    const rich = { netLiquidation: money('1000000000') } as unknown as NonNullable<
      PolicyInput['facts']['balance']
    >
    fc.assert(
      fc.property(
        fc.constantFrom(...ENVIRONMENTS),
        fc.integer({ min: 1, max: 400 }),
        fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 4_000 })),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 0, max: 6_000_000 }),
        fc.integer({ min: 0, max: 3_000_000 }),
        fc.boolean(),
        (environment, shares, cents, maxOrderCents, rule, until, total, used, halted) => {
          const order = draft({
            size: { kind: 'quantity', quantity: asQuantity(fromInteger(shares)) },
            limitPrice: asPrice(fromInteger(cents, 2)),
          })
          const [maxOrder, allowed] = [
            asMoney(fromInteger(maxOrderCents, 2)),
            asMoney(fromInteger(rule, 2)),
          ]
          const input = base(
            order,
            {
              maxOrder,
              maxDay: maxOrder,
              allow: [
                {
                  symbol: symbol('AAPL'),
                  maxOrder: allowed,
                  total: asMoney(fromInteger(total, 2)),
                  used: asMoney(fromInteger(used, 2)),
                  until: epochMs(until),
                },
              ],
            },
            { environment, halted },
          )
          const verdict = evaluatePolicy({ ...input, facts: { ...input.facts, balance: rich } })
          const value = mul(fromInteger(shares), fromInteger(cents, 2))
          if (verdict.result !== 'deny') {
            expect(lte(value, maxOrder) && !halted && eq(verdict.exposure, value)).toBe(true)
          }
          if (verdict.result === 'allow') {
            approvedCount += 1
            expect(
              environment !== 'production' &&
                until > 1_000_000 &&
                lte(value, allowed) &&
                lte(add(value, fromInteger(used, 2)), fromInteger(total, 2)) &&
                verdict.tier === 'plain',
            ).toBe(true)
          }
          if (lte(add(maxOrder, asMoney(dec('0.01'))), value)) expect(verdict.result).toBe('deny')
        },
      ),
      { numRuns: runs(500, 50_000) },
    )
    // Without approvals, the rules above would hold for nothing.
    expect(approvedCount).toBeGreaterThan(0)
  })
})
