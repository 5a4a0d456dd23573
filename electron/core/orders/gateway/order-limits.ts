import type { AccountProduct } from '../../../../shared/domain/instruments/account-products.js'
import { productOf } from '../../../../shared/domain/instruments/account-products.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { ClockPort } from '../../ports.js'
import { checkLimits, type Denial, type RiskLimits } from '../../risk/risk-limits.js'
import type { OrderJournal } from '../order-journal.js'
import type { OrderProjection } from '../order-projection.js'
import { checkOrder, type CheckedOrder, type OrderCheckDeps } from '../pre-trade-check.js'
import { OrderCounts, type StoredDayCount } from '../../limits/order-counts.js'
import type { PersonalLimitService } from '../../limits/personal-limit-service.js'
import { JOURNAL_FAILED } from './denied.js'
import { coversPrice, type ConfirmedPrices } from './price-questions.js'
import { SentClosings } from './sent-closings.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

/** An order that reduces a position passes these: enforcing them would keep the larger risk. */
const PERSONAL_DENIALS = [
  'max-quantity',
  'max-notional',
  'max-share',
  'max-open-orders',
  'max-orders-day',
  'locked-out',
  'account-unread',
  'loss-reached',
] as const satisfies readonly Denial['code'][]
/** The person's own limits, and what is known about the accounts they concern. */
export type PersonalLimitReader = Pick<PersonalLimitService, 'limits' | 'prepare' | 'facts'>

export interface OrderLimitsDeps extends OrderCheckDeps {
  readonly limits: RiskLimits
  readonly projection: Pick<OrderProjection, 'working' | 'uncertain'>
  readonly journal: Pick<OrderJournal, 'failed'>
  readonly clock: ClockPort
  /** Replaces the person's part of `limits`; without it only those hold. */
  readonly personal?: PersonalLimitReader | undefined
  /** Returns the exchange's time, by which orders of a day are counted. */
  readonly exchangeNow?: () => EpochMs
}

/**
 * What was proved of an order: nothing; that it reduces a position, which lifts the person's own
 * limits; that it can only reduce what its entry opens, whose price it is compared with instead of
 * the market's; or that it is a closing order, which is sent even while trading is halted. A
 * closing order is not held back as a repetition either: two of them were proved, one after the
 * other, against what is held, so that together they close no more than that.
 */
export type ReductionProof = 'none' | 'reduces' | 'exits' | 'closes'

/**
 * A proof that is repeated whenever the limits are checked: another order may have taken the
 * position meanwhile (REL-42).
 */
export interface Proof {
  readonly kind: ReductionProof
  /**
   * Returns why the proof does not hold at this moment; null while it does. Absent where nothing
   * can end it.
   * @param own the ids of the orders that are checked, once they have some
   */
  readonly problem?: ((own: readonly ClientOrderId[]) => Message | null) | undefined
}
export const NO_PROOF: Proof = { kind: 'none' }

/**
 * Returns why the session may send nothing for an account, apart from limits; null when it may. A
 * closing order needs less than another.
 */
export type SessionBlock = (accountId: AccountId, closing: boolean) => Denial | null

/** A checked draft, and when its check began and ended. */
export interface TimedCheck extends CheckedOrder {
  /** When its quote was confirmed to be as old as it says, by the monotonic clock. */
  readonly checkedAt: number
  /** The last closing order that had been answered when the order was requested. */
  readonly closingsBefore: number
}

const LIFTED: Readonly<Record<ReductionProof, ReadonlySet<Denial['code']>>> = {
  none: new Set(),
  reduces: new Set(PERSONAL_DENIALS),
  exits: new Set<Denial['code']>([...PERSONAL_DENIALS, 'price-band', 'no-reference']),
  closes: new Set<Denial['code']>([
    ...PERSONAL_DENIALS,
    'halted',
    'stale-quote',
    'no-reference',
    'duplicate',
  ]),
}

/**
 * True when the order would pass if it were proved to reduce a position, apart from a price that a
 * person may confirm.
 */
export function passesIfReducing(denials: readonly Denial[]): boolean {
  const others = denials.filter(({ stalePrice }) => stalePrice === undefined)
  return others.length > 0 && others.every(({ code }) => LIFTED.reduces.has(code))
}

/** What a check concerns. */
export interface CheckScope {
  /**
   * The orders that do not count against the limits, because they are the ones checked; empty
   * before they are journaled.
   */
  readonly except: readonly ClientOrderId[]
  /** Number of orders of the same request that are counted before this one; 0 when absent. */
  readonly alongside?: number | undefined
  readonly proof: Proof
  /** True for a change of an order that was counted when it was placed. */
  readonly replaces?: true | undefined
  /** The prices that the person confirmed although they are not current; they lift nothing else. */
  readonly confirmed?: ConfirmedPrices | null | undefined
}

/** Checks drafts against the risk limits, the halt, and what was sent before. Starts halted. */
export class OrderLimits {
  readonly #deps: OrderLimitsDeps
  #recent: readonly { readonly draft: OrderDraft; readonly at: EpochMs }[] = []
  readonly #counts = new OrderCounts()
  #trading: 'active' | 'halted' = 'halted'
  #sessionBlock: SessionBlock = () => null
  readonly closings: SentClosings

  constructor(deps: OrderLimitsDeps) {
    this.#deps = deps
    this.closings = new SentClosings(deps.clock)
  }

