import {
  add,
  gt,
  isPositive,
  lte,
  ZERO_QUANTITY,
  asQuantity,
  type Price,
  type Quantity,
} from '../decimal.js'
import { tradesSame } from '../instruments/instrument-key.js'
import type { ComboRole, OrderType } from './order-types.js'
import type { ComboDraft, Order, OrderDraft } from './order.js'

/**
 * What a combination does (TRADING-4.3). `bracket`: an entry with exits that begin to work when it
 * fills. `protection`: the same exits for a position that is held. `oto`: an order that starts
 * others. `oco`: orders of which one fill cancels the others. `otoco`: an order that starts such
 * orders.
 */
export const COMBO_KINDS = ['bracket', 'protection', 'oto', 'oco', 'otoco'] as const
export type ComboKind = (typeof COMBO_KINDS)[number]

/** Reasons why a combination cannot be sent. The list is closed: each has a message. */
export const COMBO_PROBLEMS = [
  'roles-mixed',
  'order-count',
  'type-not-allowed',
  'products-mixed',
  'product-not-offered',
  'account-mixed',
  'quantity-only',
  'algorithm-not-offered',
  'exit-symbol',
  'exit-side',
  'exit-quantity',
  'target-not-winning',
  'stop-not-losing',
  'stop-not-below-target',
] as const
export type ComboProblem = (typeof COMBO_PROBLEMS)[number]

/** One error of a combination. `member`: its order's index; null for all of them. */
export interface ComboFinding {
  readonly problem: ComboProblem
  readonly member: number | null
}

/** The order types of a role and how many of its orders there are. */
interface RoleRule {
  readonly types: readonly OrderType[]
  readonly min: number
  readonly max: number
}

const ENTRY_TYPES: readonly OrderType[] = ['market', 'limit', 'stop', 'stop-limit']
const EITHER_TYPES: readonly OrderType[] = ['limit', 'stop', 'stop-limit']
/** The highest number of orders that one order starts, and of orders of which one fills. */
const MAX_LINKED = 6
const TAKE_PROFIT: RoleRule = { types: ['limit'], min: 0, max: 1 }
const STOP_LOSS: RoleRule = { types: ['stop'], min: 0, max: 1 }
const ENTRY: RoleRule = { types: ENTRY_TYPES, min: 1, max: 1 }

/** The orders of each kind, by role (TRADING-4.3). */
const RULES: Readonly<Record<ComboKind, Readonly<Partial<Record<ComboRole, RoleRule>>>>> = {
  bracket: {
    master: { types: ['market', 'limit'], min: 1, max: 1 },
    'take-profit': TAKE_PROFIT,
    'stop-loss': STOP_LOSS,
  },
  protection: { 'take-profit': TAKE_PROFIT, 'stop-loss': STOP_LOSS },
  oto: { master: ENTRY, oto: { types: ENTRY_TYPES, min: 1, max: MAX_LINKED } },
  oco: { oco: { types: EITHER_TYPES, min: 2, max: MAX_LINKED } },
  otoco: { master: ENTRY, otoco: { types: EITHER_TYPES, min: 1, max: MAX_LINKED } },
}

/** The roles that end a position: one of them fills and cancels the other. */
export const isExitRole = (role: ComboRole): boolean =>
  role === 'take-profit' || role === 'stop-loss'

/** True for the roles of orders of which one fill cancels the others. */
export const isExclusiveRole = (role: ComboRole): boolean => role === 'oco' || role === 'otoco'

/** Returns the order types that a role of a combination may have. */
export const comboTypes = (kind: ComboKind, role: ComboRole): readonly OrderType[] =>
  RULES[kind][role]?.types ?? []

/** Returns the kind that these roles form; null when they form none. */
export function comboKind(roles: readonly ComboRole[]): ComboKind | null {
  const present = new Set(roles)
  const fits = (kind: ComboKind): boolean => {
    const isComplete = Object.entries(RULES[kind]).every(
      ([role, { min }]) => min === 0 || present.has(role as ComboRole),
    )
    return isComplete && [...present].every((role) => RULES[kind][role] !== undefined)
  }
  // A master alone, or no order at all, is no combination.
  return roles.every((role) => role === 'master') ? null : (COMBO_KINDS.find(fits) ?? null)
}

