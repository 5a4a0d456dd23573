import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { TradingSession } from '../../session/trading-session.js'

/** Complete lists in a row that must show no open order before a kill may say zero. */
const LISTS_NEEDED = 2

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
 * Proves that a kill left nothing open (REL-36): the lists of all accounts, read twice to their end
 * after the last order ended, name no order in scope that works. Lists lag, so that an order that
 * ended may still be named; Order Detail decides about it.
 */
export class KillCheck {
  readonly #deps: KillCheckDeps
  #isListed = false

  constructor(deps: KillCheckDeps) {
    this.#deps = deps
  }

  /** True once every account's list was read to its end since the kill. */
  get isListed(): boolean {
    return this.#isListed
  }

  /** Reads every list once, so that orders of other clients become known. */
  async discover(): Promise<void> {
    await this.#readLists()
  }

  /** Returns true when the lists prove that nothing in scope is open. */
  async provesNothingOpen(shouldContinue: () => boolean): Promise<boolean> {
    for (let count = 0; count < LISTS_NEEDED; count += 1) {
      const listed = await this.#readLists()
      if (listed === null || !shouldContinue()) return false
      for (const [accountId, ids] of listed) {
        for (const id of ids) if (await this.#mayBeOpen(accountId, id)) return false
      }
    }
    return true
  }

  /** Returns the listed ids of each account; null when a list could not be read to its end. */
  async #readLists(): Promise<ReadonlyMap<AccountId, ReadonlySet<ClientOrderId>> | null> {
    const { session } = this.#deps
    const { phase, accounts } = session.sessionView()
    if (phase !== 'ready') return null
    const listed = new Map<AccountId, ReadonlySet<ClientOrderId>>()
    for (const { accountId } of accounts) {
      const list = await session.queries.openOrders(accountId).catch((): null => null)
      if (list?.ok !== true) return null
      listed.set(accountId, list.value)
    }
    this.#isListed = true
    this.#deps.targets.collect()
    return listed
  }

  /** True unless a listed order is out of scope, or ended according to Order Detail. */
  async #mayBeOpen(accountId: AccountId, id: ClientOrderId): Promise<boolean> {
    const { session, targets } = this.#deps
    if (!targets.includes(id)) return false
    const row = session.streams.orders.all().find((order) => order.clientOrderId === id)
    if (row === undefined || !isFinal(row.status)) return true
    const detail = await session.queries.order(accountId, id).catch((): null => null)
    return detail?.ok !== true || (detail.value !== null && !isFinal(detail.value.status))
  }
}
