import { z } from 'zod'
import { symbol, type ConnectionId } from '../../../shared/domain/ids.js'
import { MAX_LIST_CHANGES } from '../../../shared/domain/reference/watchlist-book.js'
import type { StoredListChange } from '../market/watchlists/list-changes.js'
import type { StoredList } from '../market/watchlists/watchlist-merge.js'
import { mirror } from '../../../shared/domain/readonly-schema.js'
import { zTime } from '../../../shared/domain/scalars.schema.js'

/** The broker's lists are stored as it names them, in any length: it may accept what we do not. */
const zSymbol = z
  .string()
  .min(1)
  .transform((text) => symbol(text))
const zSymbols = z.array(zSymbol)
const zName = z.string()
const zContent = { name: zName, symbols: zSymbols }
const zContentOrNull = z.strictObject(zContent).nullable()

const zStoredList = mirror<StoredList>()(
  z.strictObject({
    ...zContent,
    id: z.string().min(1).max(64),
    // Absent in older files.
    namedBy: z.string().max(200).nullable().default(null),
    brokerId: z.string().nullable(),
    atBroker: z.boolean(),
    base: zContentOrNull,
    isPushing: z.boolean(),
    isRemoved: z.boolean(),
    inConflict: z.boolean(),
    theirs: zContentOrNull,
  }),
)
const zLists = z.array(zStoredList)

const zStoredChange = mirror<StoredListChange>()(
  z.strictObject({
    id: z.string().min(1).max(64),
    listId: z.string().min(1).max(64),
    connectionId: z
      .string()
      .max(64)
      .transform((text) => text as ConnectionId),
    assistant: z.string().max(200),
    changedAt: zTime,
    isCreated: z.boolean(),
    renamed: z.strictObject({ from: zName, to: zName }).nullable(),
    added: zSymbols,
    removed: zSymbols,
    before: zSymbols,
    namedBefore: z.string().max(200).nullable().default(null),
  }),
)

/** The version of the file. */
export const WATCHLISTS_VERSION = 2

/** The person's lists with what both sides had, and the undecided changes of assistants. */
export interface StoredWatchlists {
  readonly lists: readonly StoredList[]
  readonly changes: readonly StoredListChange[]
}

const zStoredWatchlists = z.union([
  z.strictObject({
    v: z.literal(WATCHLISTS_VERSION),
    lists: zLists,
    changes: z.array(zStoredChange).max(MAX_LIST_CHANGES * 2),
  }),
  z
    .strictObject({ v: z.literal(1), lists: zLists })
    .transform(({ lists }) => ({ lists, changes: [] })),
])

/** Reads the stored lists; null for a text that cannot be read. */
export function parseWatchlists(text: string): StoredWatchlists | null {
  try {
    const { lists, changes } = zStoredWatchlists.parse(JSON.parse(text))
    return { lists, changes }
  } catch {
    return null
  }
}

export const writeWatchlists = ({ lists, changes }: StoredWatchlists): string =>
  JSON.stringify({ v: WATCHLISTS_VERSION, lists, changes })
