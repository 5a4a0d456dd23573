import { clientOrderId } from '../../../shared/domain/ids.js'
import { comboKind, linkOf, type ComboKind } from '../../../shared/domain/orders/combo-rules.js'
import type { OrderLeg } from '../../../shared/domain/orders/order-terms.js'
import type { Order } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import type { Side } from '../../../shared/domain/side.js'

/** What the row above linked orders says. */
export interface ComboRow {
  /** `unknown` where the roles that are known form no combination of the provider. */
  readonly kind: ComboKind | 'unknown'
  readonly members: readonly Order[]
  /** How many of all members can still fill. */
  readonly open: number
}

/** A row of the orders table: an order, the row above linked orders, or a leg of an order. */
export type OrderRow = Order & {
  readonly comboRow?: ComboRow
  readonly legOf?: Order['clientOrderId']
}

/** True for a row that is an order; others only name or split orders. */
export const isOrderRow = ({ comboRow, legOf }: OrderRow): boolean =>
  comboRow === undefined && legOf === undefined

const comboKey = (link: string) => clientOrderId(`combo/${link}`)

/** Returns the key of the row under which a row stands; null for a row of its own. */
export function parentOfOrder(row: OrderRow): Order['clientOrderId'] | null {
  if (row.legOf !== undefined) return row.legOf
  const link = row.comboRow === undefined ? linkOf(row) : null
  return link === null ? null : comboKey(link)
}

/** Returns the row above linked orders; it has the time and the account of their first order. */
function rowOfCombo(link: string, members: readonly Order[]): OrderRow | null {
  const first = members.find(({ terms }) => terms?.combo?.role === 'master') ?? members[0]
  if (first === undefined) return null
  const roles = members.flatMap(({ terms }) => {
    const role = terms?.combo?.role ?? 'unknown'
    return role === 'unknown' ? [] : [role]
  })
  const open = members.filter(({ status }) => !isFinal(status)).length
  return {
    ...first,
    clientOrderId: comboKey(link),
    comboRow: { kind: comboKind(roles) ?? 'unknown', members, open },
  }
}

const legRow = (order: Order, leg: OrderLeg, side: Side, index: number): OrderRow => ({
  ...order,
  clientOrderId: clientOrderId(`leg/${order.clientOrderId}/${index}`),
  assetClass: leg.option === null ? 'stock' : 'option',
  symbol: leg.option === null ? leg.symbol : order.symbol,
  side,
  quantity: leg.quantity,
  legOf: order.clientOrderId,
  ...(order.terms === undefined
    ? {}
    : { terms: { ...order.terms, strategy: 'single', legs: [leg], combo: null } }),
})

/** Returns the legs of a strategy order; none where the broker does not report a leg's side. */
function legRows(order: Order): readonly OrderRow[] {
  const legs = order.terms?.legs ?? []
  if (legs.length < 2) return []
  const rows = legs.flatMap((leg, index) =>
    leg.side === 'unknown' ? [] : [legRow(order, leg, leg.side, index)],
  )
  return rows.length === legs.length ? rows : []
}

/**
 * Returns the orders with a row above those that are linked and a row for every leg.
 * @param visible the orders that the filter shows
 * @param all every known order: a combination is named by all its members, also by hidden ones
 */
export function orderTreeRows(
  visible: readonly Order[],
  all: readonly Order[],
): readonly OrderRow[] {
  const links = new Map<string, Order[]>()
  for (const order of visible) {
    const link = linkOf(order)
    if (link !== null) links.set(link, [])
  }
  if (links.size > 0) {
    for (const order of all) links.get(linkOf(order) ?? '')?.push(order)
  }
  const combos = [...links].flatMap(([link, members]) => rowOfCombo(link, members) ?? [])
  return [...combos, ...visible.flatMap((order) => [order, ...legRows(order)])]
}
