import { z } from 'zod'
import { symbol } from '../../../shared/domain/ids.js'
import { MAX_LIST_NAME, MAX_WATCHLISTS } from '../../../shared/domain/reference/watchlist-book.js'
import type { StoredList } from '../market/watchlists/watchlist-merge.js'

const zSymbol = z
  .string()
  .regex(/^[\w.:/-]{1,48}$/)
  .transform((text) => symbol(text))
const zContent = { name: z.string().max(MAX_LIST_NAME * 2), symbols: z.array(zSymbol).max(1_000) }
const zContentOrNull = z.strictObject(zContent).nullable()

const zStoredList = z.strictObject({
  ...zContent,
  id: z.string().min(1).max(64),
  brokerId: z.string().max(64).nullable(),
  atBroker: z.boolean(),
  base: zContentOrNull,
  isPushing: z.boolean(),
  isRemoved: z.boolean(),
  inConflict: z.boolean(),
  theirs: zContentOrNull,
})

/** The person's lists with what both sides had, as stored. */
const zStoredWatchlists = z.strictObject({
  v: z.literal(1),
  lists: z.array(zStoredList).max(MAX_WATCHLISTS * 5),
})

/** Reads the stored lists; null for a text that cannot be read. */
export function parseWatchlists(text: string): readonly StoredList[] | null {
  try {
    return zStoredWatchlists.parse(JSON.parse(text)).lists
  } catch {
    return null
  }
}

export const writeWatchlists = (lists: readonly StoredList[]): string =>
  JSON.stringify({ v: 1, lists })
