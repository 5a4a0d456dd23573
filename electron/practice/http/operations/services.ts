import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Broker } from '../../broker/broker.js'
import type { WallClock } from '../../simulation/clock.js'
import type { EventVenue } from '../../events/venue.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { Faults } from '../../faults/faults.js'
import type { Keys } from '../../data/keys.js'
import type { Market } from '../../market/market.js'
import type { HostedRecords } from '../../mcp/records/hosted-records.js'
import type { AccessTokens } from '../../oauth/access-tokens.js'
import type { Authorizer } from '../../oauth/authorize.js'
import type { ClientTokens } from '../../oauth/client-tokens.js'
import type { Grants } from '../../oauth/grants.js'
import type { PracticeOptions } from '../../options.js'
import type { OptionVenue } from '../../options/venue.js'
import type { Feeds } from '../../mqtt/feeds.js'
import type { Subscriptions } from '../../mqtt/subscriptions.js'
import type { Reference } from '../../reference/reference.js'
import type { Watchlists } from '../../data/watchlists.js'

/** Everything that the operations of the exchange work with. */
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
  /** What streams, by category. */
  readonly feeds: Feeds
  readonly faults: Faults
  readonly watchlists: Watchlists
  readonly broker: Broker
  /** The clients of the hosted MCP server and what they asked for. */
  readonly hosted: HostedRecords
  readonly wall: WallClock
  /** Exchange time: up to where the market has moved. */
  now(): EpochMs
  userId(): string
  /** Counts an accepted placement for the ground truth. */
  accepted(clientOrderId: string): void
  /**
   * Resolves once everything that has happened is on the disk; rejects when the disk refuses.
   * `orders` spares looking for changes
   * outside of the exchange.
   */
  persist(scope?: 'orders'): Promise<void>
  /** Load mode of the market: steps per second over all symbols, null = natural. */
  tickRate(perSecond: number | null): void
  /** Exchange seconds per real second. */
  speed(speed: number): void
  /** Base URL of the host that serves the login page. */
  passport(): string
}
