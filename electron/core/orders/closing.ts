import { abs, decimalText, eq, gt, isNegative, isZero, maxOf, sub, sum, ZERO_QUANTITY, type Decimal, type Quantity } from '../../../shared/domain/decimal.js'
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
type About = Pick<OrderDraft, 'accountId' | 'assetClass' | 'symbol' | 'side'> & { readonly terms?: Pick<NonNullable<OrderDraft['terms']>, 'outcome'> & { readonly legs?: readonly AboutLeg[] | undefined } | undefined }
interface AboutLeg {
  readonly option: { readonly type: string | null; readonly strike: Decimal | null; readonly expiration: string | null } | null
}

/** True when both legs are the same contract; one that tells too little is none. */
const sameLeg = (a: AboutLeg | undefined, b: AboutLeg | undefined): boolean =>
  a?.option != null && b?.option != null && a.option.type === b.option.type && a.option.expiration === b.option.expiration && a.option.strike !== null && b.option.strike !== null && eq(a.option.strike, b.option.strike)

/** True when the order is about the position, on the side that makes it smaller. Combinations of options are never told to be. */
export function closes(position: Position, order: About): boolean {
  if (position.accountId !== order.accountId || position.assetClass !== order.assetClass || position.symbol !== order.symbol || isZero(position.quantity)) return false
  if (order.side !== (isNegative(position.quantity) ? 'buy' : 'sell')) return false
  if (order.assetClass === 'event') return order.terms?.outcome !== undefined && order.terms.outcome === position.outcome
  if (order.assetClass !== 'option') return true
  const [legs, held] = [order.terms?.legs ?? [], position.legs ?? []]
  return legs.length === 1 && held.length === 1 && sameLeg(legs[0], held[0])
}

const aboutOf = (order: Order): About => ({
  ...order, terms: { outcome: order.terms?.outcome === 'unknown' ? undefined : (order.terms?.outcome ?? undefined), legs: order.terms?.legs ?? [] },
})

/** How much of a position no order has claimed already; an order of unknown size claims it all. Never negative. */
export function freeToClose(position: Position, orders: readonly Order[]): Quantity {
  const claimed = orders.filter((order) => !isFinal(order.status) && closes(position, aboutOf(order)))
    .map((order) => (order.quantity === null ? abs(position.quantity) : sub(order.quantity, order.filledQuantity)))
  return maxOf(sub(abs(position.quantity), sum(claimed)), ZERO_QUANTITY)
}

export interface CloserDeps {
  readonly positions: PortfolioPort['positions']
  readonly projection: Pick<OrderProjection, 'orders'>
  readonly desk: Pick<OrderDesk, 'close' | 'outcome'>
}

/**
 * Sends orders that make positions smaller, those of one symbol one after another: two that close the same position cannot both find it whole. What the
 * broker says is held at this moment decides; the same ticket never sends twice.
 */
export function createCloser({ positions, projection, desk }: CloserDeps): (ticket: string, draft: OrderDraft) => Promise<Result<TradeOutcome, AppError>> {
  const turns = new Map<string, Promise<unknown>>()
  const denied = (message: string): Result<TradeOutcome, AppError> => ok({ outcome: 'denied', reasons: [denialText({ code: 'not-closing', message })] })

  const close = async (ticket: string, draft: OrderDraft): Promise<Result<TradeOutcome, AppError>> => {
    const known = await desk.outcome(ticket)
    if (known !== null) return ok(known)
    const held = await positions(draft.accountId)
    if (!held.ok) return err(readError(held.error))
    const position = held.value.find((each) => closes(each, draft))
    if (position === undefined || draft.size.kind !== 'quantity') return denied(`Nothing of ${draft.symbol} is held that this order would close`)
    const free = freeToClose(position, projection.orders.all())
    if (gt(draft.size.quantity, free)) return denied(`Only ${decimalText(free)} of ${draft.symbol} can still be closed`)
    return ok(await desk.close(ticket, draft))
  }

  return (ticket, draft) => {
    const about = `${draft.accountId} ${draft.symbol}`
    const done = (turns.get(about) ?? Promise.resolve()).then(() => close(ticket, draft))
    turns.set(about, done.catch(() => undefined))
    return done
  }
}
