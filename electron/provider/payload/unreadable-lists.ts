import { accountId } from '../../../shared/domain/ids.js'
import type { ListKind, UnreadableList } from '../../../shared/domain/session/unreadable-list.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { UnreadableRow } from './readable-rows.js'

const KINDS: Readonly<Record<string, ListKind>> = {
  'connect.accounts.list': 'accounts',
  'trading.accounts.list': 'accounts',
  'trading.positions.list': 'positions',
  'trading.orders.open': 'openOrders',
  'trading.orders.history': 'orderHistory',
  'trading.stocks.list': 'instruments',
  'trading.options.contracts': 'instruments',
  'trading.futures.classes': 'instruments',
  'trading.futures.codes': 'instruments',
  'trading.futures.contracts': 'instruments',
  'trading.crypto.list': 'instruments',
  'trading.events.categories': 'instruments',
  'trading.events.series': 'instruments',
  'trading.events.list': 'instruments',
  'trading.events.markets': 'instruments',
}

/** More lists than a session reads; the oldest entry makes room for a newer one. */
const MAX_LISTS = 200

/** A window names some of the instruments; a list can have thousands. */
const MAX_SYMBOLS = 20

/** A list and how many of its rows could not be read; the symbols of those that name one. */
interface UnreadableCount {
  readonly list: Omit<UnreadableList, 'count' | 'symbols'>
  count: number
  readonly symbols: Set<string>
}

/**
 * Counts the rows that could not be read, per list as it was read last: a later reading of the same
 * list replaces the count, its further pages add to it.
 */
export class UnreadableLists {
  readonly #changed: () => void
  readonly #entries = new Map<string, UnreadableCount>()

  constructor(changed: () => void) {
    this.#changed = changed
  }

  /** Returns the lists with such rows, rows of one kind and account in one sum. */
  all(): readonly UnreadableList[] {
    const sums = new Map<string, UnreadableCount>()
    for (const { list, count, symbols } of this.#entries.values()) {
      const key = `${list.kind} ${list.accountId ?? ''}`
      const sum = sums.get(key) ?? { list, count: 0, symbols: new Set<string>() }
      sums.set(key, sum)
      sum.count += count
      for (const symbol of symbols) sum.symbols.add(symbol)
    }
    return [...sums.values()].map(({ list, count, symbols }) => ({
      ...list,
      count,
      symbols: [...symbols].sort().slice(0, MAX_SYMBOLS),
    }))
  }

  /** Records an answer of a list: its parameters name the list and the page. */
  answered(operation: Operation, params: unknown, unreadable: readonly UnreadableRow[]): void {
    // Nearly every answer ends here: prices are read many times a second.
    if (unreadable.length === 0 && this.#entries.size === 0) return
    const { key, isFirstPage } = listOf(operation, params)
    const wasKnown = isFirstPage && this.#entries.delete(key)
    if (unreadable.length > 0) this.add(operation, params, unreadable)
    else if (wasKnown) this.#changed()
  }

  /** Adds rows of the last answer of a list that fit its schema and are still not understood. */
  add(operation: Operation, params: unknown, rows: readonly Pick<UnreadableRow, 'symbol'>[]): void {
    const { key, query } = listOf(operation, params)
    const account = query['account_id']
    const entry: UnreadableCount = this.#entries.get(key) ?? {
      list: {
        kind: KINDS[operation.id] ?? 'other',
        accountId: typeof account === 'string' ? accountId(account) : null,
      },
      count: 0,
      symbols: new Set<string>(),
    }
    this.#entries.set(key, entry)
    entry.count += rows.length
    for (const { symbol } of rows) if (symbol !== null) entry.symbols.add(symbol)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > MAX_LISTS && oldest !== undefined) this.#entries.delete(oldest)
    this.#changed()
  }
}

/**
 * Returns the key of a list, its parameters, and whether they request its first page. An account
 * has one list of each kind, whatever days of it are read.
 */
function listOf(operation: Operation, params: unknown) {
  const { pagination_key: page, ...query } = params as Readonly<Record<string, unknown>>
  const name = query['account_id'] ?? query
  return { key: `${operation.id} ${JSON.stringify(name)}`, query, isFirstPage: page === undefined }
}
