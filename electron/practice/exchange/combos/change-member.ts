import type { ModifyBody } from '../api/exchange-api.js'
import type { Slices } from '../state/exchange-state.js'
import { isFinal, type PracticeOrder } from '../orders/order.js'
import { sizeUnits } from '../../model/units.js'
import { invalid, type Refusal } from '../api/refusals.js'
import { exitSize, groupOf, isMember, masterOf } from './group.js'
import { isExit, kindOfRoles, typesOf } from '../orders/combo-shape.js'

/**
 * True for an order that was canceled with its combo; later requests are refused as if it did not
 * exist (observed live, TRADING-4.3).
 */
export const goneWithCombo = (order: PracticeOrder): boolean =>
  order.combo !== null &&
  order.combo.role !== 'MASTER' &&
  isFinal(order) &&
  order.view.status === 'CANCELLED' &&
  order.view.filled === 0

/**
 * Returns a refusal when a Replace would give a member a type that its combo role does not allow,
 * or an exit a size larger than it may close.
 */
export function replaceableInCombo(
  state: Slices<'orders'>,
  order: PracticeOrder,
  change: ModifyBody,
): Refusal | null {
  if (!isMember(order)) return null
  const group = groupOf(state, order)
  const types = typesOf(kindOfRoles(group.map(({ combo }) => combo.role)), order.combo.role)
  const type = change.order_type
  if (type !== undefined && type !== null && !types.includes(type)) {
    return invalid('order_type', type, `not for combo_type ${order.combo.role}`)
  }
  const { quantity } = change
  if (!isExit(order.combo.role) || quantity === undefined || quantity === null) return null
  const requested = sizeUnits(quantity, order.scale)
  const master = masterOf(group)
  if (requested === null || master === undefined) return null
  const maxSize =
    order.stage === 'linked' ? master.view.terms.size : exitSize(group, order, requested)
  return requested > maxSize ? invalid('quantity', quantity, 'more than the master') : null
}
