import type { ClientOrderId } from '../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../shared/domain/orders/order.js'
import { isFinal, isUncertain, isWorking } from '../../../../shared/domain/orders/order-state.js'
import type { Halt, HaltScope, LeftOrder } from '../../../../shared/domain/orders/halt.js'
import type { ClockPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import { describeOrder, orderSummary } from '../order-text/order-summary.js'

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

/** The orders that a kill must bring to an end. Each is counted once, whoever placed it. */
export interface KillTargets {
  /**
   * Adds the orders in scope: always those of assistants, and with scope `all` and `everything`
   * every open order.
   */
  collect(scope: HaltScope, everything: boolean): void
  /**
   * Cancels working orders and queries Order Detail for those that are not final, one after another
   * while `shouldContinue` returns true.
   */
  pursue(shouldContinue: () => boolean): Promise<void>
  left(): readonly LeftOrder[]
  /** Returns how many were canceled. */
  cancelled(): number
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

/** Creates the targets. `before` is the state of the same halt in the last run. */
export function createKillTargets(
  { session, instructions, clock }: KillTargetsDeps,
  before: Pick<Halt, 'left' | 'cancelled'> | null,
): KillTargets {
  /** The state of each order when it was added; its current row takes precedence. */
  const targets = new Map<ClientOrderId, LeftOrder>(
    (before?.left ?? []).flatMap((order) =>
      order.clientOrderId === null ? [] : [[order.clientOrderId, order]],
    ),
  )
  /**
   * The result of Order Detail for orders without a row; `absent` when the broker knows no such
   * order.
   */
  const reported = new Map<ClientOrderId, Order | 'absent'>()
  const lastCancelAt = new Map<ClientOrderId, number>()

  const rows = (): ReadonlyMap<ClientOrderId, Order> =>
    new Map(session.streams.orders.all().map((order) => [order.clientOrderId, order]))
  const view = (order: Order): LeftOrder => ({
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    symbol: order.symbol,
    state: isUncertain(order.status) ? 'unknown' : 'working',
    line: orderSummary(describeOrder(order), null),
  })

  const currentTargets = (): readonly {
    readonly target: LeftOrder
    readonly order: Order | 'absent' | null
  }[] => {
    const known = rows()
    return [...targets].map(([id, target]) => ({
      target,
      order: known.get(id) ?? reported.get(id) ?? null,
    }))
  }
  const isOpen = (order: Order | 'absent' | null): boolean =>
    order === null || (order !== 'absent' && !isFinal(order.status))

  const unplaced = (): readonly LeftOrder[] => {
    // A sending order may have a row before its instruction has the id; then it is counted by the
    // row.
    const unnamed = currentTargets()
      .filter(({ order }) => order !== null && order !== 'absent' && order.status === 'sending')
      .map(({ target }) => target)
    return instructions()
      .filter(isInFlight)
      .flatMap((instruction): readonly LeftOrder[] => {
        const { action } = instruction
        if (action.kind !== 'place') return []
        const { accountId, symbol } = action.draft
        const twin = unnamed.findIndex(
          (target) => target.accountId === accountId && target.symbol === symbol,
        )
        if (twin >= 0) {
          unnamed.splice(twin, 1)
          return []
        }
        return [
          {
            clientOrderId: null,
            accountId,
            symbol,
            state: 'unknown',
            line: `Being sent: ${action.draft.side} ${symbol}`,
          },
        ]
      })
  }

  const cancel = async (order: Order): Promise<void> => {
    const last = lastCancelAt.get(order.clientOrderId)
    if (
      (order.pending?.kind === 'cancel' && order.pending.state === 'sent') ||
      (last !== undefined && clock.monotonic() - last < CANCEL_AGAIN_MS)
    ) {
      return
    }
    lastCancelAt.set(order.clientOrderId, clock.monotonic())
    await session.cancel(order.accountId, order.clientOrderId).catch(() => undefined)
  }

  return {
    collect(scope, everything) {
      const placed = placedBy(instructions())
      for (const order of session.streams.orders.all()) {
        const isInScope = placed.has(order.clientOrderId) || (scope === 'all' && everything)
        if (isInScope && !isFinal(order.status) && !targets.has(order.clientOrderId)) {
          targets.set(order.clientOrderId, view(order))
        }
      }
    },
    async pursue(shouldContinue) {
      const currentOrder = (id: ClientOrderId): Order | 'absent' | null =>
        rows().get(id) ?? reported.get(id) ?? null
      const cancelAll = (): Promise<unknown> =>
        Promise.all(
          currentTargets().map(({ order }) =>
            order !== null && order !== 'absent' && isWorking(order.status) ? cancel(order) : null,
          ),
        )
      // Send all cancellations before the first query. Refused ones are repeated between queries,
      // because queries wait for the broker's rate limit and an order that was not cancelable at
      // first must not keep working meanwhile.
      for (const target of [...targets.values()]) {
        await cancelAll()
        const id = target.clientOrderId
        if (!shouldContinue()) return
        if (id === null || !isOpen(currentOrder(id))) continue
        const answer = await session.queries.order(target.accountId, id).catch((): null => null)
        if (answer?.ok !== true) continue
        // For an order with a row the reconciler decides about absence, after repeated queries
        // (REL-31). Without a row, conclude it here.
        if (answer.value !== null) reported.set(id, answer.value)
        else if (!rows().has(id)) reported.set(id, 'absent')
      }
    },
    left() {
      const open = currentTargets().filter(({ order }) => isOpen(order))
      return [
        ...open.map(
          ({ target, order }): LeftOrder =>
            order === null || order === 'absent' ? { ...target, state: 'unknown' } : view(order),
        ),
        ...unplaced(),
      ].slice(0, MAX_LEFT)
    },
    cancelled: () =>
      (before?.cancelled ?? 0) +
      currentTargets().filter(
        ({ order }) => order !== null && order !== 'absent' && order.status === 'cancelled',
      ).length,
  }
}
