import { z } from 'zod'
import {
  MAX_LIST_CHANGES,
  MAX_LIST_SYMBOLS,
  WATCHLIST_STATES,
  type WatchlistEdit,
  type WatchlistsView,
} from '../../domain/reference/watchlist-book.js'
import { zMessage } from '../message.js'
import { mirror } from '../mirror.js'
import { zConnectionId } from '../instructions.js'
import { zSymbol, zTime } from '../../domain/scalars.schema.js'

const zId = z.string().min(1).max(64)
const zName = z.string().max(200)
/** More than a list may hold, so that main can say what is wrong. */
const zSymbols = z.array(zSymbol).max(MAX_LIST_SYMBOLS * 5)

export const zWatchlistEdit = mirror<WatchlistEdit>()(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('create'),
      name: zName,
      symbols: zSymbols,
      atBroker: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('rename'), id: zId, name: zName }),
    z.strictObject({ kind: z.literal('symbols'), id: zId, symbols: zSymbols }),
    z.strictObject({ kind: z.literal('remove'), id: zId }),
    z.strictObject({
      kind: z.literal('move'),
      id: zId,
      by: z.union([z.literal(-1), z.literal(1)]),
    }),
    z.strictObject({ kind: z.literal('upload'), id: zId }),
    z.strictObject({ kind: z.literal('resolve'), id: zId, side: z.enum(['mine', 'theirs']) }),
    z.strictObject({ kind: z.enum(['undo', 'keep']), changeId: zId }),
  ]),
)

const zContent = { name: zName, symbols: zSymbols }
export const zWatchlistsView = mirror<WatchlistsView>()(
  z.strictObject({
    state: z.enum(['loading', 'ready', 'absent', 'failed']),
    lists: z
      .array(
        z.strictObject({
          ...zContent,
          id: zId,
          namedBy: zName.nullable(),
          state: z.enum(WATCHLIST_STATES),
          theirs: z.strictObject(zContent).nullable(),
          problem: zMessage.nullable(),
        }),
      )
      .max(200),
    syncedAt: zTime.nullable(),
    problem: zMessage.nullable(),
    changes: z
      .array(
        z.strictObject({
          id: zId,
          listId: zId,
          connectionId: zConnectionId,
          assistant: zName,
          changedAt: zTime,
          isCreated: z.boolean(),
          renamed: z.strictObject({ from: zName, to: zName }).nullable(),
          added: zSymbols,
          removed: zSymbols,
        }),
      )
      .max(MAX_LIST_CHANGES),
  }),
)
