/** Markets outside their panel. */
export const marketText = {
  watch: 'Add to the watchlist',
} as const
