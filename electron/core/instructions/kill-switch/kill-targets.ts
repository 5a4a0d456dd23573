import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal, isUncertain, isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { Halt, HaltScope, LeftOrder } from '../../../../shared/domain/orders/halt.js'
import type { ClockPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { describeOrder, orderSummary } from '../order-text/order-summary.js'
import { message } from '../../../../shared/messages/make-message.js'

/**
 * The minimum delay before a refused or lost cancellation is repeated, in ms. Orders that still
 * work can fill.
 */
const CANCEL_AGAIN_MS = 1_000
/** The maximum number of orders sent to a window, which is also the limit of open orders. */
const MAX_LEFT = 200

export interface KillTargetsDeps {
  readonly session: Pick<TradingSession, 'cancel'> & {
    readonly queries: Pick<TradingSession['queries'], 'order'>
    readonly streams: { readonly orders: Pick<TradingSession['streams']['orders'], 'all'> }
  }
  /** Returns every instruction of the environment. */
  readonly instructions: () => readonly Instruction[]
  readonly clock: ClockPort
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

const toLeftOrder = (order: Order): LeftOrder => ({
  clientOrderId: order.clientOrderId,
  accountId: order.accountId,
  symbol: order.symbol,
  state: isUncertain(order.status) ? 'unknown' : 'working',
  line: orderSummary(describeOrder(order), null),
})

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
  readonly #lastCancelAt = new Map<ClientOrderId, number>()

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
   * Adds the orders in scope: always those of assistants, and with scope `all` and `everything`
   * every open order.
   */
  collect(scope: HaltScope, everything: boolean): void {
    const placed = placedBy(this.#deps.instructions())
    for (const order of this.#deps.session.streams.orders.all()) {
      const isInScope = placed.has(order.clientOrderId) || (scope === 'all' && everything)
      if (isInScope && !isFinal(order.status) && !this.#targets.has(order.clientOrderId)) {
        this.#targets.set(order.clientOrderId, toLeftOrder(order))
      }
    }
  }

  /**
   * Cancels working orders and queries Order Detail for those that are not final, one after another
   * while `shouldContinue` returns true.
   */
  async pursue(shouldContinue: () => boolean): Promise<void> {
    // Send all cancellations before the first query. Refused ones are repeated between queries,
    // because queries wait for the broker's rate limit and an order that was not cancelable at
    // first must not keep working meanwhile.
    for (const target of [...this.#targets.values()]) {
      await this.#cancelAll()
      const id = target.clientOrderId
      if (!shouldContinue()) return
      if (id === null || !isOpen(this.#rows().get(id) ?? this.#reported.get(id) ?? null)) continue
      const answer = await this.#deps.session.queries
        .order(target.accountId, id)
        .catch((): null => null)
      if (answer?.ok !== true) continue
      // For an order with a row the reconciler decides about absence, after repeated queries
      // (REL-31). Without a row, conclude it here.
      if (answer.value !== null) this.#reported.set(id, answer.value)
      else if (!this.#rows().has(id)) this.#reported.set(id, 'absent')
    }
  }

  left(): readonly LeftOrder[] {
    const open = this.#currentTargets().filter(({ order }) => isOpen(order))
    return [
      ...open.map(
        ({ target, order }): LeftOrder =>
          order === null || order === 'absent'
            ? { ...target, state: 'unknown' }
            : toLeftOrder(order),
      ),
      ...this.#unplaced(),
    ].slice(0, MAX_LEFT)
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

  #rows(): ReadonlyMap<ClientOrderId, Order> {
    return new Map(
      this.#deps.session.streams.orders.all().map((order) => [order.clientOrderId, order]),
    )
  }

  #currentTargets(): readonly { readonly target: LeftOrder; readonly order: KnownOrder }[] {
    const rows = this.#rows()
    return [...this.#targets].map(([id, target]) => ({
      target,
      order: rows.get(id) ?? this.#reported.get(id) ?? null,
    }))
  }

  /** Returns the orders that are being sent and have no id yet. */
  #unplaced(): readonly LeftOrder[] {
    // A sending order may have a row before its instruction has the id; then it is counted by the
    // row.
    const unnamed = this.#currentTargets()
      .filter(({ order }) => order !== null && order !== 'absent' && order.status === 'sending')
      .map(({ target }) => target)
    return this.#deps
      .instructions()
      .filter(isInFlight)
      .flatMap(({ action }): readonly LeftOrder[] => {
        if (action.kind !== 'place') return []
        const { accountId, symbol, side } = action.draft
        const twin = unnamed.findIndex(
          (target) => target.accountId === accountId && target.symbol === symbol,
        )
        if (twin >= 0) {
          unnamed.splice(twin, 1)
          return []
        }
        const line = message('killSwitch.beingSent', { side, symbol })
        return [{ clientOrderId: null, accountId, symbol, state: 'unknown', line }]
      })
  }

  #cancelAll(): Promise<unknown> {
    return Promise.all(
      this.#currentTargets().map(({ order }) =>
        order !== null && order !== 'absent' && isWorking(order.status)
          ? this.#cancel(order)
          : null,
      ),
    )
  }

  async #cancel(order: Order): Promise<void> {
    const { clock, session } = this.#deps
    const last = this.#lastCancelAt.get(order.clientOrderId)
    if (
      (order.pending?.kind === 'cancel' && order.pending.state === 'sent') ||
      (last !== undefined && clock.monotonic() - last < CANCEL_AGAIN_MS)
    ) {
      return
    }
    this.#lastCancelAt.set(order.clientOrderId, clock.monotonic())
    await session.cancel(order.accountId, order.clientOrderId).catch(() => undefined)
  }
}
