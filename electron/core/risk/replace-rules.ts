import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { Order, OrderChange, OrderType } from '../../../shared/domain/orders/order.js'
import type { AlgoChange, AlgoKind, ComboRole } from '../../../shared/domain/orders/order-terms.js'
import type { Denial } from './risk-limits.js'

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

const LABELS: Readonly<Record<keyof OrderChange, string>> = {
  type: 'order type',
  timeInForce: 'time in force',
  quantity: 'quantity',
  limitPrice: 'limit price',
  stopPrice: 'stop price',
  trail: 'trail',
  algo: 'algorithm',
}
const ALGO_LABELS: Readonly<Record<keyof AlgoChange, string>> = {
  targetPercent: 'share of the volume',
  maxPercent: 'most of the volume',
  start: 'start',
  end: 'end',
}

const notReplaceable = (message: string): Denial => ({
  code: 'not-replaceable',
  message: `${message}: cancel it and place another`,
})
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
    : notReplaceable(`A ${type} order of futures keeps its ${LABELS[fixedMember]}`)
}

/**
 * Returns why an algorithm's order cannot be changed in this way: algorithms work market and limit
 * day orders, and the algorithm itself is fixed (TRADING-4.2, TRADING-4.3).
 */
function algoDenial(kind: AlgoKind | 'unknown', change: OrderChange): Denial | null {
  if (kind === 'unknown') {
    return notReplaceable('This order is worked by an algorithm that this desk does not know')
  }
  if (change.type !== undefined && change.type !== 'market' && change.type !== 'limit') {
    return notReplaceable('An algorithm works market and limit orders only')
  }
  if (change.timeInForce !== undefined && change.timeInForce !== 'day') {
    return notReplaceable('An order that an algorithm works is good for the day only')
  }
  const odd = (named(change.algo ?? {}) as (keyof AlgoChange)[]).find(
    (term) => !ALGO_TERMS[kind].includes(term),
  )
  return odd === undefined
    ? null
    : notReplaceable(`${kind.toUpperCase()} has no term like this: ${ALGO_LABELS[odd]}`)
}

/**
 * Returns why the provider does not allow this change of an order (TRADING-4.2, TRADING-4.3,
 * TRADING-4.5); null when it does. The provider checks numbers, money and times itself.
 */
export function replaceDenial(
  order: Pick<Order, 'assetClass' | 'type' | 'terms'>,
  change: OrderChange,
): Denial | null {
  if (order.assetClass === 'crypto') return notReplaceable('Crypto orders cannot be replaced')
  if (order.assetClass === 'futures') return futuresDenial(order, change)
  const { algo, combo } = order.terms ?? {}
  if (algo !== null && algo !== undefined) return algoDenial(algo.kind, change)
  if (change.algo !== undefined) return notReplaceable('This order is not worked by an algorithm')
  if (
    combo === null ||
    combo === undefined ||
    change.type === undefined ||
    change.type === order.type
  ) {
    return null
  }
  if (combo.role === 'unknown') {
    return notReplaceable(
      'This order has a place in its combination that this desk does not know, and keeps its type',
    )
  }
  return ROLE_TYPES[combo.role].includes(change.type)
    ? null
    : notReplaceable(
        `The ${combo.role} order of a combination cannot become a ${change.type} order`,
      )
}

const sameCombo = (a: Order, b: Order): boolean => {
  const [first, second] = [a.terms?.combo ?? null, b.terms?.combo ?? null]
  return (
    first !== null &&
    second !== null &&
    first.clientComboId !== null &&
    first.clientComboId === second.clientComboId &&
    first.comboId === second.comboId
  )
}

/**
 * Returns why several orders cannot be changed in one request; null when they can. The provider
 * accepts only orders of one combination together (TRADING-4.5), and the combination's id has to be
 * known.
 */
export function batchReplaceDenial(orders: readonly Order[]): Denial | null {
  const [first, ...others] = orders
  if (first === undefined || others.length === 0) return null
  const cannot = (message: string): Denial => ({ code: 'not-replaceable', message })
  if (new Set(orders.map(({ clientOrderId }) => clientOrderId)).size < orders.length) {
    return cannot('One order is named twice')
  }
  if (orders.some(({ terms }) => (terms?.combo ?? null) === null)) {
    return cannot(
      'Only orders of one combination are changed together: ask for the others one by one',
    )
  }
  if (orders.some(({ terms }) => (terms?.combo?.clientComboId ?? null) === null)) {
    return cannot(
      'The broker has not told the name of this combination: its orders can be changed one by one',
    )
  }
  if (others.some((other) => other.accountId !== first.accountId || !sameCombo(first, other))) {
    return cannot(
      'These orders belong to different combinations: ask for each combination on its own',
    )
  }
  const ended = orders.find(({ status }) => isFinal(status))
  return ended === undefined
    ? null
    : cannot(
        `The order ${ended.clientOrderId} is ${ended.status} already: all of them are changed, or none`,
      )
}
