import { z } from 'zod'
import { NO_HOSTED, zHosted } from '../hosted/hosted-records.js'
import { zAccessTokens } from '../oauth/access-tokens.js'
import { NO_CLIENT_TOKENS, zClientTokens } from '../oauth/client-tokens.js'
import { zGrants } from '../oauth/grants.js'
import { NO_SCENARIOS, zStoredScenarios } from '../scenarios/stored-scenarios.js'
import { NO_WATCHLISTS, zWatchlists } from '../data/watchlists.js'

/** The state saved across restarts, except the keys. The exchange validates its own part. */
export const zPracticeFile = z.object({
  seed: z.string(),
  /** The generation of the log that continues this snapshot. Absent in files older than logs. */
  log: z.number().int().nonnegative().default(0),
  /** Anchor of the market's price paths; constant for the life of a data directory. */
  anchor: z.number().int(),
  /** Exchange time of this state. */
  exchangeTime: z.number().int(),
  exchange: z.unknown(),
  tokens: zAccessTokens,
  grants: zGrants,
  /** Absent in files older than client tokens. */
  clientTokens: zClientTokens.default(NO_CLIENT_TOKENS),
  accepted: z.record(z.string(), z.number().int()),
  /** Absent in files older than watchlists. */
  watchlists: zWatchlists.default(NO_WATCHLISTS),
  /** Validated by the broker itself. Absent in files older than the broker. */
  broker: z.unknown().optional(),
  /** Absent in files older than the hosted MCP server. */
  hosted: zHosted.default(NO_HOSTED),
  /** Absent in files older than scenarios. */
  scenarios: zStoredScenarios.default(NO_SCENARIOS),
})
export type PracticeFile = z.infer<typeof zPracticeFile>
