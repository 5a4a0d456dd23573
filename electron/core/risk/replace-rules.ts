import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { Order, OrderChange } from '../../../shared/domain/orders/order.js'
import type { OrderType, AlgoKind, ComboRole } from '../../../shared/domain/orders/order-types.js'
import type { AlgoChange } from '../../../shared/domain/orders/order-terms.js'
import type { Denial } from './risk-limits.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

interface Changeable {
  readonly members: readonly (keyof OrderChange)[]
  /** The type that the order may be changed to; null for none. */
  readonly becomes: OrderType | null
}

/** The members of a futures order that can be replaced, by order type (TRADING-4.5). */
const FUTURES: Readonly<Partial<Record<OrderType, Changeable>>> = {
  market: { members: ['quantity'], becomes: null },
  limit: { members: ['timeInForce', 'quantity', 'limitPrice'], becomes: 'market' },
  stop: { members: ['timeInForce', 'quantity', 'stopPrice'], becomes: 'market' },
  'stop-limit': {
    members: ['timeInForce', 'quantity', 'limitPrice', 'stopPrice'],
    becomes: 'limit',
  },
  'trailing-stop': { members: ['trail'], becomes: null },
}

/** The order types allowed for each role in a combination (TRADING-4.3). */
const ROLE_TYPES: Readonly<Record<ComboRole, readonly OrderType[]>> = {
  master: ['market', 'limit', 'stop', 'stop-limit'],
  'take-profit': ['limit'],
  'stop-loss': ['stop'],
  oto: ['market', 'limit', 'stop', 'stop-limit'],
  oco: ['limit', 'stop', 'stop-limit'],
  otoco: ['limit', 'stop', 'stop-limit'],
}

/** The terms of each algorithm (TRADING-4.2). */
const ALGO_TERMS: Readonly<Record<AlgoKind, readonly (keyof AlgoChange)[]>> = {
  twap: ['maxPercent', 'start', 'end'],
  vwap: ['maxPercent', 'start', 'end'],
  pov: ['targetPercent', 'start', 'end'],
}

const notReplaceable = (reason: Message): Denial => ({ code: 'not-replaceable', message: reason })
const named = (change: object): string[] =>
  Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))

function futuresDenial({ type }: Pick<Order, 'type'>, change: OrderChange): Denial | null {
  const rule = FUTURES[type]
  const requested = named(change) as (keyof OrderChange)[]
  const fixedMember = requested.find((member) =>
    member === 'type'
      ? change.type !== type && change.type !== rule?.becomes
      : rule?.members.includes(member) !== true,
  )
  return fixedMember === undefined
    ? null
    : notReplaceable(message('risk.futuresFixed', { type, member: fixedMember }))
}

/**
 * Returns why an algorithm's order cannot be changed in this way: algorithms work market and limit
 * day orders, and the algorithm itself is fixed (TRADING-4.2, TRADING-4.3).
 */
function algoDenial(kind: AlgoKind | 'unknown', change: OrderChange): Denial | null {
  if (kind === 'unknown') {
    return notReplaceable(message('risk.algoUnknown'))
  }
  if (change.type !== undefined && change.type !== 'market' && change.type !== 'limit') {
    return notReplaceable(message('risk.algoTypes'))
  }
  if (change.timeInForce !== undefined && change.timeInForce !== 'day') {
    return notReplaceable(message('risk.algoDayOnly'))
  }
  const odd = (named(change.algo ?? {}) as (keyof AlgoChange)[]).find(
    (term) => !ALGO_TERMS[kind].includes(term),
  )
  return odd === undefined
    ? null
    : notReplaceable(message('risk.algoTerm', { algo: kind, member: odd }))
}

/**
 * Returns why the provider does not allow this change of an order (TRADING-4.2, TRADING-4.3,
 * TRADING-4.5); null when it does. The provider checks numbers, money and times itself.
 */
export function replaceDenial(
  order: Pick<Order, 'assetClass' | 'type' | 'terms'>,
  change: OrderChange,
): Denial | null {
  if (order.assetClass === 'crypto') return notReplaceable(message('risk.cryptoFixed'))
  if (order.assetClass === 'futures') return futuresDenial(order, change)
  const { algo, combo } = order.terms ?? {}
  if (algo !== null && algo !== undefined) return algoDenial(algo.kind, change)
  if (change.algo !== undefined) return notReplaceable(message('risk.noAlgo'))
  if (
    combo === null ||
    combo === undefined ||
    change.type === undefined ||
    change.type === order.type
  ) {
    return null
  }
  if (combo.role === 'unknown') {
    return notReplaceable(message('risk.comboRoleUnknown'))
  }
  return ROLE_TYPES[combo.role].includes(change.type)
    ? null
    : notReplaceable(message('risk.comboRoleType', { role: combo.role, type: change.type }))
}

/** True when two orders belong to the same combination. */
const sameCombo = ({ terms: a }: Order, { terms: b }: Order): boolean =>
  a?.combo?.clientComboId === b?.combo?.clientComboId && a?.combo?.comboId === b?.combo?.comboId

/**
 * Returns why several orders cannot be changed in one request; null when they can. The provider
 * accepts only orders of one combination together (TRADING-4.5), and the combination's id has to be
 * known.
 */
export function batchReplaceDenial(orders: readonly Order[]): Denial | null {
  const [first, ...otherOrders] = orders
  if (first === undefined || otherOrders.length === 0) return null
  if (new Set(orders.map(({ clientOrderId }) => clientOrderId)).size < orders.length) {
    return notReplaceable(message('risk.orderTwice'))
  }
  const combos = orders.map(({ terms }) => terms?.combo ?? null)
  if (combos.includes(null)) return notReplaceable(message('risk.comboOnly'))
  if (combos.some((combo) => combo?.clientComboId === null)) {
    return notReplaceable(message('risk.comboIdUnknown'))
  }
  if (
    otherOrders.some((other) => other.accountId !== first.accountId || !sameCombo(first, other))
  ) {
    return notReplaceable(message('risk.severalCombos'))
  }
  const ended = orders.find(({ status }) => isFinal(status))
  return ended === undefined
    ? null
    : notReplaceable(
        message('risk.comboMemberEnded', {
          clientOrderId: ended.clientOrderId,
          status: ended.status,
        }),
      )
}
