import { z } from 'zod'
import type { ListRequest } from '../../../shared/domain/reference/list-change.js'
import {
  MAX_LIST_NAME,
  type WatchlistView,
} from '../../../shared/domain/reference/watchlist-book.js'
import { ok } from '../../../shared/domain/result.js'
import type { AsyncResult } from '../../../shared/domain/instructions/refusal.js'
import { zSymbols } from '../format/input-fields.js'
import { namingSymbols, symbolsIn } from '../format/symbol-lists.js'
import { tool, type Call, type Tool } from '../tool.js'

const MAX_SYMBOLS = 20

const zListId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'letters, digits, - and _')
  .describe('From get_panel_watchlists, or the broker’s id from get_watchlists.')
const zListName = z.string().min(1).max(MAX_LIST_NAME).describe('What the list is called.')
const zListSymbols = zSymbols(MAX_SYMBOLS, 'NVDA,AMD')

const zList = z.object({
  watchlist_id: z.string(),
  name: z.string(),
  symbols: z.array(z.string()),
  /** How the list stands to the broker's copy. */
  state: z.string(),
})
const zChanged = z.object({
  watchlist_id: z.string(),
  name: z.string(),
  symbols: z.array(z.string()),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  note: z.string(),
})

const listView = ({ id, name, symbols, state }: WatchlistView): z.output<typeof zList> => ({
  watchlist_id: id,
  name,
  symbols: [...symbols],
  state,
})

const SHOWN = 'The person sees this change in the window, and may keep or undo it.'
const UNCHANGED = 'The list was like that already; nothing was changed.'

async function changed(request: ListRequest, call: Call): AsyncResult<z.output<typeof zChanged>> {
  const answer = await call.port.changeWatchlist(call.connection, request)
  if (!answer.ok) return request.kind === 'rename' ? answer : namingSymbols(answer)
  const { list, change } = answer.value
  const { added, removed, isCreated, renamed } = change
  const isChanged = isCreated || renamed !== null || added.length + removed.length > 0
  return ok({
    watchlist_id: list.id,
    name: list.name,
    symbols: [...list.symbols],
    added: [...added],
    removed: [...removed],
    note: isChanged ? SHOWN : UNCHANGED,
  })
}

const getPanelWatchlists = tool({
  name: 'get_panel_watchlists',
  toolset: 'watchlists',
  title: 'Watchlists of the panel',
  effect: 'read',
  description:
    'The person’s lists as the Watchlist panel shows them, except My watchlist, which is the person’s alone; and your changes that they have neither kept nor undone.',
  input: z.strictObject({}),
  output: z.object({
    watchlists: z.array(zList),
    undecided: z.array(
      z.object({
        watchlist_id: z.string(),
        added: z.array(z.string()),
        removed: z.array(z.string()),
      }),
    ),
  }),
  async run(_input, { port, connection }) {
    const found = await port.watchlists(connection)
    if (!found.ok) return found
    const { lists, changes } = found.value
    return ok({
      watchlists: lists.map(listView),
      undecided: changes
        .filter(({ connectionId }) => connectionId === connection)
        .map(({ listId, added, removed }) => ({
          watchlist_id: listId,
          added: [...added],
          removed: [...removed],
        })),
    })
  },
})

const createWatchlist = tool({
  name: 'create_watchlist',
  toolset: 'watchlists',
  title: 'Make a watchlist',
  effect: 'watchlist',
  description:
    'Makes a watchlist on this computer, also in place of adding to My watchlist, which only the person changes. The person sees it and can undo it. Requests no order.',
  input: z.strictObject({ name: zListName, symbols: zListSymbols.optional() }),
  output: zChanged,
  async run({ name, symbols: given }, call) {
    const symbols = given === undefined ? ok([]) : symbolsIn(given, MAX_SYMBOLS)
    return symbols.ok ? changed({ kind: 'create', name, symbols: symbols.value }, call) : symbols
  },
})

const updateWatchlist = tool({
  name: 'update_watchlist',
  toolset: 'watchlists',
  title: 'Rename a watchlist',
  effect: 'watchlist',
  description: 'Renames a watchlist. The person sees it and can undo it.',
  input: z.strictObject({ watchlist_id: zListId, name: zListName }),
  output: zChanged,
  run: ({ watchlist_id: id, name }, call) => changed({ kind: 'rename', id, name }, call),
})

const zMembers = z.strictObject({ watchlist_id: zListId, symbols: zListSymbols })

/** Adds symbols to a list, or removes them. */
async function changeMembers(
  kind: 'add' | 'remove',
  { watchlist_id: id, symbols: given }: z.output<typeof zMembers>,
  call: Call,
): AsyncResult<z.output<typeof zChanged>> {
  const symbols = symbolsIn(given, MAX_SYMBOLS)
  return symbols.ok ? changed({ kind, id, symbols: symbols.value }, call) : symbols
}

const addInstruments = tool({
  name: 'add_watchlist_instruments',
  toolset: 'watchlists',
  title: 'Add to a watchlist',
  effect: 'watchlist',
  description:
    'Adds symbols at the end of a watchlist. The person sees it and can undo it. Requests no order.',
  input: zMembers,
  output: zChanged,
  run: (input, call) => changeMembers('add', input, call),
})

const removeInstruments = tool({
  name: 'remove_watchlist_instruments',
  toolset: 'watchlists',
  title: 'Remove from a watchlist',
  effect: 'watchlist',
  description:
    'Removes symbols from a watchlist. The person sees it and can undo it. Requests no order.',
  input: zMembers,
  output: zChanged,
  run: (input, call) => changeMembers('remove', input, call),
})

export const WATCHLIST_TOOLS: readonly Tool[] = [
  getPanelWatchlists,
  createWatchlist,
  updateWatchlist,
  addInstruments,
  removeInstruments,
]
