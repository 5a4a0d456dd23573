import type { WatchlistView } from '../../shared/domain/reference/watchlist-book.js'
import { signedText } from '../../shared/domain/text-safety.js'

const MAX_LABEL_CHARS = 200

/** Returns the name of a list; one that an assistant chose bears its author (SEC-31). */
export const watchlistLabel = ({
  name,
  namedBy,
}: Pick<WatchlistView, 'name' | 'namedBy'>): string =>
  namedBy === null ? name : signedText(namedBy, name, MAX_LABEL_CHARS)
