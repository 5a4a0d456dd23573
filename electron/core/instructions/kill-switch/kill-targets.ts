import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import { tradesSame } from '../../../../shared/domain/instruments/instrument-key.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal, isUncertain, isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { Halt, HaltScope, LeftOrder } from '../../../../shared/domain/orders/halt.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { nullLogged } from '../../described-error.js'
import type { ClockPort, LogPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { describeOrder, orderSummary } from '../order-text/order-summary.js'
import { withLinked } from '../requests/linked-orders.js'
import { message } from '../../../../shared/messages/make-message.js'

/**
 * The minimum delay before a refused or lost cancellation is repeated, in ms. Orders that still
 * work can fill.
 */
const CANCEL_AGAIN_MS = 1_000
/** Cancellations on their way together: a broker that accepts so many need not be waited for. */
const CANCELS_AT_ONCE = 128
/**
 * The same after the broker's limit held one back: one that waits longer than 5 s for its turn is
 * given up.
 */
const CANCELS_AT_LIMIT = 32

export interface KillTargetsDeps {
  readonly session: { readonly orders: Pick<TradingSession['orders'], 'cancel'> } & {
    readonly queries: Pick<TradingSession['queries'], 'order'>
    readonly streams: { readonly orders: Pick<TradingSession['streams']['orders'], 'all'> }
  }
  /** Returns every instruction of the environment. */
  readonly instructions: () => readonly Instruction[]
  readonly clock: ClockPort
  readonly log: LogPort
}

/**
 * Returns the orders that assistants' instructions placed. Orders that they only replaced or
 * canceled remain the person's own.
 */
export const placedBy = (instructions: readonly Instruction[]): ReadonlySet<ClientOrderId> =>
  new Set(
    instructions.flatMap(({ action, outcome }) =>
      action.kind === 'place' && outcome?.clientOrderId != null ? [outcome.clientOrderId] : [],
    ),
  )

/** True for a new order that was sent and has no id yet; it may become an order at any time. */
const isInFlight = ({ action, outcome }: Instruction): boolean =>
  action.kind === 'place' &&
  outcome !== null &&
  outcome.clientOrderId === null &&
  (outcome.state === 'sending' || outcome.state === 'unknown')

/** The newest state of an order; `absent` when the broker knows none, null when not known yet. */
type KnownOrder = Order | 'absent' | null

const isOpen = (order: KnownOrder): boolean =>
  order === null || (order !== 'absent' && !isFinal(order.status))

/** A row never changes: thousands of them are described once, not with every count. */
const described = new WeakMap<Order, LeftOrder>()

function toLeftOrder(order: Order): LeftOrder {
  const known = described.get(order)
  if (known !== undefined) return known
  const leftOrder: LeftOrder = {
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    symbol: order.symbol,
    state: isUncertain(order.status) ? 'unknown' : 'working',
    line: orderSummary(describeOrder(order), null),
  }
  described.set(order, leftOrder)
  return leftOrder
}

/** An order of a kill: as it was added, and its newest state. */
interface CountedOrder {
  readonly id: ClientOrderId
  readonly target: LeftOrder
  readonly order: KnownOrder
}

/** The orders that a kill must bring to an end. Each is counted once, whoever placed it. */
export class KillTargets {
  readonly #deps: KillTargetsDeps
  readonly #cancelledBefore: number
  /** The state of each order when it was added; its current row takes precedence. */
  readonly #targets: Map<ClientOrderId, LeftOrder>
  /**
   * The result of Order Detail for orders without a row; `absent` when the broker knows no such
   * order.
   */
  readonly #reported = new Map<ClientOrderId, Order | 'absent'>()
  /**
   * The last rows of orders that ended. The session forgets old ones; without them, an order that
   * ended long ago would count as one whose state is not known.
   */
  readonly #ended = new Map<ClientOrderId, Order>()
  readonly #lastCancelAt = new Map<ClientOrderId, number>()
  /** The cancellations on their way; null when none is due. */
  #cancelling: Promise<void> | null = null
  /** Orders that were due when the rows were last read. */
  #due: Order[] = []
  /** The number of cancellations that were answered. */
  #answered = 0
  /** True once the broker's limit held a cancellation back. */
  #isLimited = false

  /** @param before the state of the same halt in the last run */
  constructor(deps: KillTargetsDeps, before: Pick<Halt, 'left' | 'cancelled'> | null) {
    this.#deps = deps
    this.#cancelledBefore = before?.cancelled ?? 0
    this.#targets = new Map(
      (before?.left ?? []).flatMap((order) =>
        order.clientOrderId === null ? [] : [[order.clientOrderId, order]],
      ),
    )
  }

  /**
   * Adds the orders in scope: always the orders of assistants, and with scope `all` and
   * `everything` every open order. What Countersign sent after `haltedAt` closes positions and is
   * left alone.
   */
  collect(scope: HaltScope, everything: boolean, haltedAt: EpochMs | null = null): void {
    const all = this.#deps.session.streams.orders.all()
    const own = placedBy(this.#deps.instructions())
    const placed = withLinked(own, all, own)
    const isLater = ({ sentAt }: Order): boolean =>
      haltedAt !== null && sentAt !== undefined && sentAt > haltedAt
    for (const order of all) {
      const isInScope =
        placed.has(order.clientOrderId) || (scope === 'all' && everything && !isLater(order))
      if (isInScope && !isFinal(order.status) && !this.#targets.has(order.clientOrderId)) {
        this.#targets.set(order.clientOrderId, toLeftOrder(order))
      }
    }
  }

  /** Remembers which orders of this kill ended with these changes of rows. */
  onRows(rows: readonly Order[]): void {
    for (const row of rows) {
      if (!isFinal(row.status)) this.#ended.delete(row.clientOrderId)
      else if (this.#targets.has(row.clientOrderId)) this.#ended.set(row.clientOrderId, row)
    }
  }

  /** Returns the newest row of every order of the session, and of those that ended before. */
  rows(): ReadonlyMap<ClientOrderId, Order> {
    const rows = new Map(this.#ended)
    for (const order of this.#deps.session.streams.orders.all()) {
      rows.set(order.clientOrderId, order)
    }
    return rows
  }

  /**
   * Cancels working orders, a bounded number at a time, and queries Order Detail once for each that
   * is not final, while `shouldContinue` returns true. `onProgress` is called between the steps.
   */
  async pursue(
    shouldContinue: () => boolean,
    onProgress: () => void = () => undefined,
  ): Promise<void> {
    // Cancellations are sent before the first query and beside the others, which wait for a tighter
    // limit: an order that was not cancelable at first must not keep working meanwhile.
    await this.#firstCancels(shouldContinue, onProgress)
    for (const queried = new Set<ClientOrderId>(); shouldContinue(); ) {
      this.#cancelling ??= this.#cancelDue(shouldContinue, onProgress)
      onProgress()
      const next = this.#nextToQuery(queried)
      if (next === null) break
      queried.add(next.id)
      await this.#query(next)
    }
    await this.#cancelling
  }

  /** Returns every order that is not final. */
  left(): readonly LeftOrder[] {
    const targets = this.#currentTargets()
    const open = targets.filter(({ order }) => isOpen(order))
    return [
      ...open.map(
        ({ target, order }): LeftOrder =>
          order === null || order === 'absent'
            ? { ...target, state: 'unknown' }
            : toLeftOrder(order),
      ),
      ...this.#unplaced(targets),
    ]
  }

  /** True when an order is one that this kill must bring to an end. */
  includes(id: ClientOrderId): boolean {
    return this.#targets.has(id)
  }

  /** Returns how many were canceled. */
  cancelled(): number {
    return (
      this.#cancelledBefore +
      this.#currentTargets().filter(
        ({ order }) => order !== null && order !== 'absent' && order.status === 'cancelled',
      ).length
    )
  }

  #currentTargets(): readonly CountedOrder[] {
    const rows = this.rows()
    return [...this.#targets].map(([id, target]) => ({
      id,
      target,
      order: rows.get(id) ?? this.#reported.get(id) ?? null,
    }))
  }

  /** Returns the first order that is not final and was not queried in this pass. */
  #nextToQuery(queried: ReadonlySet<ClientOrderId>): CountedOrder | null {
    return this.#currentTargets().find(({ id, order }) => isOpen(order) && !queried.has(id)) ?? null
  }

  async #query({ id, target }: CountedOrder): Promise<void> {
    const answer = await this.#deps.session.queries
      .order(target.accountId, id)
      .catch(nullLogged(this.#deps.log, 'halt.query-threw'))
    if (answer?.ok !== true) return
    // For an order with a row the reconciler decides about absence, after repeated queries
    // (REL-31). Without a row, conclude it here.
    if (answer.value !== null) this.#reported.set(id, answer.value)
    else if (!this.rows().has(id)) this.#reported.set(id, 'absent')
  }

  /** Returns the orders that are being sent and have no id yet. */
  #unplaced(targets: readonly CountedOrder[]): readonly LeftOrder[] {
    // A sending order may have a row before its instruction has the id; then it is counted by the
    // row.
    const unnamed = targets.flatMap(({ order }) =>
      order !== null && order !== 'absent' && order.status === 'sending' ? [order] : [],
    )
    return this.#deps
      .instructions()
      .filter(isInFlight)
      .flatMap(({ action }): readonly LeftOrder[] => {
        if (action.kind !== 'place') return []
        const { accountId, symbol, side } = action.draft
        const twin = unnamed.findIndex(
          (order) => order.accountId === accountId && tradesSame(order, action.draft),
        )
        if (twin >= 0) {
          unnamed.splice(twin, 1)
          return []
        }
        const line = message('killSwitch.beingSent', { side, symbol })
        return [{ clientOrderId: null, accountId, symbol, state: 'unknown', line }]
      })
  }

  /** Begins to cancel, and waits for the first answers. */
  #firstCancels(shouldContinue: () => boolean, onProgress: () => void): Promise<void> {
    const enough = this.#answered + CANCELS_AT_LIMIT
    return new Promise((resolve) => {
      const check = (): void => {
        onProgress()
        if (this.#answered >= enough) resolve()
      }
      this.#cancelling ??= this.#cancelDue(shouldContinue, check)
      void this.#cancelling.then(resolve)
    })
  }

  /** Cancels until no order is due. */
  async #cancelDue(shouldContinue: () => boolean, onProgress: () => void): Promise<void> {
    let before: number
    do {
      before = this.#answered
      await Promise.all(
        Array.from({ length: CANCELS_AT_ONCE }, (_, place) =>
          this.#cancelInTurn(place, shouldContinue, onProgress),
        ),
      )
    } while (shouldContinue() && this.#answered > before)
    this.#due = []
    this.#cancelling = null
  }

  /** Cancels one order after another, so that none waits for the answers of others. */
  async #cancelInTurn(
    place: number,
    shouldContinue: () => boolean,
    onProgress: () => void,
  ): Promise<void> {
    while (shouldContinue() && (!this.#isLimited || place < CANCELS_AT_LIMIT)) {
      const order = this.#nextToCancel()
      if (order === null) return
      await this.#cancel(order)
      this.#answered += 1
      onProgress()
    }
  }

  /** Returns a working order that can be canceled now; null when there is none. */
  #nextToCancel(): Order | null {
    // The rows are read once for many orders, because there may be thousands.
    if (this.#due.length === 0) {
      this.#due = this.#currentTargets()
        .flatMap(({ order }) => (order === null || order === 'absent' ? [] : [order]))
        .filter((order) => isWorking(order.status) && this.#isCancelDue(order))
        .slice(0, CANCELS_AT_ONCE)
        .reverse()
    }
    return this.#due.pop() ?? null
  }

  #isCancelDue({ clientOrderId, pending }: Order): boolean {
    if (pending?.kind === 'cancel' && pending.state === 'sent') return false
    const last = this.#lastCancelAt.get(clientOrderId)
    return last === undefined || this.#deps.clock.monotonic() - last >= CANCEL_AGAIN_MS
  }

  async #cancel({ accountId, clientOrderId }: Order): Promise<void> {
    const { clock, log, session } = this.#deps
    this.#lastCancelAt.set(clientOrderId, clock.monotonic())
    const answer = await session.orders
      .cancel(accountId, clientOrderId)
      .catch(nullLogged(log, 'halt.cancel-threw'))
    if (answer?.ok === true && answer.value.outcome === 'denied') this.#isLimited = true
    // The broker's limit may have delayed it: the next attempt waits from here.
    this.#lastCancelAt.set(clientOrderId, clock.monotonic())
  }
}
