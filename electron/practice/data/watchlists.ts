import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'

const zEntry = z.object({
  symbol: z.string(),
  category: z.string(),
  sort: z.number().int(),
  added: z.number().int(),
})
const zList = z.object({
  id: z.string(),
  name: z.string(),
  sort: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  entries: z.array(zEntry),
})
/** The state saved across restarts: every user's lists, and the number of the next list. */
export const zWatchlists = z.object({
  next: z.number().int().positive(),
  users: z.record(z.string(), z.array(zList)),
})
export type WatchlistsState = z.infer<typeof zWatchlists>
export const NO_WATCHLISTS: WatchlistsState = { next: 1, users: {} }

type WatchlistEntry = z.infer<typeof zEntry>
type List = z.infer<typeof zList>
/** One list as returned to its owner, without its entries. */
export type WatchlistView = Readonly<Omit<List, 'entries'>>
export type EntryView = Readonly<WatchlistEntry>

/** The reason why a change is refused. */
export type WatchlistProblem =
  | 'not-found'
  | 'no-name'
  | 'long-name'
  | 'too-many-lists'
  | 'too-many-instruments'
  | 'not-in-list'

/**
 * An instrument of a list. A symbol occurs once per list, whichever category it was added under.
 */
export interface Member {
  readonly symbol: string
  readonly category: string
  readonly sort?: number | undefined
}

const FIRST_ID = 10_000_000
const {
  lists: MAX_LISTS,
  instruments: MAX_INSTRUMENTS,
  nameLength: LONGEST_NAME,
} = ASSUMPTIONS.watchlists

const bySort = (a: { readonly sort: number }, b: { readonly sort: number }): number =>
  a.sort - b.sort
const nextSort = (all: readonly { readonly sort: number }[]): number =>
  all.reduce((highest, { sort }) => Math.max(highest, sort), 0) + 1

/** The stored watchlists of all users (MARKET-7). A change is applied completely or not at all. */
export class Watchlists {
  #state: WatchlistsState = structuredClone(NO_WATCHLISTS)

  restore(state: WatchlistsState): void {
    this.#state = structuredClone(state)
  }

  snapshot(): WatchlistsState {
    return structuredClone(this.#state)
  }

  /** Returns a user's lists ordered by `sort`, then by creation. */
  all(user: string): readonly WatchlistView[] {
    return [...this.#listsOf(user)].sort(bySort).map(({ entries: _entries, ...list }) => list)
  }

  create(
    user: string,
    name: string,
    sort: number | undefined,
    now: number,
  ): Result<string, WatchlistProblem> {
    const named = checkName(name)
    if (!named.ok) return named
    const lists = this.#listsOf(user)
    if (lists.length >= MAX_LISTS) return err('too-many-lists')
    const id = String(FIRST_ID + this.#state.next)
    this.#state.next += 1
    this.#state.users[user] = [
      ...lists,
      {
        id,
        name: named.value,
        sort: sort ?? nextSort(lists),
        created: now,
        updated: now,
        entries: [],
      },
    ]
    return ok(id)
  }

  update(
    user: string,
    id: string,
    change: { readonly name?: string | undefined; readonly sort?: number | undefined },
    now: number,
  ): Result<void, WatchlistProblem> {
    const list = this.#find(user, id)
    if (list === undefined) return err('not-found')
    const named = change.name === undefined ? ok(list.name) : checkName(change.name)
    if (!named.ok) return named
    list.name = named.value
    list.sort = change.sort ?? list.sort
    list.updated = now
    return ok(undefined)
  }

  remove(user: string, id: string): Result<void, WatchlistProblem> {
    if (this.#find(user, id) === undefined) return err('not-found')
    this.#state.users[user] = this.#listsOf(user).filter((list) => list.id !== id)
    return ok(undefined)
  }

  entries(user: string, id: string): Result<readonly EntryView[], WatchlistProblem> {
    const list = this.#find(user, id)
    return list === undefined ? err('not-found') : ok([...list.entries].sort(bySort))
  }

  /**
   * Adds instruments. An instrument already in the list keeps its time and gets the new sort, if
   * given.
   */
  add(
    user: string,
    id: string,
    members: readonly Member[],
    now: number,
  ): Result<void, WatchlistProblem> {
    return this.#change(user, id, now, (entries) => {
      const result = new Map(entries.map((entry) => [entry.symbol, entry]))
      for (const { symbol, category, sort } of members) {
        const known = result.get(symbol)
        result.set(
          symbol,
          known === undefined
            ? { symbol, category, sort: sort ?? nextSort([...result.values()]), added: now }
            : { ...known, sort: sort ?? known.sort },
        )
      }
      return result.size > MAX_INSTRUMENTS ? err('too-many-instruments') : ok([...result.values()])
    })
  }

  /** Removes instruments; ignores those not in the list. */
  drop(
    user: string,
    id: string,
    members: readonly Member[],
    now: number,
  ): Result<void, WatchlistProblem> {
    const gone = new Set(members.map(({ symbol }) => symbol))
    return this.#change(user, id, now, (entries) =>
      ok(entries.filter(({ symbol }) => !gone.has(symbol))),
    )
  }

  /** Changes the sort of instruments that are in the list. */
  sort(
    user: string,
    id: string,
    members: readonly Member[],
    now: number,
  ): Result<void, WatchlistProblem> {
    return this.#change(user, id, now, (entries) => {
      const places = new Map(members.map(({ symbol, sort }) => [symbol, sort]))
      if (members.some(({ symbol }) => entries.every((entry) => entry.symbol !== symbol))) {
        return err('not-in-list')
      }
      return ok(
        entries.map((entry) => ({ ...entry, sort: places.get(entry.symbol) ?? entry.sort })),
      )
    })
  }

  #change(
    user: string,
    id: string,
    now: number,
    make: (entries: readonly WatchlistEntry[]) => Result<WatchlistEntry[], WatchlistProblem>,
  ): Result<void, WatchlistProblem> {
    const list = this.#find(user, id)
    if (list === undefined) return err('not-found')
    const made = make(list.entries)
    if (!made.ok) return made
    list.entries = made.value
    list.updated = now
    return ok(undefined)
  }

  #listsOf(user: string): readonly List[] {
    return Object.hasOwn(this.#state.users, user) ? (this.#state.users[user] ?? []) : []
  }

  #find(user: string, id: string): List | undefined {
    return this.#listsOf(user).find((list) => list.id === id)
  }
}

function checkName(name: string): Result<string, WatchlistProblem> {
  const trimmed = name.trim()
  if (trimmed === '') return err('no-name')
  return trimmed.length > LONGEST_NAME ? err('long-name') : ok(trimmed)
}
