import type { Environment } from '../../../shared/domain/environment.js'

/** The rate-limit table that the exchange enforces. */
export type RateProfile = 'off' | 'production' | 'sandbox'

/** The options that a practice exchange starts with. */
export interface PracticeOptions {
  readonly seed: string
  readonly dataDir: string
  /**
   * First of six consecutive ports (API, OAuth, events, market data, Broker API, its events); 0 =
   * any free ports.
   */
  readonly portBase: number
  readonly rateLimits: RateProfile
  /** `practice` skips the hours in which nothing trades; `real` follows the wall clock. */
  readonly clock: 'practice' | 'real'
  /** Exchange seconds per real second. */
  readonly speed: number
  /** Shortest time between two quotes of one symbol in the market stream; by default 100 ms. */
  readonly quotesMs?: number
  /**
   * The provider's environment that it simulates. `sandbox` has delayed data and lacks some
   * operations; in `production` a new token waits for approval; `practice` does neither.
   */
  readonly environment: Environment
  /** A file with the recorded market and the past time that this exchange replays. */
  readonly replay?: string
  /** Fixed port of the hosted MCP server for this run. Absent: the port set last, if any. */
  readonly mcpPort?: number
  /**
   * Host names besides `localhost` for which its certificate is valid, for clients that reach it
   * under a published name.
   */
  readonly names?: readonly string[]
}
