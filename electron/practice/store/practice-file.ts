import { z } from 'zod'
import { NO_HOSTED, zHosted } from '../mcp/records/hosted-records.js'
import { zAccessTokens } from '../oauth/access-tokens.js'
import { NO_CLIENT_TOKENS, zClientTokens } from '../oauth/client-tokens.js'
import { zGrants } from '../oauth/grants.js'
import { NO_WATCHLISTS, zWatchlists } from '../data/watchlists.js'

/** What is kept over restarts besides the keys. The exchange checks its own part. */
export const zPracticeFile = z.object({
  seed: z.string(),
  /**
   * The generation of the log that goes on from here. Absent in files of before there were logs.
   */
  log: z.number().int().nonnegative().default(0),
  /** Anchors the market's price paths; the same for the whole life of a data directory. */
  anchor: z.number().int(),
  /** Exchange time of this state. */
  exchangeTime: z.number().int(),
  exchange: z.unknown(),
  tokens: zAccessTokens,
  grants: zGrants,
  /** Absent in files of before there were client tokens. */
  clientTokens: zClientTokens.default(NO_CLIENT_TOKENS),
  accepted: z.record(z.string(), z.number().int()),
  /** Absent in files of before there were watchlists. */
  watchlists: zWatchlists.default(NO_WATCHLISTS),
  /** The broker's desk checks its own part. Absent in files of before there was one. */
  broker: z.unknown().optional(),
  /** Absent in files of before there was a hosted MCP server. */
  hosted: zHosted.default(NO_HOSTED),
})
export type PracticeFile = z.infer<typeof zPracticeFile>
