import {
  abs,
  asQuantity,
  div,
  eq,
  gt,
  isNegative,
  isZero,
  maxOf,
  mul,
  neg,
  sub,
  sum,
  ZERO_QUANTITY,
  type Decimal,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import { formatPlainNumber } from '../../../shared/domain/plain-number.js'
import type { Position } from '../../../shared/domain/account/account.js'
import type { Order, OrderDraft } from '../../../shared/domain/orders/order.js'
import { isFinal } from '../../../shared/domain/orders/order-state.js'
import { ok, err, type Result } from '../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import { denialText } from '../risk/risk-limits.js'
import { readError } from '../session/read-error.js'
import type { OrderService } from './order-service.js'
import type { OrderProjection } from './order-projection.js'

/** What of an order says which position it would change. */
type ClosingOrder = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'side'> & {
  readonly terms?:
    | (Pick<NonNullable<OrderDraft['terms']>, 'outcome'> & {
        readonly legs?: readonly ClosingLeg[] | undefined
      })
    | undefined
}
interface ClosingLeg {
  readonly option: {
    readonly type: string | null
    readonly strike: Decimal | null
    readonly expiration: string | null
  } | null
}

/** True when both legs are the same contract; one that tells too little is none. */
export const sameContract = (a: ClosingLeg | undefined, b: ClosingLeg | undefined): boolean =>
  a?.option != null &&
  b?.option != null &&
  a.option.type === b.option.type &&
  a.option.expiration === b.option.expiration &&
  a.option.strike !== null &&
  b.option.strike !== null &&
  eq(a.option.strike, b.option.strike)

/**
 * True when the order is about the position, on the side that makes it smaller. Of options it is
 * one contract and one leg: see singlesOf.
 */
export function closes(position: Position, order: ClosingOrder): boolean {
  if (
    position.accountId !== order.accountId ||
    position.assetClass !== order.assetClass ||
    position.symbol !== order.symbol ||
    isZero(position.quantity)
  ) {
    return false
  }
  if (order.side !== (isNegative(position.quantity) ? 'buy' : 'sell')) return false
  if (order.assetClass === 'event') {
    return order.terms?.outcome !== undefined && order.terms.outcome === position.outcome
  }
  if (order.assetClass !== 'option') return true
  const [legs, held] = [order.terms?.legs ?? [], position.legs ?? []]
  return legs.length === 1 && held.length === 1 && sameContract(legs[0], held[0])
}

const closingOrderOf = (order: Order): ClosingOrder => ({
  ...order,
  terms: {
    outcome: order.terms?.outcome === 'unknown' ? undefined : (order.terms?.outcome ?? undefined),
    legs: order.terms?.legs ?? [],
  },
})

/**
 * The contracts of an option position, each as a position of its own; any other position as it is.
 * Null where the broker does not say
 * how many there are of each, or which of them are short.
 */
export function singleLegPositions(position: Position): readonly Position[] | null {
  const legs = position.legs ?? []
  if (position.assetClass !== 'option' || legs.length === 1) return [position]
  const known = legs.flatMap((leg) =>
    leg.quantity === null || isZero(leg.quantity) || leg.option === null
      ? []
      : [{ leg, quantity: leg.quantity }],
  )
  const [first] = known
  if (first === undefined || known.length < legs.length) return null
  // All legs of these go the way that the whole goes; of any other the signs have to tell.
  const sameSign = known.every(
    ({ quantity }) => isNegative(quantity) === isNegative(first.quantity),
  )
  if (sameSign && position.strategy !== 'straddle' && position.strategy !== 'strangle') return null
  return known.map(({ leg, quantity }) => ({
    ...position,
    strategy: 'single',
    legs: [leg],
    quantity: sameSign
      ? isNegative(position.quantity)
        ? neg(abs(quantity))
        : abs(quantity)
      : quantity,
    averageCost: null,
    lastPrice: null,
    marketValue: null,
    unrealizedPnl: null,
    unrealizedPnlRatio: null,
    dayPnl: null,
  }))
}

const PLACES = 5

/**
 * What an order may take from a position, of which `left` is still to be seen in it; of an order of
 * unknown size, all of it.
 */
function reservedQuantity(position: Position, order: Order, left: Quantity): Quantity {
  if (order.quantity === null) {
    return closes(position, closingOrderOf(order)) ? abs(position.quantity) : ZERO_QUANTITY
  }
  const legs = order.terms?.legs ?? []
  if (position.assetClass !== 'option' || legs.length < 2) {
    return closes(position, closingOrderOf(order)) ? left : ZERO_QUANTITY
  }
  // Of a combination each leg claims for itself.
  if (order.accountId !== position.accountId || order.symbol !== position.symbol) {
    return ZERO_QUANTITY
  }
  const against = isNegative(position.quantity) ? 'buy' : 'sell'
  const closingLegs = legs.filter(
    (leg) => leg.side === against && sameContract(leg, position.legs?.[0]),
  )
  return sum(
    closingLegs.map(({ quantity }) =>
      asQuantity(div(mul(quantity, left), order.quantity ?? left, PLACES, 'up') ?? quantity),
    ),
  )
}

const orderKey = ({ accountId, clientOrderId }: Order): string => `${accountId} ${clientOrderId}`

/**
 * How much of a position no order has claimed already; an order of unknown size claims it all.
 * Never negative.
 * @param before the orders as they stood when the position was asked for: what has filled since may
 *   not be in it yet, and is claimed still
 */
export function availableToClose(
  position: Position,
  orders: readonly Order[],
  before: readonly Order[] = orders,
): Quantity {
  const earlierOrders = new Map(before.map((order) => [orderKey(order), order]))
  const reserved = orders.map((order) => {
    const earlier = earlierOrders.get(orderKey(order))
    if (earlier !== undefined && isFinal(earlier.status)) return ZERO_QUANTITY
    const maxFilled = isFinal(order.status)
      ? order.filledQuantity
      : (order.quantity ?? order.filledQuantity)
    return isFinal(order.status) && isZero(maxFilled)
      ? ZERO_QUANTITY
      : reservedQuantity(
          position,
          order,
          maxOf(sub(maxFilled, earlier?.filledQuantity ?? ZERO_QUANTITY), ZERO_QUANTITY),
        )
  })
  return maxOf(sub(abs(position.quantity), sum(reserved)), ZERO_QUANTITY)
}

/** The legs of an order, each as an order of its own; any other order as it is. */
const legDraftsOf = (draft: OrderDraft): readonly OrderDraft[] => {
  const legs = draft.terms?.legs ?? []
  return legs.length < 2
    ? [draft]
    : legs.map((leg) => ({
        ...draft,
        side: leg.side,
        size: { kind: 'quantity', quantity: leg.quantity },
        terms: { ...draft.terms, legs: [leg] },
      }))
}

export interface CloserDeps {
  readonly positions: PortfolioPort['positions']
  readonly projection: Pick<OrderProjection, 'orders'>
  readonly orders: Pick<OrderService, 'close' | 'outcome'>
}

/**
 * Sends orders that make positions smaller, those of one symbol one after another: two that close
 * the same position cannot both find it whole. What the
 * broker says is held at this moment decides; the same ticket never sends twice.
 */
export function createCloser({
  positions,
  projection,
  orders,
}: CloserDeps): (ticket: string, draft: OrderDraft) => Promise<Result<TradeOutcome, AppError>> {
  const queues = new Map<string, Promise<unknown>>()
  const denied = (message: string): Result<TradeOutcome, AppError> =>
    ok({ outcome: 'denied', reasons: [denialText({ code: 'not-closing', message })] })

  const close = async (
    ticket: string,
    draft: OrderDraft,
  ): Promise<Result<TradeOutcome, AppError>> => {
    const known = await orders.outcome(ticket)
    if (known !== null) return ok(known)
    const before = projection.orders.all()
    const held = await positions(draft.accountId)
    if (!held.ok) return err(readError(held.error))
    const singles = held.value.flatMap((position) => singleLegPositions(position) ?? [])
    // Every leg has to make something smaller: one that opened anything would be a new position.
    for (const part of legDraftsOf(draft)) {
      const [first, ...more] = singles.filter((position) => closes(position, part))
      if (first === undefined || part.size.kind !== 'quantity') {
        return denied(`Nothing of ${draft.symbol} is held that this order would close`)
      }
      const available = availableToClose(
        { ...first, quantity: sum([first, ...more].map(({ quantity }) => quantity)) },
        projection.orders.all(),
        before,
      )
      if (gt(part.size.quantity, available)) {
        return denied(`Only ${formatPlainNumber(available)} of ${draft.symbol} can still be closed`)
      }
    }
    return ok(await orders.close(ticket, draft))
  }

  return (ticket, draft) => {
    const key = `${draft.accountId} ${draft.symbol}`
    const done = (queues.get(key) ?? Promise.resolve()).then(() => close(ticket, draft))
    queues.set(
      key,
      done.catch(() => undefined),
    )
    return done
  }
}
