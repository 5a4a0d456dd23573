import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Broker } from '../../broker/broker.js'
import type { WallClock } from '../../simulation/clock.js'
import type { EventVenue } from '../../events/venue.js'
import type { Exchange } from '../../exchange/api/exchange-api.js'
import type { Faults } from '../../faults/faults.js'
import type { Variants } from '../../faults/variants.js'
import type { Keys } from '../../data/keys.js'
import type { Market } from '../../market/securities/market-types.js'
import type { HostedRecords } from '../../hosted/hosted-records.js'
import type { AccessTokens } from '../../oauth/access-tokens.js'
import type { Authorizer } from '../../oauth/authorize.js'
import type { ClientTokens } from '../../oauth/client-tokens.js'
import type { Grants } from '../../oauth/grants.js'
import type { PracticeOptions } from '../../model/practice-options.js'
import type { OptionVenue } from '../../options/venue.js'
import type { Feeds } from '../../mqtt/feeds.js'
import type { Subscriptions } from '../../mqtt/subscriptions.js'
import type { Reference } from '../../reference/reference.js'
import type { Watchlists } from '../../data/watchlists.js'

/** Everything that the operations of the exchange use. */
export interface Services {
  readonly options: PracticeOptions
  readonly keys: Keys
  readonly market: Market
  readonly optionVenue: OptionVenue
  readonly eventVenue: EventVenue
  readonly reference: Reference
  readonly exchange: Exchange
  readonly tokens: AccessTokens
  readonly grants: Grants
  readonly clientTokens: ClientTokens
  readonly authorizer: Authorizer
  readonly subscriptions: Subscriptions
  /** The streaming feeds. */
  readonly feeds: Feeds
  readonly faults: Faults
  readonly variants: Variants
  readonly watchlists: Watchlists
  readonly broker: Broker
  /** The clients of the hosted MCP server and their requests. */
  readonly hosted: HostedRecords
  readonly wall: WallClock
  /** Returns the exchange time, up to which the market has advanced. */
  now(): EpochMs
  userId(): string
  /** Counts an accepted placement for the ground truth. */
  accepted(clientOrderId: string): void
  /**
   * Resolves once all state is saved to disk; rejects when writing fails. `orders` skips changes
   * outside of the exchange.
   */
  persist(scope?: 'orders'): Promise<void>
  /**
   * Returns null when all orders and accounts are on disk as they are now; otherwise resolves once
   * they are, and rejects when writing fails.
   */
  whenDurable(): Promise<void> | null
  /** Sets the market's load mode: steps per second over all symbols, null = natural. */
  tickRate(perSecond: number | null): void
  /** Sets the exchange seconds per real second. */
  speed(speed: number): void
  /** Returns the base URL of the host that serves the login page. */
  passport(): string
}
