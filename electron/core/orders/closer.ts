import { underlyingKey } from '../../../shared/domain/instruments/instrument-key.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import { ok, err, type Result } from '../../../shared/domain/result.js'
import { createSerialQueue, type SerialQueue } from '../../../shared/domain/serial-queue.js'
import type { TradeOutcome } from '../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Message } from '../../../shared/messages/message.js'
import type { PortfolioPort } from '../portfolio/portfolio-port.js'
import { readError } from '../read-error.js'
import { denied } from './gateway/denied.js'
import type { OrderService } from './order-service.js'
import type { OrderProjection } from './order-projection.js'
import { ReadPositions } from './read-positions.js'

export interface CloserDeps {
  readonly positions: PortfolioPort['positions']
  readonly projection: Pick<OrderProjection, 'orders'>
  readonly orders: Pick<OrderService, 'close' | 'outcome'>
}

/**
 * Sends orders that reduce positions. Orders of one account and underlying run one after another,
 * so that two of them cannot close the same quantity, or one the cover of the other. The quantity
 * is checked against the positions that the broker reports at that moment, and again, with every
 * other order, at the instant of sending (REL-42); a ticket is never sent twice.
 */
export function createCloser({
  positions,
  projection,
  orders,
}: CloserDeps): (ticket: string, draft: OrderDraft) => Promise<Result<TradeOutcome, AppError>> {
  const queues = new Map<string, SerialQueue>()
  const notClosing = (reason: Message): Result<TradeOutcome, AppError> =>
    ok(denied({ code: 'not-closing', message: reason }))

  const close = async (
    ticket: string,
    draft: OrderDraft,
  ): Promise<Result<TradeOutcome, AppError>> => {
    const known = await orders.outcome(ticket)
    if (known !== null) return ok(known)
    const before = projection.orders.all()
    const held = await positions(draft.accountId)
    if (!held.ok) return err(readError(held.error))
    const read = new ReadPositions(held.value, before, projection.orders)
    const problem = read.problem(draft)
    if (problem !== null) return notClosing(problem)
    return ok(await orders.close(ticket, draft, read))
  }

  return (ticket, draft) => {
    const key = `${draft.accountId} ${underlyingKey(draft)}`
    const queue = queues.get(key) ?? createSerialQueue()
    queues.set(key, queue)
    return queue.run(() => close(ticket, draft))
  }
}
