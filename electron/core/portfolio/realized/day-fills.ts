import { oldestFirst } from './oldest-first.js'
import type { Execution } from '../../../../shared/domain/account/activity.js'
import { isZero, type Price, type Quantity } from '../../../../shared/domain/decimal.js'
import type { AccountId, ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import type { OrderTerms } from '../../../../shared/domain/orders/order-terms.js'
import type { Unknown } from '../../../../shared/domain/unknown.js'
import type { Side } from '../../../../shared/domain/side.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { OrderObservation } from '../../orders/order-observation.js'
import type { OrderReadsPort } from '../../orders/order-reads-port.js'
import type { ProviderFailure } from '../../provider-failure.js'
import type { RecordsPort } from '../../records/records-port.js'
import { readPages } from '../../read-pages.js'

/**
 * ASSUMPTION: the broker lists executions for US accounts (TRADING-4.8): its client has the list,
 * its reference does not. Where it refuses the list, the filled orders of the history stand for
 * their executions, at their average price and the time of their last fill.
 */
export const REFUSED: ReadonlySet<ProviderFailure['kind']> = new Set(['refused', 'not-entitled'])
/** Fewer unknown orders than this are read one by one. */
const FEW_ORDERS = 4

/** What a fill traded, as its order describes it. */
export type FilledInstrument = Pick<Order, 'assetClass' | 'symbol' | 'quantity'> & {
  readonly terms?: Pick<OrderTerms, 'legs' | 'outcome'> | undefined
}

/** One fill as the broker recorded it, whoever placed its order. */
export interface DayFill {
  readonly id: string
  readonly order: ClientOrderId
  readonly time: EpochMs
  readonly side: Side | Unknown
  readonly quantity: Quantity
  readonly price: Price
  readonly instrument: FilledInstrument
}

export interface DayFillsDeps {
  readonly records: (() => Promise<RecordsPort>) | undefined
  readonly orders: Pick<OrderReadsPort, 'history' | 'detail'>
  /** Returns an order that Countersign knows. */
  readonly order: (id: ClientOrderId) => Order | undefined
  readonly exchangeNow: () => EpochMs
}

/** The executions of an account since an instant, newest first. */
interface Listed {
  readonly from: EpochMs
  readonly executions: readonly Execution[]
}

/** Reads the fills of accounts, by Countersign and by every other client, since a day began. */
export class DayFills {
  readonly #deps: DayFillsDeps
  readonly #listed = new Map<AccountId, Listed>()
  readonly #instruments = new Map<ClientOrderId, FilledInstrument>()

  constructor(deps: DayFillsDeps) {
    this.#deps = deps
  }

  /** Returns the fills since an instant, oldest first; null when not all could be read. */
  async since(accountId: AccountId, from: EpochMs): Promise<readonly DayFill[] | null> {
    const executions = await this.#executions(accountId, from, this.#listed.get(accountId))
    if (executions === 'refused') return this.#ofOrders(accountId, from)
    if (executions === null) return null
    this.#listed.set(accountId, { from, executions })
    return this.#identified(accountId, from, executions)
  }

  /** Returns the fills since an instant of earlier days, oldest first, without storing them. */
  async earlier(accountId: AccountId, from: EpochMs): Promise<readonly DayFill[] | null> {
    const executions = await this.#executions(accountId, from, undefined)
    return executions === null || executions === 'refused'
      ? null
      : this.#identified(accountId, from, executions)
  }

  /** Returns executions, newest first, as fills, oldest first; null when an order is not known. */
  async #identified(
    accountId: AccountId,
    from: EpochMs,
    executions: readonly Execution[],
  ): Promise<readonly DayFill[] | null> {
    await this.#identify(accountId, from, executions)
    const fills = executions.flatMap((execution): DayFill[] => {
      const instrument = this.#instrumentOf(execution.clientOrderId)
      return instrument === undefined
        ? []
        : [
            {
              ...execution,
              id: execution.executionId,
              order: execution.clientOrderId,
              instrument,
            },
          ]
    })
    return fills.length < executions.length ? null : fills.reverse()
  }

  /** Forgets what was read, such as after a sign-out. */
  clear(): void {
    this.#listed.clear()
  }

  /** Returns the executions since an instant, newest first; reads only those that are new. */
  async #executions(
    accountId: AccountId,
    from: EpochMs,
    stored: Listed | undefined,
  ): Promise<readonly Execution[] | 'refused' | null> {
    const port = await this.#deps.records?.()
    if (port === undefined) return 'refused'
    const storedExecutions = stored?.from === from ? stored.executions : []
    const knownIds = new Set(storedExecutions.map(({ executionId }) => executionId))
    const executions: Execution[] = []
    const range = { from, to: null, now: this.#deps.exchangeNow() }
    let unreadable = 0
    const end = await readPages(
      (cursor) => port.executions(accountId, range, cursor, 'background'),
      (page) => {
        unreadable += page.unreadable
        const added = page.rows.filter(({ executionId }) => !knownIds.has(executionId))
        for (const { executionId } of added) knownIds.add(executionId)
        executions.push(...added)
        const isRestKnown = added.length < page.rows.length && isNewestFirst(page.rows)
        return unreadable === 0 && !isRestKnown
      },
    )
    if (!end.ok) return REFUSED.has(end.error.kind) ? 'refused' : null
    if (unreadable > 0) return null
    return [...executions, ...storedExecutions].sort((a, b) => b.time - a.time)
  }

  #instrumentOf(id: ClientOrderId): FilledInstrument | undefined {
    return this.#instruments.get(id) ?? this.#deps.order(id)
  }

  /** Finds out what the orders of executions traded, of which a record names the symbol only. */
  async #identify(
    accountId: AccountId,
    from: EpochMs,
    executions: readonly Execution[],
  ): Promise<void> {
    const missing = (): readonly ClientOrderId[] => [
      ...new Set(
        executions.flatMap(({ clientOrderId }) =>
          this.#instrumentOf(clientOrderId) === undefined ? [clientOrderId] : [],
        ),
      ),
    ]
    if (missing().length > FEW_ORDERS) {
      await this.#history(accountId, from, () => missing().length > 0)
    }
    for (const id of missing()) {
      const answer = await this.#deps.orders.detail(accountId, id, 'watch')
      if (answer.ok && answer.value.seen === 'found') this.#remember(answer.value.observation)
    }
  }

  #remember({ clientOrderId, assetClass, symbol, quantity, terms }: OrderObservation): void {
    if (assetClass !== null) {
      this.#instruments.set(clientOrderId, { assetClass, symbol, quantity, terms })
    }
  }

  /** Reads the order history, newest first, while more is needed; null when a page failed. */
  async #history(
    accountId: AccountId,
    from: EpochMs | null,
    isNeeded: () => boolean,
  ): Promise<readonly OrderObservation[] | null> {
    const observations: OrderObservation[] = []
    const { orders } = this.#deps
    const range = { from, to: null }
    let isWhole = false
    const end = await readPages(
      (cursor) => orders.history(accountId, range, cursor, 'watch'),
      (page) => {
        for (const seen of page.orders) this.#remember(seen)
        observations.push(...page.orders)
        isWhole = page.cursor === null && page.unreadable === 0
        return page.unreadable === 0 && isNeeded()
      },
    )
    return end.ok && isWhole ? observations : null
  }

  /** Returns the filled orders in place of executions; null when not all could be read. */
  async #ofOrders(accountId: AccountId, from: EpochMs): Promise<readonly DayFill[] | null> {
    // An order of earlier days may fill today: the broker's default is the last seven days.
    const orders = await this.#history(accountId, null, () => true)
    if (orders === null) return null
    const filled = orders.filter(
      ({ filledQuantity }) => filledQuantity !== null && !isZero(filledQuantity),
    )
    const fills = filled.flatMap((seen) => fillOf(seen) ?? [])
    if (fills.length < filled.length) return null
    return oldestFirst(fills.filter(({ time }) => time >= from))
  }
}

/** True for rows after which only older ones follow; a server may list in another order. */
const isNewestFirst = (rows: readonly Execution[]): boolean =>
  rows.every(({ time }, index) => time <= (rows[index - 1]?.time ?? time))

/** Returns an order as one fill; null when its record does not say what filled. */
function fillOf(seen: OrderObservation): DayFill | null {
  const { assetClass, symbol, terms, side, quantity, filledQuantity, averageFillPrice, filledAt } =
    seen
  const time = filledAt ?? seen.placedAt
  if (
    assetClass === null ||
    filledQuantity === null ||
    averageFillPrice === null ||
    time === null
  ) {
    return null
  }
  return {
    id: `${seen.clientOrderId} ${String(filledQuantity)}`,
    order: seen.clientOrderId,
    time,
    side: side ?? 'unknown',
    quantity: filledQuantity,
    price: averageFillPrice,
    instrument: { assetClass, symbol, quantity, terms },
  }
}
