import { add, dec, gt, mul, type Decimal } from '../../../../shared/domain/decimal.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { Violations } from './trace.js'

/** What the orders of one assistant have used of its policy, in one day. */
interface Used {
  orders: number
  value: Decimal
}

/**
 * Adds up the orders that left for each assistant, whatever became of them, and compares the sums
 * with its policy (REL-36). A simulation lasts less than a day. Only stock orders with a limit are
 * added to the value: their exposure needs no market price, so the sum is at most the true one.
 */
export class AssistantLimits {
  readonly #violations: Violations
  readonly #used = new Map<ConnectionId, Used>()

  constructor(violations: Violations) {
    this.#violations = violations
  }

  /** Adds an order that leaves now for an assistant with this policy. */
  sent({ connectionId }: Instruction, draft: OrderDraft, policy: Policy): void {
    const used = this.#used.get(connectionId) ?? { orders: 0, value: dec('0') }
    used.orders += 1
    used.value = add(used.value, minValue(draft))
    this.#used.set(connectionId, used)
    if (used.orders > policy.ordersPerDay) {
      this.#violations.add(`REL-36: ${used.orders} orders of ${connectionId} in a day`)
    }
    if (gt(used.value, policy.maxDay)) {
      this.#violations.add(`REL-36: orders of ${connectionId} exceed its maximum per day`)
    }
    if (gt(minValue(draft), policy.maxOrder)) {
      this.#violations.add(`REL-36: an order of ${connectionId} exceeds its maximum per order`)
    }
  }
}

/** Returns the value of a buy order with a limit on a stock; 0 for every other order. */
function minValue({ assetClass, side, limitPrice, size }: OrderDraft): Decimal {
  if (assetClass !== 'stock' || side !== 'buy' || limitPrice === null) return dec('0')
  return size.kind === 'quantity' ? mul(limitPrice, size.quantity) : size.amount
}
