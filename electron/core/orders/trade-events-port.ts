import type { Disposer } from '../../../shared/domain/brand.js'
import type { Money, Quantity } from '../../../shared/domain/decimal.js'
import type { EventOutcome } from '../../../shared/domain/instruments/event-contract.js'
import type { AccountId, Symbol } from '../../../shared/domain/ids.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { ChannelReport } from '../channel-report.js'
import type { OrderObservation } from './order-observation.js'

/**
 * What the event was about (EVENTS-1, scene_type). There is no event for the
 * acceptance of an order.
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
 * Event contracts of an outcome were settled (EVENTS-1, position event). The
 * published example names neither
 * account nor symbol: both are null where they are not told.
 */
export interface PositionEventNotice {
  readonly accountId: AccountId | null
  readonly symbol: Symbol | null
  /** The event in the provider's words, and what "yes" stands for. */
  readonly eventName: string | null
  readonly yesCondition: string | null
  /** How the event came out, and which side was held; null for a word that nobody has published. */
  readonly result: EventOutcome | null
  readonly side: EventOutcome | null
  readonly quantity: Quantity | null
  readonly cost: Money | null
  readonly payout: Money | null
  readonly observedAt: EpochMs
}

/**
 * An exercise, assignment or expiry of an option. Its fields are not published: the text is kept as
 * it came, and read where it is JSON.
 */
export interface OptionEventNotice {
  readonly accountId: AccountId | null
  readonly symbol: Symbol | null
  readonly raw: string
  readonly observedAt: EpochMs
}

export interface TradeEventsListener {
  onOrder(notice: OrderEventNotice): void
  onPosition?(notice: PositionEventNotice): void
  onOption?(notice: OptionEventNotice): void
  /**
   * A subscription was accepted, also after every reconnect or renewal: whatever happened before it
   * was not replayed.
   */
  onSubscribed(): void
  /**
   * The stream ended; the port is already on its way to a new one unless `final` (key refused, too
   * many subscriptions).
   */
  onLost(why: { readonly reason: string; readonly final: boolean }): void
  onHealth(report: ChannelReport): void
}

/**
 * The provider's trade events: at most once, without replay, acknowledgement or cursor. The port
 * reconnects by itself with
 * bounded, jittered backoff and drops duplicates of the same delivery where it can; the core
 * tolerates the rest.
 */
export interface TradeEventsPort {
  /** Subscribes for these accounts until disposed. Listeners are never called after disposal. */
  start(accounts: readonly AccountId[], listener: TradeEventsListener): Disposer
}