/** Returns the entry of a combination; undefined when it has none. */
export const masterOf = ({ orders }: ComboDraft): OrderDraft | undefined =>
  orders.find(({ role }) => role === 'master')?.draft

const quantityOf = ({ size }: OrderDraft): Quantity | null =>
  size.kind === 'quantity' ? size.quantity : null

/** True when `draft` can only close what `entry` opens: the same instrument, the other side. */
function isOpposite(entry: OrderDraft, draft: OrderDraft): boolean {
  const closing = entry.side === 'buy' ? draft.side === 'sell' : draft.side === 'buy'
  return closing && tradesSame(entry, draft)
}

/**
 * Returns the indexes of the orders that can only reduce what the entry opens, whatever fills:
 * exits of which one cancels the others, each no larger than the entry, or started orders that are
 * together no larger.
 */
export function structuralExits(combo: ComboDraft): ReadonlySet<number> {
  const master = masterOf(combo)
  const opened = master === undefined ? null : quantityOf(master)
  if (master === undefined || opened === null) return new Set()
  const exits = new Set<number>()
  let started = ZERO_QUANTITY
  for (const [index, { role, draft }] of combo.orders.entries()) {
    const quantity = quantityOf(draft)
    if (role === 'master' || quantity === null || !isOpposite(master, draft)) continue
    const isAlone = role !== 'oto'
    if (!isAlone) started = asQuantity(add(started, quantity))
    if (lte(isAlone ? quantity : started, opened)) exits.add(index)
  }
  return exits
}

type LinkedOrder = Pick<Order, 'terms' | 'accountId' | 'symbol' | 'side'>

/** Returns the key of the linked orders that an order is one of; null when it stands alone. */
export function linkOf({ terms, accountId }: LinkedOrder): string | null {
  const id = terms?.combo?.clientComboId ?? terms?.combo?.comboId ?? null
  return id === null ? null : `${accountId} ${id}`
}

/**
 * Returns the key of the orders of which one fill cancels this one: the exits of an entry or of a
 * position, or the orders of an OCO. Null for an order that nothing excludes.
 */
export function exclusiveGroupOf(order: LinkedOrder): string | null {
  const link = linkOf(order)
  const role = order.terms?.combo?.role ?? 'unknown'
  if (link === null || role === 'unknown' || role === 'master' || role === 'oto') return null
  return [isExitRole(role) ? 'exit' : role, link, order.symbol, order.side].join(' ')
}

/**
 * Returns the order whose fill canceled another one, which is what linked orders are for; null for
 * an order that ended otherwise.
 */
export function fillThatCanceled(order: Order, others: readonly Order[]): Order | null {
  const group = order.status === 'cancelled' ? exclusiveGroupOf(order) : null
  if (group === null) return null
  return (
    others.find(
      (other) =>
        other.clientOrderId !== order.clientOrderId &&
        exclusiveGroupOf(other) === group &&
        isPositive(other.filledQuantity),
    ) ?? null
  )
}

/** The names of an order among linked orders; of an OCO pair its type says which it is. */
export const LINKED_NAMES = ['take-profit', 'stop-loss', 'stop', 'limit'] as const
export type LinkedName = (typeof LINKED_NAMES)[number]

/** Returns how to name one of the orders of which a fill cancels the others. */
export function linkedName({ terms, type }: Pick<Order, 'terms' | 'type'>): LinkedName {
  const role = terms?.combo?.role
  if (role === 'take-profit' || role === 'stop-loss') return role
  return type === 'limit' ? 'limit' : 'stop'
}

const finding = (problem: ComboProblem, member: number | null = null): ComboFinding => ({
  problem,
  member,
})

/** Checks the number of orders of each role, and the order type of each. */
function shapeFindings(kind: ComboKind, { orders }: ComboDraft): ComboFinding[] {
  const findings: ComboFinding[] = []
  for (const [role, rule] of Object.entries(RULES[kind])) {
    const count = orders.filter((order) => order.role === role).length
    if (count < rule.min || count > rule.max) findings.push(finding('order-count'))
  }
  for (const [index, { role, draft }] of orders.entries()) {
    if (!comboTypes(kind, role).includes(draft.type)) {
      findings.push(finding('type-not-allowed', index))
    }
  }
  return findings
}

