import { DEFAULT_POLICIES } from '../../../../../electron/core/instructions/connections/connection-file.js'
import { evaluatePolicy } from '../../../../../electron/core/instructions/policy/policy-engine.js'
import type {
  PolicyFacts,
  PolicyInput,
  PolicyUsage,
  PolicyVerdict,
} from '../../../../../electron/core/instructions/policy/policy-types.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
} from '../../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../../shared/domain/ids.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../../../shared/domain/orders/order.js'
import type { DraftLeg } from '../../../../../shared/domain/orders/order-terms.js'
import type { Quote } from '../../../../../shared/domain/market/quote.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'
import { writtenOut, type WrittenOut } from '../../../../harness/written-out.js'

export const price = (text: string) => asPrice(dec(text))
export const money = (text: string) => asMoney(dec(text))
export const quantity = (text: string) => asQuantity(dec(text))
export const ACC = accountId('ACC')
export const NOW = epochMs(1_000_000_000)

/** A draft that buys ten AAPL at $100, so its exposure is $1,000. */
export const draft = (overrides: Partial<OrderDraft> = {}): OrderDraft => ({
  accountId: ACC,
  assetClass: 'stock',
  symbol: symbol('AAPL'),
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  session: 'core',
  size: { kind: 'quantity', quantity: quantity('10') },
  limitPrice: price('100'),
  stopPrice: null,
  trail: null,
  expireDate: null,
  ...overrides,
})
export const shares = (text: string): Pick<OrderDraft, 'size'> => ({
  size: { kind: 'quantity', quantity: quantity(text) },
})
export const dollars = (text: string): Pick<OrderDraft, 'size' | 'type' | 'limitPrice'> => ({
  size: { kind: 'amount', amount: money(text) },
  type: 'market',
  limitPrice: null,
})
export const MARKET = { type: 'market', limitPrice: null } as const

export const quote = (overrides: Partial<Quote> = {}): Quote =>
  ({
    symbol: symbol('AAPL'),
    last: price('100'),
    bid: price('99.99'),
    ask: price('100'),
    receivedAt: NOW,
    ...overrides,
  }) as Quote
export const position = (size: string, overrides: Partial<Position> = {}): Position =>
  ({
    accountId: ACC,
    positionId: 'P',
    symbol: symbol('AAPL'),
    assetClass: 'stock',
    currency: 'USD',
    quantity: quantity(size),
    ...overrides,
  }) as Position

export const leg = (
  side: 'buy' | 'sell',
  type: 'call' | 'put',
  strike: string,
  contracts = '1',
  expiration = '2027-01-15',
): DraftLeg => ({
  symbol: symbol('AAPL'),
  side,
  quantity: quantity(contracts),
  option: { type, strike: price(strike), expiration },
})
export const option = (
  side: 'buy' | 'sell',
  legs: readonly DraftLeg[],
  limit = '2',
  contracts = '1',
): OrderDraft =>
  draft({
    assetClass: 'option',
    side,
    ...shares(contracts),
    limitPrice: price(limit),
    terms: { legs },
  })

export const order = (id: string, overrides: Partial<Order> = {}): Order => {
  const { size: _size, expireDate: _date, terms: _terms, ...plain } = draft()
  return {
    ...plain,
    clientOrderId: clientOrderId(id),
    orderId: null,
    quantity: quantity('10'),
    amount: null,
    filledQuantity: quantity('0'),
    averageFillPrice: null,
    status: 'working',
    note: null,
    pending: null,
    fees: null,
    ours: true,
    source: 'detail',
    placedAt: NOW,
    updatedAt: NOW,
    ...overrides,
  }
}

/** A policy without effective limits, so that a test can set one at a time. */
export const OPEN_POLICY: Policy = {
  ...DEFAULT_POLICIES.practice,
  maxOrder: money('1000000000'),
  maxDay: money('1000000000'),
  maxSymbolDay: null,
  maxProductDay: null,
  maxQuantity: null,
  ordersPerDay: 1_000,
  maxWorking: 200,
  maxPending: 50,
  maxPerMinute: 60,
  hours: 'any',
}
export const NO_USAGE: PolicyUsage = { pending: [], working: [], today: [], requestTimes: [] }

export interface PolicyOverrides {
  readonly policy?: Partial<Policy> | undefined
  readonly facts?: Partial<PolicyFacts> | undefined
  readonly usage?: Partial<PolicyUsage>
  readonly action?: PolicyInput['action']
  readonly environment?: PolicyInput['environment']
  readonly halted?: boolean
  readonly lockOut?: PolicyInput['lockOut']
}

/**
 * Evaluates the policy for a draft with only the limits and facts that the test sets; the verdict's
 * messages are in English.
 */
export const evaluateDraft = (
  orderDraft: OrderDraft,
  overrides: PolicyOverrides = {},
): WrittenOut<PolicyVerdict> =>
  writtenOut(
    evaluatePolicy({
      environment: overrides.environment ?? 'practice',
      policy: { ...OPEN_POLICY, ...overrides.policy },
      action: overrides.action ?? { kind: 'place', draft: orderDraft },
      halted: overrides.halted ?? false,
      lockOut: overrides.lockOut,
      now: NOW,
      facts: {
        instrument: null,
        quote: quote(),
        quoteAgeMs: 0,
        position: null,
        balance: null,
        multiplier: '1',
        currency: 'USD',
        session: 'regular',
        ...overrides.facts,
      },
      usage: { ...NO_USAGE, ...overrides.usage },
    }),
  )
export const exposureText = (orderDraft: OrderDraft, overrides: PolicyOverrides = {}): string =>
  decimalText(evaluateDraft(orderDraft, overrides).exposure)
export const verdictText = (orderDraft: OrderDraft, overrides: PolicyOverrides = {}): string => {
  const { result, refusal } = evaluateDraft(orderDraft, overrides)
  return refusal === null ? result : `${result} ${refusal.code}`
}

/** What a pending instruction adds to the usage of a connection. */
export const pendingUse = (exposure: string, orderDraft = draft()) => ({
  action: { kind: 'place' as const, draft: orderDraft },
  exposure: money(exposure),
})
/** What an order approved today adds to the usage of a connection. */
export const todayUse = (
  exposure: string,
  overrides: Partial<{ symbol: string; product: string }> = {},
) => ({
  symbol: 'AAPL',
  product: 'stock',
  exposure: money(exposure),
  clientOrderId: null,
  ...overrides,
})
