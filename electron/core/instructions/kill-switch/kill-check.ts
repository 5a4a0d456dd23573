import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { TradingSession } from '../../session/trading-session.js'

/** A list that still names more orders that have ended is too old to prove anything. */
const MAX_STALE = 20

/** A listed order in the scope of the kill, and its row. */
interface Named {
  readonly accountId: AccountId
  readonly id: ClientOrderId
  readonly row: Order | undefined
}

/** The ids of the listed orders of each account. */
type OpenIds = ReadonlyMap<AccountId, ReadonlySet<ClientOrderId>>

export interface KillCheckDeps {
  readonly session: Pick<TradingSession, 'sessionView'> & {
    readonly queries: Pick<TradingSession['queries'], 'order' | 'openOrders'>
    readonly streams: { readonly orders: Pick<TradingSession['streams']['orders'], 'all'> }
  }
  readonly targets: {
    /** Adds the orders that the lists made known. */
    collect(): void
    includes(id: ClientOrderId): boolean
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

  constructor(deps: KillCheckDeps) {
    this.#deps = deps
  }

  /** True once every account's list was read to its end since the kill. */
  get isListed(): boolean {
    return this.#firstLists !== null
  }

  /** Reads every list once after the kill, so that orders of other clients become known. */
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
    const listed = await this.#readLists()
    if (listed === null || !shouldContinue()) return false
    const named = this.#openIn(listed)
    if (named.length > MAX_STALE || named.some(({ row }) => !hasEnded(row))) return false
    for (const { accountId, id } of named) if (await this.#mayBeOpen(accountId, id)) return false
    return true
  }

  async #discoverOnce(): Promise<void> {
    if (this.#firstLists === null) this.#firstLists = await this.#readLists()
  }

  /** Returns the listed orders in scope with their rows. */
  #openIn(listed: OpenIds): readonly Named[] {
    const { session, targets } = this.#deps
    const rows = new Map(
      session.streams.orders.all().map((order) => [order.clientOrderId, order] as const),
    )
    return [...listed].flatMap(([accountId, ids]) =>
      [...ids]
        .filter((id) => targets.includes(id))
        .map((id) => ({ accountId, id, row: rows.get(id) })),
    )
  }

  /** Returns the listed ids of each account; null when a list could not be read to its end. */
  async #readLists(): Promise<OpenIds | null> {
    const { session } = this.#deps
    const { phase, accounts } = session.sessionView()
    if (phase !== 'ready') return null
    const listed = new Map<AccountId, ReadonlySet<ClientOrderId>>()
    for (const { accountId } of accounts) {
      const list = await session.queries.openOrders(accountId).catch((): null => null)
      if (list?.ok !== true) return null
      listed.set(accountId, list.value)
    }
    this.#deps.targets.collect()
    return listed
  }

  /** True unless an order that ended by its row has ended according to Order Detail too. */
  async #mayBeOpen(accountId: AccountId, id: ClientOrderId): Promise<boolean> {
    const detail = await this.#deps.session.queries.order(accountId, id).catch((): null => null)
    return detail?.ok !== true || (detail.value !== null && !isFinal(detail.value.status))
  }
}

const hasEnded = (row: Order | undefined): boolean => row !== undefined && isFinal(row.status)
