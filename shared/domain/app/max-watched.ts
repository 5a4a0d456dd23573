/** The maximum number of symbols in the watchlist. */
export const MAX_WATCHED = 5_000
