import type { Disposer } from '../../../shared/domain/brand.js'
import type { Money, Price, Quantity } from '../../../shared/domain/decimal.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../channel-report.js'
import type { OrderObservation } from './order-observation.js'

/**
 * The type of a trade event (EVENTS-3, scene_type). No event reports the acceptance of an order.
 */
export type TradeEventType =
  | 'partial-fill'
  | 'final-fill'
  | 'place-failed'
  | 'replace-done'
  | 'replace-refused'
  | 'cancel-done'
  | 'cancel-refused'
  | 'other'

export interface OrderEventNotice {
  readonly eventType: TradeEventType
  readonly observation: OrderObservation
}

/**
 * The settlement of event contracts of one outcome (EVENTS-4). The published example names neither
 * account nor symbol; both are null when absent.
 */
export interface PositionEventNotice {
  readonly accountId: AccountId | null
  readonly symbol: Symbol | null
  /** The event in the provider's words, and the meaning of "yes". */
  readonly eventName: string | null
  readonly yesCondition: string | null
  /** The outcome of the event, and the outcome that was held; null for an unpublished value. */
  readonly result: EventOutcome | null
  readonly side: EventOutcome | null
  readonly quantity: Quantity | null
  readonly cost: Money | null
  readonly payout: Money | null
  readonly observedAt: EpochMs
}

/** How option contracts ended; `closed` means for cash, without delivery. */
export type OptionEnding = 'exercised' | 'assigned' | 'expired' | 'closed'

/** The contract that an option event names. */
export interface EndedContract {
  readonly underlying: string
  /** `yyyy-MM-dd`. */
  readonly expiry: string
  readonly strike: Price
  readonly right: 'call' | 'put'
}

/**
 * An exercise, assignment or expiry of an option. Its fields are unpublished: the raw text is
 * stored, and what can be read of it is; null for what cannot.
 */
export interface OptionEventNotice {
  readonly accountId: AccountId | null
  readonly symbol: Symbol | null
  readonly ending: OptionEnding | null
  readonly contract: EndedContract | null
  /** The number of contracts that ended, without a sign. */
  readonly quantity: Quantity | null
  readonly raw: string
  readonly observedAt: EpochMs
}

export interface TradeEventsListener {
  onOrder(notice: OrderEventNotice): void
  onPosition?(notice: PositionEventNotice): void
  onOption?(notice: OptionEventNotice): void
  /**
   * A subscription was accepted, also after every reconnect or renewal: earlier events are not
   * replayed.
   */
  onSubscribed(): void
  /**
   * The stream ended. The port is already reconnecting unless `final` (key refused, too many
   * subscriptions).
   */
  onLost(why: { readonly reason: string; readonly final: boolean }): void
  onHealth(report: ChannelReport): void
}

/**
 * The provider's trade events: at most once, without replay, acknowledgment or cursor. The port
 * reconnects with bounded, jittered backoff and drops repeated deliveries where it can recognize
 * them; core tolerates the others.
 */
export interface TradeEventsPort {
  /** Subscribes for these accounts until disposed. Listeners are never called after disposal. */
  start(accounts: readonly AccountId[], listener: TradeEventsListener): Disposer
  /**
   * An order changed and no event reported it: the connection may be dead without having ended, so
   * that its server has to answer now.
   */
  suspect?(): void
}
