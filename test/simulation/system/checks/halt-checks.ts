import type { Halt } from '../../../../shared/domain/orders/halt.js'
import { START, type VirtualTime } from '../time/virtual-time.js'
import type { ClientProcess } from '../client/client.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import { openOrders } from './exchange-truth.js'
import type { JournalIndex } from './journal-index.js'
import type { Permissions } from './permissions.js'
import type { Violations } from './trace.js'

export interface HaltCheckDeps {
  readonly time: VirtualTime
  readonly violations: Violations
  readonly exchange: PracticeExchange
  readonly journal: JournalIndex
  readonly permissions: Permissions
  readonly client: () => ClientProcess | null
}

/** Compares the kill switch's zero with the exchange at the moment when it is shown. */
export class HaltChecks {
  readonly #deps: HaltCheckDeps
  #checked: Halt | null = null
  /** The true time of each halt by its time on the client's computer, whose clock may be wrong. */
  readonly #since = new Map<number, number>()

  constructor(deps: HaltCheckDeps) {
    this.#deps = deps
  }

  /** Checks a halt once, when it reports that nothing is left. */
  check(): void {
    const halt = this.#deps.client()?.assistants?.assistantSession.halt.get() ?? null
    if (halt === this.#checked) return
    this.#checked = halt
    if (halt !== null && !this.#since.has(halt.haltedAt)) {
      this.#since.set(halt.haltedAt, this.#deps.time.wall())
    }
    if (halt?.phase !== 'clear' || !this.#deps.exchange.isRunning) return
    for (const order of openOrders(this.#deps.exchange)) {
      if (order.placedAtMs >= (this.#since.get(halt.haltedAt) ?? 0)) continue
      if (!this.#isInScope(order.client_order_id, halt)) continue
      this.#deps.violations.add(
        `REL-36: the kill switch shows 0 at ${this.#deps.time.wall() - START}, but ${order.client_order_id} is ${order.status}`,
      )
    }
  }

  /** True for an order that this halt promises to end. */
  #isInScope(id: string, { scope }: Halt): boolean {
    if (scope === 'all') return true
    const intent = this.#deps.journal.intent(id)
    return intent !== undefined && this.#deps.permissions.instruction(intent.ticket) !== undefined
  }
}
