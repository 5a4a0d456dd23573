import type { Disposer } from '../../../shared/domain/brand.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import type { ChannelReport } from '../channel.js'
import type { OrderObservation } from './order-observation.js'

/** What the event was about (contract/trade-events.md, scene_type). There is no event for the acceptance of an order. */
export type TradeScene =
  | 'partial-fill' | 'final-fill' | 'place-failed' | 'replace-done' | 'replace-refused' | 'cancel-done' | 'cancel-refused' | 'other'

export interface OrderEventNotice {
  readonly scene: TradeScene
  readonly observation: OrderObservation
}

export interface TradeEventsListener {
  onOrder(notice: OrderEventNotice): void
  /** A subscription was accepted, also after every reconnect or renewal: whatever happened before it was not replayed. */
  onSubscribed(): void
  /** The stream ended; the port is already on its way to a new one unless `final` (key refused, too many subscriptions). */
  onLost(why: { readonly reason: string; readonly final: boolean }): void
  onHealth(report: ChannelReport): void
}

/**
 * The provider's trade events: at most once, without replay, acknowledgement or cursor. The port reconnects by itself with
 * bounded, jittered backoff and drops duplicates of the same delivery where it can; the core tolerates the rest.
 */
export interface TradeEventsPort {
  /** Subscribes for these accounts until disposed. Listeners are never called after disposal. */
  start(accounts: readonly AccountId[], listener: TradeEventsListener): Disposer
}
