import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import {
  raisedLimits,
  type PersonalLimitsView,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { SessionGraph } from './graph/session-graph.js'

/** The person's limits on what may be sent, and how much of them is used. */
export class SessionLimits {
  readonly #graph: Pick<
    SessionGraph,
    'personalLimits' | 'portfolio' | 'projection' | 'orderService'
  >

  constructor(graph: SessionGraph) {
    this.#graph = graph
  }

  /** Returns the person's limits, and how much of them is used. */
  view(): PersonalLimitsView {
    const { personalLimits, portfolio, projection, orderService } = this.#graph
    const { limits, defaults, raised, lockOuts } = personalLimits
    const products = new Set(portfolio.accounts.map(({ product }) => product))
    return {
      limits,
      defaults,
      raised,
      lockOuts,
      openOrders: projection.working().length + projection.uncertain().length,
      ordersToday: Math.max(
        0,
        ...[...products].map((product) => orderService.ordersToday(product)),
      ),
      accounts: personalLimits.use(),
    }
  }

  /** True when a limit would allow more than it does now. */
  raises(next: PersonalLimits): boolean {
    return raisedLimits(this.#graph.personalLimits.limits, next).length > 0
  }

  /**
   * Sets the person's limits. Lower ones are in effect at once, raised ones of the day from the
   * next session; a lock-out stays. On an error nothing changed.
   */
  async set(next: PersonalLimits): Promise<Result<PersonalLimitsView, AppError>> {
    const set = await this.#graph.personalLimits.set(next)
    return set.ok ? ok(this.view()) : set
  }
}
