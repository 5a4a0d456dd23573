import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import { nullLogged } from '../../described-error.js'
import type { ClockPort, LogPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'

/** A list that still names more orders that have ended is too old to prove anything. */
const MAX_STALE = 20
/** The pause after lists that could not be read, in ms. */
const RETRY_MS = 1_000

/** A listed order in the scope of the kill, and its row. */
interface Named {
  readonly accountId: AccountId
  readonly id: ClientOrderId
  readonly row: Order | undefined
}

/** The ids of the listed orders of each account. */
type OpenIds = ReadonlyMap<AccountId, ReadonlySet<ClientOrderId>>

export interface KillCheckDeps {
  readonly session: { readonly connection: Pick<TradingSession['connection'], 'view'> } & {
    readonly queries: Pick<TradingSession['queries'], 'order' | 'openOrders'>
  }
  readonly clock: ClockPort
  readonly log: LogPort
  readonly targets: {
    /** Adds the orders that the lists made known. */
    collect(): void
    includes(id: ClientOrderId): boolean
    /** Returns the newest row of every order, also of those that ended long ago. */
    rows(): ReadonlyMap<ClientOrderId, Order>
  }
}

/**
 * Proves that a kill left nothing open (REL-36): the lists of all accounts are read twice to their
 * end, once when the kill begins and once after the last order ended, and name no order in scope
 * that works. Lists lag, so that an order that ended may still be named; Order Detail decides about
 * it.
 */
export class KillCheck {
  readonly #deps: KillCheckDeps
  /** The first lists since the kill; each of their orders must have ended. */
  #firstLists: OpenIds | null = null
  #discovering: Promise<void> | null = null
  /** When the lists may be read again after they could not be, by the monotonic clock. */
  #retryAt = Number.NEGATIVE_INFINITY

  constructor(deps: KillCheckDeps) {
    this.#deps = deps
  }

  /** True once every account's list was read to its end since the kill. */
  get isListed(): boolean {
    return this.#firstLists !== null
  }

  /**
   * Begins to read every list after the kill, until that succeeded once, so that orders of other
   * clients become known and the counts are complete.
   */
  discoverSoon(): void {
    if (!this.isListed && this.#deps.clock.monotonic() >= this.#retryAt) void this.discover()
  }

  /** Reads every list once after the kill; a second call waits for the same reading. */
  discover(): Promise<void> {
    this.#discovering ??= this.#discoverOnce().finally(() => {
      this.#discovering = null
    })
    return this.#discovering
  }

  /** Returns true when two complete lists in a row prove that nothing in scope is open. */
  async provesNothingOpen(shouldContinue: () => boolean): Promise<boolean> {
    await this.discover()
    if (this.#firstLists === null || !shouldContinue()) return false
    if (this.#openIn(this.#firstLists).some(({ row }) => !hasEnded(row))) return false
    const listed = await this.#readLists(true)
    if (listed === null || !shouldContinue()) return false
    const named = this.#openIn(listed)
    if (named.length > MAX_STALE || named.some(({ row }) => !hasEnded(row))) return false
    for (const { accountId, id } of named) if (await this.#mayBeOpen(accountId, id)) return false
    return true
  }

  async #discoverOnce(): Promise<void> {
    if (this.#firstLists !== null) return
    this.#firstLists = await this.#readLists(false)
    this.#retryAt = this.#deps.clock.monotonic() + RETRY_MS
  }

  /** Returns the listed orders in scope with their rows. */
  #openIn(listed: OpenIds): readonly Named[] {
    const { targets } = this.#deps
    const rows = targets.rows()
    return [...listed].flatMap(([accountId, ids]) =>
      [...ids]
        .filter((id) => targets.includes(id))
        .map((id) => ({ accountId, id, row: rows.get(id) })),
    )
  }

  /** Returns the listed ids of each account; null when a list could not be read in full. */
  async #readLists(isProof: boolean): Promise<OpenIds | null> {
    const { log, session } = this.#deps
    const { phase, accounts } = session.connection.view()
    if (phase !== 'ready') return null
    const listed = new Map<AccountId, ReadonlySet<ClientOrderId>>()
    let isReadable = true
    for (const { accountId } of accounts) {
      const list = await session.queries
        .openOrders(accountId, isProof)
        .catch(nullLogged(log, 'halt.query-threw'))
      if (list?.ok !== true) return null
      listed.set(accountId, list.value.ids)
      isReadable &&= list.value.unreadable === 0
    }
    this.#deps.targets.collect()
    // An order that could not be read may be working, so that such lists prove nothing.
    return isReadable ? listed : null
  }

  /** True unless an order that ended by its row has ended according to Order Detail too. */
  async #mayBeOpen(accountId: AccountId, id: ClientOrderId): Promise<boolean> {
    const { log, session } = this.#deps
    const detail = await session.queries
      .order(accountId, id)
      .catch(nullLogged(log, 'halt.query-threw'))
    return detail?.ok !== true || (detail.value !== null && !isFinal(detail.value.status))
  }
}

const hasEnded = (row: Order | undefined): boolean => row !== undefined && isFinal(row.status)
