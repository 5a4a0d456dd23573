import type { Symbol } from '../../../../shared/domain/ids.js'
import type {
  ListAuthor,
  ListChange,
  ListRequest,
} from '../../../../shared/domain/reference/list-change.js'
import type { ListEdit } from '../../../../shared/domain/reference/watchlist-book.schema.js'
import { ok, type Result } from '../../../../shared/domain/result.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Message } from '../../../../shared/messages/message.js'
import { editLists } from './watchlist-edits.js'
import type { StoredList, StoredListChange } from './watchlist-file.js'

type Lists = readonly StoredList[]
type Changes = readonly StoredListChange[]

const without = (symbols: readonly Symbol[], others: readonly Symbol[]): readonly Symbol[] =>
  symbols.filter((entry) => !others.includes(entry))

const joined = (a: readonly Symbol[], b: readonly Symbol[]): readonly Symbol[] => [
  ...new Set([...a, ...b]),
]

/** Returns the edit that carries out a request. `list` is null for a new list. */
export function editOf(request: ListRequest, list: StoredList | null): ListEdit {
  switch (request.kind) {
    case 'create':
      return {
        kind: 'create',
        name: request.name,
        symbols: [...new Set(request.symbols)],
        atBroker: false,
      }
    case 'rename':
      return { kind: 'rename', id: list?.id ?? request.id, name: request.name }
    case 'add':
    case 'remove': {
      const [id, symbols] = [list?.id ?? request.id, list?.symbols ?? []]
      const next =
        request.kind === 'add'
          ? [...symbols, ...without(request.symbols, symbols)]
          : without(symbols, request.symbols)
      return { kind: 'symbols', id, symbols: [...new Set(next)] }
    }
  }
}

/** Compares a list before and after a request; `before` is null for a new list. */
export function changeBetween(
  before: StoredList | null,
  after: StoredList,
  {
    author,
    id,
    changedAt,
  }: { readonly author: ListAuthor; readonly id: string; readonly changedAt: EpochMs },
): StoredListChange {
  const symbols = before?.symbols ?? []
  return {
    connectionId: author.connectionId,
    assistant: author.assistant,
    id,
    listId: after.id,
    changedAt,
    isCreated: before === null,
    renamed:
      before === null || before.name === after.name ? null : { from: before.name, to: after.name },
    added: without(after.symbols, symbols),
    removed: without(symbols, after.symbols),
    before: symbols,
    namedBefore: before?.namedBy ?? null,
  }
}

/** Returns the lists after a request, where a new name bears its author (SEC-31). */
export const namedByAssistant = (
  lists: Lists,
  before: StoredList | null,
  { assistant }: ListAuthor,
): Lists => {
  const changed = before === null ? lists.at(-1) : lists.find(({ id }) => id === before.id)
  if (changed === undefined || changed.name === before?.name) return lists
  return lists.map((list) => (list === changed ? { ...list, namedBy: assistant } : list))
}

/** True when nothing remains of a change: what was added was removed again. */
const isEmpty = ({ isCreated, renamed, added, removed }: ListChange): boolean =>
  !isCreated && renamed === null && added.length === 0 && removed.length === 0

/**
 * Adds a change to the undecided ones. It is summed up with the earlier one of the same assistant
 * and list, so that one decision of the person covers both. It has the newer id: a decision about
 * what was shown before the newer one is refused.
 */
export function withChange(changes: Changes, next: StoredListChange): Changes {
  const earlier = changes.find(
    ({ connectionId, listId }) => connectionId === next.connectionId && listId === next.listId,
  )
  const summed = earlier === undefined ? next : summedUp(earlier, next)
  return [...changes.filter((change) => change !== earlier), ...(isEmpty(summed) ? [] : [summed])]
}

function summedUp(first: StoredListChange, next: StoredListChange): StoredListChange {
  const from = first.renamed?.from ?? next.renamed?.from
  const to = next.renamed?.to ?? first.renamed?.to
  const isRenamed = !first.isCreated && from !== undefined && to !== undefined && from !== to
  return {
    ...next,
    isCreated: first.isCreated,
    renamed: isRenamed ? { from, to } : null,
    added: joined(without(first.added, next.removed), without(next.added, first.removed)),
    removed: joined(without(first.removed, next.added), without(next.removed, first.added)),
    namedBefore: first.namedBefore,
    before: [...first.before, ...without(without(next.before, first.before), first.added)],
  }
}

/**
 * Takes a change back: its symbols go, those that it removed return to their places, and the name
 * returns. What the person changed since stays. A list that the assistant made is removed, unless
 * the person put symbols into it.
 */
export function undoChange(
  lists: Lists,
  change: StoredListChange,
  newId: () => string,
): Result<Lists, Message> {
  const list = lists.find(({ id, isRemoved }) => id === change.listId && !isRemoved)
  if (list === undefined) return ok(lists)
  const { id } = list
  const symbols = restored(without(list.symbols, change.added), change)
  if (change.isCreated && symbols.length === 0) {
    return editLists(lists, { kind: 'remove', id }, newId)
  }
  const edited = editLists(lists, { kind: 'symbols', id, symbols }, newId)
  if (!edited.ok || change.renamed?.to !== list.name) return edited
  const name = change.renamed.from
  const renamed = editLists(edited.value, { kind: 'rename', id, name }, newId)
  const { namedBefore: namedBy } = change
  return renamed.ok
    ? ok(renamed.value.map((entry) => (entry.id === id ? { ...entry, namedBy } : entry)))
    : renamed
}

/** Puts the removed symbols behind those that they followed before. */
function restored(
  symbols: readonly Symbol[],
  { removed, before }: StoredListChange,
): readonly Symbol[] {
  const result = [...symbols]
  for (const entry of before) {
    if (!removed.includes(entry) || result.includes(entry)) continue
    const earlier = before.slice(0, before.indexOf(entry)).toReversed()
    const previous = earlier.find((other) => result.includes(other))
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, entry)
  }
  return result
}

/** Returns the changes whose list still exists. */
export const ofExisting = (changes: Changes, lists: Lists): Changes =>
  changes.filter(({ listId }) => lists.some(({ id, isRemoved }) => id === listId && !isRemoved))

/** Returns a change without what only its undoing needs. */
export function shownChange({
  before: _before,
  namedBefore: _named,
  ...change
}: StoredListChange): ListChange {
  return change
}
