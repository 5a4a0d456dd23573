import type { Symbol } from '../../../../shared/domain/ids.js'
import type { WatchlistContent } from '../../../../shared/domain/reference/watchlist-book.js'
import type { StoredList } from './watchlist-file.js'

export const sameContent = (a: WatchlistContent, b: WatchlistContent): boolean =>
  a.name === b.name && a.symbols.join() === b.symbols.join()

/**
 * Returns the lists as the person's own, for a broker that has none of them: what was stored at the
 * old one is created there, and what was removed is gone.
 */
export const unlinked = (lists: readonly StoredList[]): readonly StoredList[] =>
  lists
    .filter(({ isRemoved }) => !isRemoved)
    .map((list) => ({
      ...list,
      brokerId: null,
      base: null,
      isPushing: false,
      inConflict: false,
      theirs: null,
    }))

/** Replaces a list by the broker's copy. A name that the broker changed is no assistant's. */
export const withTheirs = (list: StoredList, theirs: WatchlistContent): StoredList => ({
  ...list,
  ...theirs,
  namedBy: list.name === theirs.name ? list.namedBy : null,
})

/** What has to be done about one list. */
export type MergeStep =
  | { readonly kind: 'none'; readonly list: StoredList }
  /** The broker's copy replaces this one, or nothing remains of it. */
  | { readonly kind: 'take'; readonly list: StoredList | null }
  | { readonly kind: 'push'; readonly list: StoredList }
  | { readonly kind: 'delete'; readonly list: StoredList }
  | { readonly kind: 'create'; readonly list: StoredList }

/**
 * Compares a list with the broker's copy by what both had before. A change of one side is carried
 * to the other; when both changed differently, nothing is carried and the person chooses.
 */
export function mergeList(list: StoredList, theirs: WatchlistContent | null): MergeStep {
  const { base, brokerId } = list
  if (brokerId === null) return { kind: list.atBroker ? 'create' : 'none', list }
  const settled = { ...list, inConflict: false, theirs: null }
  if (theirs === null) return withoutTheirs(settled)
  const baseContent = base ?? { name: '', symbols: [] }
  const isTheirsOld =
    sameContent(theirs, baseContent) || (list.isPushing && isBetween(theirs, baseContent, list))
  if (list.isRemoved) {
    return isTheirsOld ? { kind: 'delete', list: settled } : conflict(list, theirs)
  }
  if (sameContent(list, theirs)) {
    return { kind: 'none', list: { ...settled, base: theirs, isPushing: false } }
  }
  if (isTheirsOld) return { kind: 'push', list: { ...settled, base: theirs } }
  if (sameContent(list, baseContent)) {
    return {
      kind: 'take',
      list: { ...withTheirs(settled, theirs), base: theirs, isPushing: false },
    }
  }
  return conflict(list, theirs)
}

/** The broker no longer has the list: an unchanged one goes too, a changed one is a conflict. */
function withoutTheirs(list: StoredList): MergeStep {
  const isUnchanged = list.base !== null && sameContent(list, list.base)
  if (list.isRemoved || isUnchanged) return { kind: 'take', list: null }
  return { kind: 'none', list: { ...list, inConflict: true, theirs: null } }
}

/** Shows both copies; a list that was removed here comes back, because the other one changed. */
const conflict = (list: StoredList, theirs: WatchlistContent): MergeStep => ({
  kind: 'none',
  list: { ...list, inConflict: true, theirs, isRemoved: false },
})

/** True for a content that a change from one to the other can leave behind when it breaks off. */
function isBetween(
  current: WatchlistContent,
  from: WatchlistContent,
  to: WatchlistContent,
): boolean {
  const [known, wanted, present] = [from, to, current].map(
    ({ symbols }) => new Set<Symbol>(symbols),
  ) as [Set<Symbol>, Set<Symbol>, Set<Symbol>]
  const isPresent = [...known].every((symbol) => !wanted.has(symbol) || present.has(symbol))
  const isExpected = [...present].every((symbol) => known.has(symbol) || wanted.has(symbol))
  return isPresent && isExpected && (current.name === from.name || current.name === to.name)
}
