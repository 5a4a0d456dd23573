import type { Exchange } from '../../../../electron/practice/exchange/api/exchange-api.js'
import type { OrderRecord } from '../../../../electron/practice/model/wire-records.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'

/** The status of an order in the client, by that at the exchange. */
export const SHOWN_STATUS: Readonly<Record<string, string>> = {
  PENDING: 'pending',
  SUBMITTED: 'working',
  PARTIAL_FILLED: 'partially-filled',
  FILLED: 'filled',
  CANCELLED: 'cancelled',
  FAILED: 'rejected',
}

/** An order as it is at the exchange. */
export interface TrueOrder extends OrderRecord {
  readonly accountId: string
  readonly placedAtMs: number
}

const OPEN: ReadonlySet<string> = new Set(['PENDING', 'SUBMITTED', 'PARTIAL_FILLED'])
export const isOpen = ({ status }: Pick<OrderRecord, 'status'>): boolean => OPEN.has(status)

/** Returns one order of the exchange; null when it does not exist. */
export function trueOrder(exchange: Exchange, accountId: string, id: string): TrueOrder | null {
  const found = exchange.detail(accountId, id)
  if (!found.ok) return null
  const order = found.value.orders.find((row) => row.client_order_id === id)
  return order === undefined
    ? null
    : { ...order, accountId, placedAtMs: Date.parse(order.place_time_at) }
}

/** Returns every open order of every account. Listings may lag on purpose, so each is looked up. */
export function openOrders({ exchange, userId }: PracticeExchange): readonly TrueOrder[] {
  return exchange.accounts(userId).flatMap(({ account_id: accountId }) => {
    const orders: TrueOrder[] = []
    for (let key: string | undefined; ; ) {
      const page = exchange.openOrders({ accountId, paginationKey: key })
      if (!page.ok) throw new Error(page.error.message)
      for (const group of page.value.data) {
        for (const row of group.orders) {
          const order = trueOrder(exchange, accountId, row.client_order_id)
          if (order !== null && isOpen(order)) orders.push(order)
        }
      }
      if (page.value.pagination_key === null) return orders
      key = page.value.pagination_key
    }
  })
}
