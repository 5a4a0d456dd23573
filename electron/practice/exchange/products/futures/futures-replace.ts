import type { WireOrderType } from '../../../model/wire-records.js'
import type { ModifyBody } from '../../api/exchange-api.js'
import type { PracticeOrder } from '../../orders/order.js'
import { invalid, type Refusal } from '../../api/refusals.js'

interface Changeable {
  readonly members: readonly (keyof ModifyBody)[]
  /** The type that the order may change to; null for none. */
  readonly becomes: WireOrderType | null
}

/** The fields of a futures order that may be replaced, by order type (TRADING-4.5). */
const CHANGEABLE: Readonly<Partial<Record<WireOrderType, Changeable>>> = {
  MARKET: { members: ['quantity'], becomes: null },
  LIMIT: { members: ['time_in_force', 'quantity', 'limit_price'], becomes: 'MARKET' },
  STOP_LOSS: { members: ['time_in_force', 'quantity', 'stop_price'], becomes: 'MARKET' },
  STOP_LOSS_LIMIT: {
    members: ['time_in_force', 'quantity', 'limit_price', 'stop_price'],
    becomes: 'LIMIT',
  },
  TRAILING_STOP_LOSS: { members: ['trailing_stop_step'], becomes: null },
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? value : 'array')

/**
 * Refuses the change of a field that is fixed for this order type. The present value may be sent
 * again.
 */
export function fixedMembers(order: PracticeOrder, change: ModifyBody): Refusal | null {
  const { type, timeInForce, trail } = order.view.terms
  const rule = CHANGEABLE[type]
  const currentValues: Readonly<Record<string, string | undefined>> = {
    order_type: type,
    time_in_force: timeInForce,
    trailing_type: trail?.kind,
  }
  for (const [member, value] of Object.entries(change)) {
    if (
      member === 'client_order_id' ||
      value === null ||
      value === undefined ||
      value === currentValues[member]
    ) {
      continue
    }
    const allowed =
      member === 'order_type'
        ? value === rule?.becomes
        : rule?.members.some((name) => name === member) === true
    if (!allowed) return invalid(member, shownValue(value), `cannot be replaced in a ${type} order`)
  }
  return null
}
