import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ClockPort } from '../../ports.js'
import { checkLimits, type Denial, type RiskLimits } from '../../risk/risk-limits.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderProjection } from '../order-projection.js'
import { checkOrder, type CheckedOrder, type OrderCheckDeps } from '../pre-trade-check.js'
import { JOURNAL_FAILED } from './denied.js'
import { message } from '../../../../shared/messages/make-message.js'

/** Skip these limits for closing orders: enforcing them would keep the larger risk. */
const SKIPPED_WHEN_CLOSING: ReadonlySet<Denial['code']> = new Set<Denial['code']>([
  'halted',
  'max-quantity',
  'max-notional',
  'max-open-orders',
  'stale-quote',
])

export interface OrderLimitsDeps extends OrderCheckDeps {
  readonly limits: RiskLimits
  readonly projection: Pick<OrderProjection, 'working' | 'uncertain'>
  readonly journal: Pick<OrderJournal, 'failed'>
  readonly clock: ClockPort
}

/** What a check concerns. */
export interface CheckScope {
  /** The order that does not count against the limits, because it is the one checked. */
  readonly except: ClientOrderId | null
  /** True for an order that was proved to reduce a position. */
  readonly closing: boolean
}

/** Checks drafts against the risk limits, the halt, and what was sent before. Starts halted. */
export class OrderLimits {
  readonly #deps: OrderLimitsDeps
  #recent: readonly { readonly draft: OrderDraft; readonly at: EpochMs }[] = []
  #trading: 'active' | 'halted' = 'halted'

  constructor(deps: OrderLimitsDeps) {
    this.#deps = deps
  }

  get trading(): 'active' | 'halted' {
    return this.#trading
  }

  setTrading(state: 'active' | 'halted'): void {
    this.#trading = state
  }

  /** Counts a draft as sent, for the limit on duplicates. */
  countSent(draft: OrderDraft, now: EpochMs): void {
    this.#recent = [...this.#recent, { draft, at: now }]
  }

  /** Runs every check on a draft; requests its listing and quotes. */
  async check(draft: OrderDraft, scope: CheckScope): Promise<CheckedOrder> {
    if (this.#trading === 'halted' && !scope.closing) {
      return {
        denials: [{ code: 'halted', message: message('risk.halted') }],
        quote: null,
        pricing: undefined,
        currency: '',
      }
    }
    const checked = await checkOrder(draft, this.#deps.limits.staleQuoteMs, this.#deps)
    return checked.denials.length > 0
      ? checked
      : { ...checked, denials: this.denials(draft, checked, scope) }
  }

  /**
   * Returns which limits a checked draft exceeds now. Repeated after every wait, because another
   * order may have been sent, or trading halted, meanwhile.
   */
  denials(
    draft: OrderDraft,
    { quote, pricing }: Pick<CheckedOrder, 'quote' | 'pricing'>,
    { except, closing }: CheckScope,
  ): readonly Denial[] {
    const { clock, limits, projection } = this.#deps
    const now = clock.now()
    this.#recent = this.#recent.filter((sent) => now - sent.at < limits.duplicateWindowMs)
    const uncertain = projection.uncertain().filter((order) => order.clientOrderId !== except)
    const working = projection.working().filter((order) => order.clientOrderId !== except)
    const found = checkLimits(
      draft,
      {
        trading: this.#trading,
        now,
        quote,
        pricing,
        recent: except === null ? this.#recent : [],
        openOrders: working.length + uncertain.length,
        uncertain,
      },
      limits,
    )
    return closing ? found.filter(({ code }) => !SKIPPED_WHEN_CLOSING.has(code)) : found
  }

  /** Returns the denials after the request was journaled and before it is sent. */
  denialsBeforeSend(
    draft: OrderDraft,
    checked: CheckedOrder,
    scope: CheckScope,
  ): readonly Denial[] {
    return this.#deps.journal.failed ? [JOURNAL_FAILED] : this.denials(draft, checked, scope)
  }
}
