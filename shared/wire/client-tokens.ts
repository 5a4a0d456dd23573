import type { Operation } from './operation.js'

/** The header that carries an end user's client token (MARKET-11). */
export const CLIENT_TOKEN_HEADER = 'access_token'

/**
 * True for the operations that an end user's client token opens without a signature: every read of
 * market data, because the Display Solution has the same data families (MARKET-11). Watchlists are
 * not among them. ASSUMPTION: its 27 operations are not listed, and the practice exchange answers
 * them on the API host.
 */
export const opensToClientToken = ({ path, effect }: Operation): boolean =>
  path.startsWith('/market-data/') &&
  effect === 'read' &&
  !path.startsWith('/market-data/watchlists/')
