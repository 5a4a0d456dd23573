import { z } from 'zod'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { zAccountId, zClientOrderId, zDay, zLimit } from '../format/input-fields.js'
import { tool, type Tool } from '../tool.js'
import { orderView, zOrderView } from '../views/order.js'

const zOrders = z.object({
  account_id: z.string(),
  orders: z.array(zOrderView),
  /** False where there are more orders than the limit (REL-44). */
  complete: z.boolean(),
})

export const getOpenOrders = tool({
  name: 'get_open_orders',
  repeatsRequests: true,
  toolset: 'account',
  title: 'Working orders',
  effect: 'read',
  description:
    'Orders of one account that are not final yet, whoever placed them; with complete false there are more.',
  input: z.strictObject({ account_id: zAccountId, limit: zLimit(200, 10) }),
  output: zOrders,
  async run(input, { port, connection }) {
    const orders = await port.openOrders(connection, accountId(input.account_id))
    return orders.ok
      ? ok({
          account_id: input.account_id,
          orders: orders.value.slice(0, input.limit).map(orderView),
          complete: orders.value.length <= input.limit,
        })
      : orders
  },
})

export const getOrderHistory = tool({
  name: 'get_order_history',
  repeatsRequests: true,
  toolset: 'account',
  title: 'Order history',
  effect: 'read',
  description:
    'Orders of one account in a span of days, newest first; with complete false there are older ones.',
  input: z.strictObject({
    account_id: zAccountId,
    start: zDay('First day, yyyy-MM-dd.').optional(),
    end: zDay('Last day, yyyy-MM-dd.').optional(),
    limit: zLimit(200, 10),
  }),
  output: zOrders,
  async run(input, { port, connection }) {
    const history = await port.history(connection, accountId(input.account_id), {
      from: input.start ?? null,
      to: input.end ?? null,
      limit: input.limit,
    })
    return history.ok
      ? ok({
          account_id: input.account_id,
          orders: history.value.orders.map(orderView),
          complete: history.value.complete,
        })
      : history
  },
})

export const getOrderDetail = tool({
  name: 'get_order_detail',
  repeatsRequests: true,
  toolset: 'account',
  title: 'One order',
  effect: 'read',
  description: 'One order with its state, fills and fees.',
  input: z.strictObject({ account_id: zAccountId, client_order_id: zClientOrderId }),
  output: zOrderView,
  async run(input, { port, connection }) {
    const found = await port.order(
      connection,
      accountId(input.account_id),
      clientOrderId(input.client_order_id),
    )
    return found.ok ? ok(orderView(found.value)) : found
  },
})

/** The tools for orders and their history, in listing order. */
export const ORDER_TOOLS: readonly Tool[] = [getOpenOrders, getOrderHistory, getOrderDetail]
