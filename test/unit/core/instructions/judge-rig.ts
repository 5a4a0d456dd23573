import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connection-file.js'
import { judgePolicy } from '../../../../electron/core/instructions/judge.js'
import type {
  PolicyFacts,
  PolicyInput,
  PolicyUsage,
  PolicyVerdict,
} from '../../../../electron/core/instructions/policy-port.js'
import {
  asMoney,
  asPrice,
  asQuantity,
  dec,
  decimalText,
} from '../../../../shared/domain/decimal.js'
import { accountId, clientOrderId, symbol } from '../../../../shared/domain/ids.js'
import type { Position } from '../../../../shared/domain/account.js'
import type { Order, OrderDraft } from '../../../../shared/domain/order.js'
import type { DraftLeg } from '../../../../shared/domain/order-terms.js'
import type { Quote } from '../../../../shared/domain/quote.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { Policy } from '../../../../shared/ipc/instructions.js'

export const price = (text: string) => asPrice(dec(text))
export const money = (text: string) => asMoney(dec(text))
export const quantity = (text: string) => asQuantity(dec(text))
export const ACC = accountId('ACC')
export const NOW = epochMs(1_000_000_000)

/** Buys ten AAPL at a hundred dollars: worth a thousand. */
export const draft = (more: Partial<OrderDraft> = {}): OrderDraft => ({
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
  ...more,
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

export const quote = (more: Partial<Quote> = {}): Quote =>
  ({
    symbol: symbol('AAPL'),
    last: price('100'),
    bid: price('99.99'),
    ask: price('100'),
    receivedAt: NOW,
    ...more,
  }) as Quote
export const position = (held: string, more: Partial<Position> = {}): Position =>
  ({
    accountId: ACC,
    positionId: 'P',
    symbol: symbol('AAPL'),
    assetClass: 'stock',
    currency: 'USD',
    quantity: quantity(held),
    ...more,
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

export const order = (id: string, more: Partial<Order> = {}): Order => {
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
    ...more,
  }
}

/** Every limit out of the way, so that one at a time can be put in it. */
export const OPEN: Policy = {
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
export const NOTHING: PolicyUsage = { pending: [], working: [], today: [], asked: [] }

export interface Asking {
  readonly policy?: Partial<Policy>
  readonly facts?: Partial<PolicyFacts>
  readonly usage?: Partial<PolicyUsage>
  readonly action?: PolicyInput['action']
  readonly environment?: PolicyInput['environment']
  readonly halted?: boolean
}

/** What the policy says to a draft, with nothing in its way but what the test puts there. */
export const judge = (of: OrderDraft, more: Asking = {}): PolicyVerdict =>
  judgePolicy({
    environment: more.environment ?? 'practice',
    policy: { ...OPEN, ...more.policy },
    action: more.action ?? { kind: 'place', draft: of },
    halted: more.halted ?? false,
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
      ...more.facts,
    },
    usage: { ...NOTHING, ...more.usage },
  })
export const worth = (of: OrderDraft, more: Asking = {}): string =>
  decimalText(judge(of, more).worth)
export const said = (of: OrderDraft, more: Asking = {}): string => {
  const { result, refusal } = judge(of, more)
  return refusal === null ? result : `${result} ${refusal.code}`
}
