import { type AppError, appError } from '../../../../shared/domain/app/app-error.js'
import {
  MAX_LIST_NAME,
  MAX_LIST_SYMBOLS,
  MAX_WATCHLISTS,
} from '../../../../shared/domain/reference/watchlist-book.js'
import type { ListEdit } from '../../../../shared/domain/reference/watchlist-book.schema.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { Message } from '../../../../shared/messages/message.js'
import { message } from '../../../../shared/messages/make-message.js'
import { withTheirs } from './watchlist-merge.js'
import type { StoredList } from './watchlist-file.js'
import { plainLine } from '../../../../shared/domain/text-safety.js'

type Lists = readonly StoredList[]

/** A name is one plain line; one that is too long is refused, not cut. */
const plainName = (name: string): string => plainLine(name, MAX_LIST_NAME + 1)

const visibleLists = (lists: Lists): Lists => lists.filter(({ isRemoved }) => !isRemoved)

/** Applies an edit of the person; refuses one that no list can have. */
export function editLists(
  lists: Lists,
  edit: ListEdit,
  newId: () => string,
): Result<Lists, Message> {
  const problem = problemOf(lists, edit)
  if (problem !== null) return err(problem)
  if (edit.kind === 'create') {
    const { name, symbols, atBroker } = edit
    return ok([
      ...lists,
      {
        id: newId(),
        name: plainName(name),
        namedBy: null,
        symbols,
        atBroker,
        brokerId: null,
        base: null,
        isPushing: false,
        isRemoved: false,
        inConflict: false,
        theirs: null,
      },
    ])
  }
  if (edit.kind === 'move') return ok(movedList(lists, edit.id, edit.by))
  return ok(lists.flatMap((list) => (list.id === edit.id ? editedList(list, edit) : [list])))
}

function problemOf(lists: Lists, edit: ListEdit): Message | null {
  if (edit.kind !== 'create' && !visibleLists(lists).some(({ id }) => id === edit.id)) {
    return message('watchlists.unknown')
  }
  if (edit.kind === 'create' && visibleLists(lists).length >= MAX_WATCHLISTS) {
    return message('watchlists.tooMany', { max: MAX_WATCHLISTS })
  }
  if (edit.kind === 'create' || edit.kind === 'rename') {
    const name = plainName(edit.name)
    if (name === '') return message('watchlists.noName')
    if (name.length > MAX_LIST_NAME) return message('watchlists.longName', { max: MAX_LIST_NAME })
    const isTaken = visibleLists(lists).some(
      (list) => list.name === name && (edit.kind === 'create' || list.id !== edit.id),
    )
    if (isTaken) return message('watchlists.nameTaken', { name })
  }
  if (
    (edit.kind === 'create' || edit.kind === 'symbols') &&
    edit.symbols.length > MAX_LIST_SYMBOLS
  ) {
    return message('watchlists.tooLong', { max: MAX_LIST_SYMBOLS })
  }
  return null
}

function editedList(
  list: StoredList,
  edit: Exclude<ListEdit, { readonly kind: 'create' | 'move' }>,
): Lists {
  switch (edit.kind) {
    case 'rename':
      return [{ ...list, name: plainName(edit.name), namedBy: null }]
    case 'symbols':
      return [{ ...list, symbols: [...new Set(edit.symbols)] }]
    case 'remove':
      return list.brokerId === null ? [] : [{ ...list, isRemoved: true }]
    case 'upload':
      return [{ ...list, atBroker: true }]
    case 'resolve':
      return resolved(list, edit.side)
  }
}

/** What is kept counts as an edit of the other copy, so that the next comparison carries it. */
function resolved(list: StoredList, side: 'mine' | 'theirs'): Lists {
  const { theirs } = list
  const settled = { ...list, inConflict: false, theirs: null }
  if (theirs === null) {
    // The broker deleted the list: keeping it creates a new one there.
    return side === 'theirs' ? [] : [{ ...settled, brokerId: null, base: null }]
  }
  return side === 'theirs'
    ? [{ ...withTheirs(settled, theirs), base: theirs, isPushing: false }]
    : [{ ...settled, base: theirs }]
}

function movedList(lists: Lists, id: string, by: -1 | 1): Lists {
  const order = visibleLists(lists)
  const index = order.findIndex((list) => list.id === id)
  const other = order[index + by]
  const list = order[index]
  if (list === undefined || other === undefined) return lists
  return lists.map((entry) => (entry.id === id ? other : entry.id === other.id ? list : entry))
}

/** An edit that is not carried out, and why. */
export const refusedEdit = (why: Message): Result<never, AppError> =>
  err(appError('provider/refused', why, { class: 'local' }))

/** An edit that could not be stored on this computer. */
export const notSaved = (): Result<never, AppError> =>
  err(appError('storage/failed', message('watchlists.notSaved'), { retry: 'safe' }))
