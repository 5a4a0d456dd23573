import { z } from 'zod'
import { symbol, type ConnectionId } from '../../../../shared/domain/ids.js'
import { asReadonly } from '../../../../shared/domain/readonly-schema.js'
import { MAX_LIST_CHANGES } from '../../../../shared/domain/reference/watchlist-book.js'
import { zTime } from '../../../../shared/domain/scalars.schema.js'

/** The broker's lists are stored as it names them, in any length: it may accept what we do not. */
const zSymbol = z
  .string()
  .min(1)
  .transform((text) => symbol(text))
const zSymbols = z.array(zSymbol)
const zName = z.string()
const content = { name: zName, symbols: zSymbols }
const zContentOrNull = z.strictObject(content).nullable()
const zId = z.string().min(1).max(64)
const zAssistant = z.string().max(200)

/** One list as it is stored here. */
const StoredList = asReadonly(
  z.strictObject({
    ...content,
    id: zId,
    /** The assistant that chose the present name; null for the person and the broker. */
    namedBy: zAssistant.nullable(),
    /** The broker's id; null while the broker has no such list. */
    brokerId: z.string().nullable(),
    /** Whether the broker is to store it. */
    atBroker: z.boolean(),
    /** What both had after the last comparison; null for a list that was never compared. */
    base: zContentOrNull,
    /** True while a change is on its way: the broker may have a part of it. */
    isPushing: z.boolean(),
    /** True for a list that the person removed and the broker still has. */
    isRemoved: z.boolean(),
    /** True while both were changed; `theirs` is the broker's copy, null when it has none. */
    inConflict: z.boolean(),
    theirs: zContentOrNull,
  }),
)
export type StoredList = z.output<typeof StoredList>

/** A change as it is stored: with the symbols before it, where removed ones return to. */
const StoredListChange = asReadonly(
  z.strictObject({
    id: zId,
    listId: zId,
    connectionId: z
      .string()
      .max(64)
      .transform((text) => text as ConnectionId),
    assistant: zAssistant,
    changedAt: zTime,
    isCreated: z.boolean(),
    renamed: z.strictObject({ from: zName, to: zName }).nullable(),
    added: zSymbols,
    removed: zSymbols,
    before: zSymbols,
    /** The assistant that had chosen the name before it; null for none. */
    namedBefore: zAssistant.nullable(),
  }),
)
export type StoredListChange = z.output<typeof StoredListChange>

/** The version of the file. */
export const WATCHLISTS_VERSION = 1

const zFile = asReadonly(
  z.strictObject({
    v: z.literal(WATCHLISTS_VERSION),
    lists: z.array(StoredList),
    changes: z.array(StoredListChange).max(MAX_LIST_CHANGES * 2),
  }),
)

/** The person's lists with what both sides had, and the undecided changes of assistants. */
export type StoredWatchlists = Omit<z.output<typeof zFile>, 'v'>

/** Reads the stored lists; null for a text that cannot be read. */
export function parseWatchlists(text: string): StoredWatchlists | null {
  try {
    const { lists, changes } = zFile.parse(JSON.parse(text))
    return { lists, changes }
  } catch {
    return null
  }
}

export const writeWatchlists = ({ lists, changes }: StoredWatchlists): string =>
  JSON.stringify({ v: WATCHLISTS_VERSION, lists, changes })
