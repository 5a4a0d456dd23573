import type { AppError } from '../../../../shared/domain/app/app-error.js'
import type { AccountId } from '../../../../shared/domain/ids.js'
import { isFinal } from '../../../../shared/domain/orders/order-state.js'
import type { Fill, Order } from '../../../../shared/domain/orders/order.js'
import type { OrderHistoryPage } from '../../../../shared/domain/orders/trade-outcome.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import type { OrderObservation } from '../../orders/order-observation.js'
import type { OrderProjection } from '../../orders/order-projection.js'
import type { OrderReadsPort } from '../../orders/order-reads-port.js'
import { withLinkedEnds } from '../../orders/reconcile/linked-ends.js'
import { reduceOrder } from '../../orders/reduce-order.js'
import { readError } from '../../read-error.js'

/** The first day of the broker's order history (TRADING-4.6). */
const EARLIEST_HISTORY = epochMs(Date.UTC(2018, 4, 21))

/** A query for a page of past orders. `from` null: from the first day on. */
export interface OrderHistoryQuery {
  readonly accountId: AccountId
  readonly from: EpochMs | null
  readonly to: EpochMs | null
  readonly cursor: string | null
}

type Orders = Pick<OrderProjection, 'get'>

/** Reads a page of past orders, with what the session knows of them better than the history. */
export async function readOrderHistory(
  { accountId, from, to, cursor }: OrderHistoryQuery,
  {
    trade,
    projection,
  }: { readonly trade: Pick<OrderReadsPort, 'history'>; readonly projection: Orders },
): Promise<Result<OrderHistoryPage, AppError>> {
  // Without a start the broker returns only the last seven days (TRADING-4.6), so request the
  // whole history.
  const page = await trade.history(accountId, { from: from ?? EARLIEST_HISTORY, to }, cursor)
  if (!page.ok) return err(readError(page.error))
  const rows = page.value.orders.map((seen) => ({ seen, fresh: historyRow(seen) }))
  return ok({
    orders: withLinkedEnds(
      rows.flatMap(({ seen, fresh }) =>
        fresh?.tracked ? [newerOf(seen, fresh.tracked.order, projection)] : [],
      ),
    ).slice(0, 500),
    fills: rows
      .flatMap(({ fresh }) => fresh?.fills ?? [])
      .slice(0, 2_000)
      .map((fill) => asSent(fill, projection)),
    cursor: page.value.cursor,
  })
}

/** Returns the fill with terms that only the sent order states. */
function asSent(fill: Fill, orders: Orders): Fill {
  const rolls = orders.get(fill.clientOrderId)?.terms?.rolls
  return rolls === undefined || fill.terms === undefined
    ? fill
    : { ...fill, terms: { ...fill.terms, rolls } }
}

/** Returns the local order where it is newer than the one of the history, which lags. */
function newerOf(seen: OrderObservation, fresh: Order, orders: Orders): Order {
  const local = orders.get(seen.clientOrderId)
  if (local === undefined) return fresh
  return isFinal(local.status) || !isFinal(fresh.status) ? local : { ...fresh, ours: local.ours }
}

/** Converts an order of the history; null where it is not sufficient for a row. */
function historyRow(seen: OrderObservation): ReturnType<typeof reduceOrder> | null {
  const fresh = reduceOrder(null, { fact: 'observed', observation: seen })
  return fresh.tracked === null ? null : fresh
}
