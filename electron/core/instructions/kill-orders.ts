import type { ClientOrderId } from '../../../shared/domain/ids.js'
import type { Instruction } from '../../../shared/domain/instruction.js'
import type { Order } from '../../../shared/domain/order.js'
import { isFinal, isUncertain, isWorking } from '../../../shared/domain/order-state.js'
import type { Halt, HaltScope, LeftOrder } from '../../../shared/ipc/halt.js'
import type { ClockPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import { orderInWords, orderLine } from './line.js'

/**
 * A cancel that was refused or lost is asked again, but no faster than this: what is still working
 * can still fill.
 */
const CANCEL_AGAIN_MS = 1_000
/** More do not cross to a window; the desk allows no more open orders anyway. */
const MOST_LEFT = 200

export interface KillOrdersDeps {
  readonly session: Pick<DeskSession, 'cancel'> & {
    readonly lookUps: Pick<DeskSession['lookUps'], 'order'>
    readonly streams: { readonly orders: Pick<DeskSession['streams']['orders'], 'all'> }
  }
  /** Every instruction of the environment. */
  readonly instructions: () => readonly Instruction[]
  readonly clock: ClockPort
}

/** The orders that a kill is to see the end of. Each is counted once, whoever placed it. */
export interface KillOrders {
  /**
   * Takes in what belongs to the scope now: with `all`, whatever is open; always, what assistants
   * placed.
   */
  gather(scope: HaltScope, everything: boolean): void
  /**
   * Asks for the end of what works and asks Order Detail about what is not final, one after another
   * while `go`.
   */
  press(go: () => boolean): Promise<void>
  left(): readonly LeftOrder[]
  /** How many ended by being cancelled. */
  cancelled(): number
}

/**
 * The order that assistants' instructions placed; null ids are on their way. What they replaced or
 * cancelled stays the person's own.
 */
export const placedBy = (instructions: readonly Instruction[]): ReadonlySet<ClientOrderId> =>
  new Set(
    instructions.flatMap(({ action, outcome }) =>
      action.kind === 'place' && outcome?.clientOrderId != null ? [outcome.clientOrderId] : [],
    ),
  )

/** Sent a moment ago and not named yet: it may become an order at any time. */
const onTheWay = ({ action, outcome }: Instruction): boolean =>
  action.kind === 'place' &&
  outcome !== null &&
  outcome.clientOrderId === null &&
  (outcome.state === 'sending' || outcome.state === 'unknown')

/** `before`: what the last run left of the same halt. */
export function createKillOrders(
  { session, instructions, clock }: KillOrdersDeps,
  before: Pick<Halt, 'left' | 'cancelled'> | null,
): KillOrders {
  /** How each stood when it was taken in; its row, once there is one, knows better. */
  const targets = new Map<ClientOrderId, LeftOrder>(
    (before?.left ?? []).flatMap((each) =>
      each.clientOrderId === null ? [] : [[each.clientOrderId, each]],
    ),
  )
  /** What Order Detail said of those that have no row, and that it knows none. */
  const told = new Map<ClientOrderId, Order | 'absent'>()
  const asked = new Map<ClientOrderId, number>()

  const rows = (): ReadonlyMap<ClientOrderId, Order> =>
    new Map(session.streams.orders.all().map((order) => [order.clientOrderId, order]))
  const view = (order: Order): LeftOrder => ({
    clientOrderId: order.clientOrderId,
    accountId: order.accountId,
    symbol: order.symbol,
    state: isUncertain(order.status) ? 'unknown' : 'working',
    line: orderLine(orderInWords(order), null),
  })

  const standing = (): readonly {
    readonly target: LeftOrder
    readonly order: Order | 'absent' | null
  }[] => {
    const known = rows()
    return [...targets].map(([id, target]) => ({
      target,
      order: known.get(id) ?? told.get(id) ?? null,
    }))
  }
  const isOpen = (order: Order | 'absent' | null): boolean =>
    order === null || (order !== 'absent' && !isFinal(order.status))

  const coming = (): readonly LeftOrder[] => {
    // Its row may be there before its instruction knows the name: then it is counted by the row.
    const unnamed = standing()
      .filter(({ order }) => order !== null && order !== 'absent' && order.status === 'sending')
      .map(({ target }) => target)
    return instructions()
      .filter(onTheWay)
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
    const last = asked.get(order.clientOrderId)
    if (
      (order.pending?.kind === 'cancel' && order.pending.state === 'sent') ||
      (last !== undefined && clock.monotonic() - last < CANCEL_AGAIN_MS)
    ) {
      return
    }
    asked.set(order.clientOrderId, clock.monotonic())
    await session.cancel(order.accountId, order.clientOrderId).catch(() => undefined)
  }

  return {
    gather(scope, everything) {
      const placed = placedBy(instructions())
      for (const order of session.streams.orders.all()) {
        const mine = placed.has(order.clientOrderId) || (scope === 'all' && everything)
        if (mine && !isFinal(order.status) && !targets.has(order.clientOrderId)) {
          targets.set(order.clientOrderId, view(order))
        }
      }
    },
    async press(go) {
      const standsAs = (id: ClientOrderId): Order | 'absent' | null =>
        rows().get(id) ?? told.get(id) ?? null
      const cancelAll = (): Promise<unknown> =>
        Promise.all(
          standing().map(({ order }) =>
            order !== null && order !== 'absent' && isWorking(order.status) ? cancel(order) : null,
          ),
        )
      // All cancels leave before the first question is asked; those that were refused leave again
      // between two, since questions wait for the
      // provider's limit: an order that was still on its way to the exchange when it was cancelled
      // first must not work on meanwhile.
      for (const target of [...targets.values()]) {
        await cancelAll()
        const id = target.clientOrderId
        if (!go()) return
        if (id === null || !isOpen(standsAs(id))) continue
        const answer = await session.lookUps.order(target.accountId, id).catch((): null => null)
        if (answer?.ok !== true) continue
        // Absence is the order desk's to conclude where it has a row (it waits and asks again);
        // without one nobody else will.
        if (answer.value !== null) told.set(id, answer.value)
        else if (!rows().has(id)) told.set(id, 'absent')
      }
    },
    left() {
      const open = standing().filter(({ order }) => isOpen(order))
      return [
        ...open.map(
          ({ target, order }): LeftOrder =>
            order === null || order === 'absent' ? { ...target, state: 'unknown' } : view(order),
        ),
        ...coming(),
      ].slice(0, MOST_LEFT)
    },
    cancelled: () =>
      (before?.cancelled ?? 0) +
      standing().filter(
        ({ order }) => order !== null && order !== 'absent' && order.status === 'cancelled',
      ).length,
  }
}
