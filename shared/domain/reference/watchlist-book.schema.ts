import { z } from 'zod'
import { zSymbol } from '../scalars.schema.js'
import { LIST_DECISIONS } from './list-change.js'
import { MAX_LIST_SYMBOLS } from './watchlist-book.js'
import { asReadonly } from '../readonly-schema.js'

const zId = z.string().min(1).max(64)

const zName = z.string().max(200)

/** More than a list may hold, so that main can say what is wrong. */
const zSymbols = z.array(zSymbol).max(MAX_LIST_SYMBOLS * 5)

/** A change of the lists by the person, except a decision on the change of an assistant. */
const ListEdit = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('create'),
      name: zName,
      symbols: zSymbols,
      /** Whether the broker stores it too. */
      atBroker: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('rename'), id: zId, name: zName }),
    z.strictObject({ kind: z.literal('symbols'), id: zId, symbols: zSymbols }),
    z.strictObject({ kind: z.literal('remove'), id: zId }),
    /** Moves a list by one place. */
    z.strictObject({
      kind: z.literal('move'),
      id: zId,
      by: z.union([z.literal(-1), z.literal(1)]),
    }),
    /** Stores a local list at the broker too. */
    z.strictObject({ kind: z.literal('upload'), id: zId }),
    /** Ends a conflict with one of the two copies. */
    z.strictObject({ kind: z.literal('resolve'), id: zId, side: z.enum(['mine', 'theirs']) }),
  ]),
)
export type ListEdit = z.output<typeof ListEdit>

/** Undoes or keeps the change of an assistant. */
const DecisionEdit = asReadonly(z.strictObject({ kind: z.enum(LIST_DECISIONS), changeId: zId }))
export type DecisionEdit = z.output<typeof DecisionEdit>

/** A change of the lists by the person. */
export const WatchlistEdit = z.union([ListEdit, DecisionEdit])
export type WatchlistEdit = z.output<typeof WatchlistEdit>
