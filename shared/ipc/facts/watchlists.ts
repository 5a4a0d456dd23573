import { z } from 'zod'
import { MAX_LIST_SYMBOLS, type WatchlistEdit } from '../../domain/reference/watchlist-book.js'
import { mirror } from '../../domain/readonly-schema.js'
import { zSymbol } from '../../domain/scalars.schema.js'

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