/** Brackets exist for stocks and single options, the other kinds for stocks only. */
function productFindings(kind: ComboKind, { accountId, orders }: ComboDraft): ComboFinding[] {
  const findings: ComboFinding[] = []
  const assetClass = orders[0]?.draft.assetClass
  if (orders.some(({ draft }) => draft.assetClass !== assetClass)) {
    findings.push(finding('products-mixed'))
  }
  if (orders.some(({ draft }) => draft.accountId !== accountId)) {
    findings.push(finding('account-mixed'))
  }
  for (const [index, { draft }] of orders.entries()) {
    const isSingleOption =
      draft.assetClass === 'option' && (draft.terms?.strategy ?? 'single') === 'single'
    const hasExits = kind === 'bracket' || kind === 'protection'
    if (draft.assetClass !== 'stock' && !(hasExits && isSingleOption)) {
      findings.push(finding('product-not-offered', index))
    }
    if (quantityOf(draft) === null) findings.push(finding('quantity-only', index))
    if (draft.terms?.algo !== undefined) findings.push(finding('algorithm-not-offered', index))
  }
  return findings
}

/** Checks that exits close what the entry opens, or without an entry what the account holds. */
function exitFindings(kind: ComboKind, combo: ComboDraft): ComboFinding[] {
  if (kind !== 'bracket' && kind !== 'protection') return []
  const master = masterOf(combo)
  const findings: ComboFinding[] = []
  const first = combo.orders[0]?.draft
  for (const [index, { role, draft }] of combo.orders.entries()) {
    if (first !== undefined && !tradesSame(first, draft)) {
      findings.push(finding('exit-symbol', index))
    }
    if (role === 'master') continue
    // The provider protects long positions only: an exit without an entry is a sale (TRADING-4.3).
    const closing = master === undefined || master.side === 'buy' ? 'sell' : 'buy'
    if (draft.side !== closing) findings.push(finding('exit-side', index))
    const [opened, closed] = [master === undefined ? null : quantityOf(master), quantityOf(draft)]
    if (opened !== null && closed !== null && gt(closed, opened)) {
      findings.push(finding('exit-quantity', index))
    }
  }
  return [...findings, ...priceFindings(combo, master)]
}

/** Checks that the take-profit is on the winning side of the entry and the stop on the losing. */
function priceFindings({ orders }: ComboDraft, master: OrderDraft | undefined): ComboFinding[] {
  const isLong = master === undefined || master.side === 'buy'
  const entry = master?.limitPrice ?? null
  const priceOf = (role: ComboRole, price: 'limitPrice' | 'stopPrice'): [number, Price | null] => {
    const index = orders.findIndex((order) => order.role === role)
    return [index, orders[index]?.draft[price] ?? null]
  }
  const [targetIndex, target] = priceOf('take-profit', 'limitPrice')
  const [stopIndex, stop] = priceOf('stop-loss', 'stopPrice')
  const isBeyond = (price: Price, from: Price): boolean =>
    isLong ? gt(price, from) : gt(from, price)
  const findings: ComboFinding[] = []
  if (entry !== null && target !== null && !isBeyond(target, entry)) {
    findings.push(finding('target-not-winning', targetIndex))
  }
  if (entry !== null && stop !== null && !isBeyond(entry, stop)) {
    findings.push(finding('stop-not-losing', stopIndex))
  }
  if (target !== null && stop !== null && !isBeyond(target, stop)) {
    findings.push(finding('stop-not-below-target', stopIndex))
  }
  return findings
}

/**
 * Returns every error of a combination as a whole (TRADING-4.3); empty when its orders fit
 * together. Each order is checked by itself elsewhere.
 */
export function comboProblems(combo: ComboDraft): readonly ComboFinding[] {
  const kind = comboKind(combo.orders.map(({ role }) => role))
  if (kind === null) return [finding('roles-mixed')]
  return [
    ...shapeFindings(kind, combo),
    ...productFindings(kind, combo),
    ...exitFindings(kind, combo),
  ]
}