  /** Sets what else is checked at every moment: the session may end, or be disarmed, meanwhile. */
  setSessionBlock(block: SessionBlock): void {
    this.#sessionBlock = block
  }

  get trading(): 'active' | 'halted' {
    return this.#trading
  }

  setTrading(state: 'active' | 'halted'): void {
    this.#trading = state
  }

  /** Returns how many orders were journaled to be sent on the present trade date of a product. */
  ordersToday(product: AccountProduct): number {
    return this.#counts.since(product, this.#exchangeNow())
  }

  /** Restores the counts that the journal holds. */
  restoreCounts(days: readonly StoredDayCount[]): void {
    this.#counts.restore(days)
  }

  /** Counts a draft as sent, for the limits on duplicates and on orders of a day. */
  countSent(draft: OrderDraft, now: EpochMs): void {
    this.#recent = [...this.#recent, { draft, at: now }]
    this.#counts.add(productOf(draft.assetClass), this.#exchangeNow())
  }

  /** Runs every check on a draft; requests its listing and quotes. */
  async check(draft: OrderDraft, scope: CheckScope): Promise<TimedCheck> {
    const closingsBefore = this.closings.lastAnswered
    const closes = scope.proof.kind === 'closes'
    if (this.#trading === 'halted' && !closes) {
      return {
        denials: [{ code: 'halted', message: message('risk.halted') }],
        quote: null,
        pricing: undefined,
        currency: '',
        checkedAt: this.#deps.clock.monotonic(),
        closingsBefore,
      }
    }
    const [checkedLimits] = await Promise.all([
      checkOrder(draft, this.#deps.limits.staleQuoteMs, this.#deps).then((order) => ({
        ...order,
        checkedAt: this.#deps.clock.monotonic(),
      })),
      // A closing order passes every limit of the account: it does not wait for the figures.
      closes ? undefined : this.#deps.personal?.prepare(draft.accountId),
    ])
    const checked = { ...checkedLimits, closingsBefore }
    return checked.denials.length > 0
      ? checked
      : { ...checked, denials: this.denials(draft, checked, scope) }
  }

  /**
   * Returns why a checked draft may not be sent now. Repeated after every wait, because another
   * order may have been sent, or trading halted, meanwhile.
   */
  denials(
    draft: OrderDraft,
    checked: Omit<TimedCheck, 'denials'>,
    scope: CheckScope,
  ): readonly Denial[] {
    const { except, proof, confirmed } = scope
    const closes = proof.kind === 'closes'
    const block = this.#sessionBlock(draft.accountId, closes)
    if (block !== null) return [block]
    const problem = proof.problem?.(except) ?? null
    if (closes && problem !== null) return [{ code: 'not-closing', message: problem }]
    const kind = problem === null ? proof.kind : 'none'
    const closingDenial =
      kind === 'none' ? this.closings.denial(draft, checked.closingsBefore, except) : null
    const exceeded = this.#exceeded(draft, checked, scope)
    const now = this.#deps.clock.monotonic()
    const found = exceeded.filter(
      ({ code, stalePrice }) =>
        !LIFTED[kind].has(code) &&
        (stalePrice === undefined || !coversPrice(confirmed, stalePrice, now)),
    )
    return closingDenial === null ? found : [closingDenial, ...found]
  }

  /** Returns which limits a checked draft exceeds now, if nothing is proved of it. */
  #exceeded(
    draft: OrderDraft,
    { quote, pricing, currency, checkedAt }: Omit<TimedCheck, 'denials'>,
    { except, alongside = 0, replaces }: CheckScope,
  ): readonly Denial[] {
    const { clock, projection, personal } = this.#deps
    // The account's facts first: they bring raised limits into effect.
    const account = personal?.facts(draft.accountId, currency)
    const limits = { ...this.#deps.limits, ...personal?.limits }
    const now = clock.now()
    this.#recent = this.#recent.filter((sent) => now - sent.at < limits.duplicateWindowMs)
    const isOther = ({ clientOrderId }: Order): boolean => !except.includes(clientOrderId)
    const uncertain = projection.uncertain().filter(isOther)
    const working = projection.working().filter(isOther)
    const ordersBefore = this.ordersToday(productOf(draft.assetClass)) - except.length + alongside
    return checkLimits(
      draft,
      {
        trading: this.#trading,
        now,
        quote: agedQuote(quote, clock.monotonic() - checkedAt),
        pricing,
        recent: except.length === 0 ? this.#recent : [],
        openOrders: working.length + uncertain.length + alongside,
        account,
        ordersToday: replaces === true ? null : ordersBefore,
        uncertain,
      },
      limits,
    )
  }

  /** Returns the denials after the request was journaled and before it is sent. */
  denialsBeforeSend(draft: OrderDraft, checked: TimedCheck, scope: CheckScope): readonly Denial[] {
    return this.#deps.journal.failed ? [JOURNAL_FAILED] : this.denials(draft, checked, scope)
  }

  #exchangeNow(): EpochMs {
    return this.#deps.exchangeNow?.() ?? this.#deps.clock.now()
  }
}

/** Returns a quote as old as it is after a further time. */
const agedQuote = (quote: CheckedOrder['quote'], laterMs: number): CheckedOrder['quote'] =>
  quote === null || quote.ageMs === null ? quote : { ...quote, ageMs: quote.ageMs + laterMs }
