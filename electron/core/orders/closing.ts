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
import { numberWords } from '../../../shared/domain/number-words.js'
import type { Position } from '../../../shared/domain/account.js'
import type { Order, OrderDraft } from '../../../shared/domain/order.js'
import { isFinal } from '../../../shared/domain/order-state.js'
import { ok, err, type Result } from '../../../shared/domain/result.js'
import type { TradeOutcome } from '../../../shared/ipc/contract.js'
import type { AppError } from '../../../shared/ipc/errors.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import { denialText } from '../risk/limits.js'
import { readError } from '../session/app-errors.js'
import type { OrderDesk } from './order-desk.js'
import type { OrderProjection } from './projection.js'

/** What of an order says which position it would change. */
type About = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'side'> & {
  readonly terms?:
    | (Pick<NonNullable<OrderDraft['terms']>, 'outcome'> & {
        readonly legs?: readonly AboutLeg[] | undefined
      })
    | undefined
}
interface AboutLeg {
  readonly option: {
    readonly type: string | null
    readonly strike: Decimal | null
    readonly expiration: string | null
  } | null
}

/** True when both legs are the same contract; one that tells too little is none. */
export const sameContract = (a: AboutLeg | undefined, b: AboutLeg | undefined): boolean =>
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
export function closes(position: Position, order: About): boolean {
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

const aboutOf = (order: Order): About => ({
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
export function singlesOf(position: Position): readonly Position[] | null {
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
  const alike = known.every(({ quantity }) => isNegative(quantity) === isNegative(first.quantity))
  if (alike && position.strategy !== 'straddle' && position.strategy !== 'strangle') return null
  return known.map(({ leg, quantity }) => ({
    ...position,
    strategy: 'single',
    legs: [leg],
    quantity: alike
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
function claimOf(position: Position, order: Order, left: Quantity): Quantity {
  if (order.quantity === null) {
    return closes(position, aboutOf(order)) ? abs(position.quantity) : ZERO_QUANTITY
  }
  const legs = order.terms?.legs ?? []
  if (position.assetClass !== 'option' || legs.length < 2) {
    return closes(position, aboutOf(order)) ? left : ZERO_QUANTITY
  }
  // Of a combination each leg claims for itself.
  if (order.accountId !== position.accountId || order.symbol !== position.symbol) {
    return ZERO_QUANTITY
  }
  const against = isNegative(position.quantity) ? 'buy' : 'sell'
  const own = legs.filter((leg) => leg.side === against && sameContract(leg, position.legs?.[0]))
  return sum(
    own.map(({ quantity }) =>
      asQuantity(div(mul(quantity, left), order.quantity ?? left, PLACES, 'up') ?? quantity),
    ),
  )
}

const nameOf = ({ accountId, clientOrderId }: Order): string => `${accountId} ${clientOrderId}`

/**
 * How much of a position no order has claimed already; an order of unknown size claims it all.
 * Never negative.
 * @param before the orders as they stood when the position was asked for: what has filled since may
 *   not be in it yet, and is claimed still
 */
export function freeToClose(
  position: Position,
  orders: readonly Order[],
  before: readonly Order[] = orders,
): Quantity {
  const then = new Map(before.map((order) => [nameOf(order), order]))
  const claimed = orders.map((order) => {
    const was = then.get(nameOf(order))
    if (was !== undefined && isFinal(was.status)) return ZERO_QUANTITY
    const most = isFinal(order.status)
      ? order.filledQuantity
      : (order.quantity ?? order.filledQuantity)
    return isFinal(order.status) && isZero(most)
      ? ZERO_QUANTITY
      : claimOf(
          position,
          order,
          maxOf(sub(most, was?.filledQuantity ?? ZERO_QUANTITY), ZERO_QUANTITY),
        )
  })
  return maxOf(sub(abs(position.quantity), sum(claimed)), ZERO_QUANTITY)
}

/** The legs of an order, each as an order of its own; any other order as it is. */
const partsOf = (draft: OrderDraft): readonly OrderDraft[] => {
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
  readonly desk: Pick<OrderDesk, 'close' | 'outcome'>
}

/**
 * Sends orders that make positions smaller, those of one symbol one after another: two that close
 * the same position cannot both find it whole. What the
 * broker says is held at this moment decides; the same ticket never sends twice.
 */
export function createCloser({
  positions,
  projection,
  desk,
}: CloserDeps): (ticket: string, draft: OrderDraft) => Promise<Result<TradeOutcome, AppError>> {
  const turns = new Map<string, Promise<unknown>>()
  const denied = (message: string): Result<TradeOutcome, AppError> =>
    ok({ outcome: 'denied', reasons: [denialText({ code: 'not-closing', message })] })

  const close = async (
    ticket: string,
    draft: OrderDraft,
  ): Promise<Result<TradeOutcome, AppError>> => {
    const known = await desk.outcome(ticket)
    if (known !== null) return ok(known)
    const before = projection.orders.all()
    const held = await positions(draft.accountId)
    if (!held.ok) return err(readError(held.error))
    const singles = held.value.flatMap((each) => singlesOf(each) ?? [])
    // Every leg has to make something smaller: one that opened anything would be a new position.
    for (const part of partsOf(draft)) {
      const [first, ...more] = singles.filter((each) => closes(each, part))
      if (first === undefined || part.size.kind !== 'quantity') {
        return denied(`Nothing of ${draft.symbol} is held that this order would close`)
      }
      const free = freeToClose(
        { ...first, quantity: sum([first, ...more].map(({ quantity }) => quantity)) },
        projection.orders.all(),
        before,
      )
      if (gt(part.size.quantity, free)) {
        return denied(`Only ${numberWords(free)} of ${draft.symbol} can still be closed`)
      }
    }
    return ok(await desk.close(ticket, draft))
  }

  return (ticket, draft) => {
    const about = `${draft.accountId} ${draft.symbol}`
    const done = (turns.get(about) ?? Promise.resolve()).then(() => close(ticket, draft))
    turns.set(
      about,
      done.catch(() => undefined),
    )
    return done
  }
}
