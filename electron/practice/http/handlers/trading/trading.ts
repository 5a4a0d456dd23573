import { ok, type Result } from '../../../../../shared/domain/result.js'
import type { Refusal as ExchangeRefusal } from '../../../exchange/api/refusals.js'
import { json } from '../../message/answer.js'
import {
  queryValue,
  type Call,
  type Handlers,
  type HandlerResult,
} from '../../operations/handler.js'
import { answered, guarded } from './guarded.js'
import { replaceOrders } from './replace-orders.js'

/**
 * Answers a change only after it is saved to disk, so that an acknowledged change survives a crash.
 */
async function durable(
  call: Call,
  result: Result<unknown, ExchangeRefusal>,
): Promise<HandlerResult> {
  if (result.ok) await call.services.persist('orders')
  return answered(result)
}

const v2Page = (call: Call) => ({
  pageSize: queryValue(call, 'page_size'),
  lastClientOrderId: queryValue(call, 'last_client_order_id'),
})

type TradingId =
  | 'trading.accounts.list'
  | 'trading.balances.get'
  | 'trading.positions.list'
  | 'trading.orders.preview'
  | 'trading.orders.place'
  | 'trading.orders.replace'
  | 'trading.orders.cancel'
  | 'trading.orders.get'
  | 'trading.orders.open'
  | 'trading.orders.history'

export const tradingHandlers: Pick<Handlers, TradingId> = {
  'trading.accounts.list': (_request, call) =>
    ok(json(call.services.exchange.accounts(call.caller.userId))),
  'trading.balances.get': (request, call) =>
    guarded(call, request.account_id, () =>
      answered(call.services.exchange.balance(request.account_id)),
    ),
  'trading.positions.list': (request, call) =>
    guarded(call, request.account_id, () =>
      answered(call.services.exchange.positions(request.account_id)),
    ),
  'trading.orders.preview': (request, call) =>
    guarded(call, request.account_id, () => answered(call.services.exchange.preview(request))),
  'trading.orders.place': (request, call) =>
    guarded(call, request.account_id, () => {
      const placed = call.services.exchange.place(request)
      if (placed.ok) {
        for (const order of request.new_orders) call.services.accepted(order.client_order_id)
      }
      return durable(call, placed)
    }),
  'trading.orders.replace': (request, call) =>
    guarded(call, request.account_id, () => replaceOrders(call, request)),
  'trading.orders.cancel': (request, call) =>
    guarded(call, request.account_id, () => durable(call, call.services.exchange.cancel(request))),
  'trading.orders.get': (request, call) =>
    guarded(call, request.account_id, () =>
      answered(call.services.exchange.detail(request.account_id, request.client_order_id)),
    ),
  'trading.orders.open': (request, call) =>
    guarded(call, request.account_id, () => {
      const query = { accountId: request.account_id, paginationKey: request.pagination_key }
      const { exchange } = call.services
      return answered(
        call.caller.version === 'v2'
          ? exchange.openOrdersV2({ ...query, ...v2Page(call) })
          : exchange.openOrders(query),
      )
    }),
  'trading.orders.history': (request, call) =>
    guarded(call, request.account_id, () => {
      const query = {
        accountId: request.account_id,
        startTime: request.start_time,
        endTime: request.end_time,
        paginationKey: request.pagination_key,
      }
      const { exchange } = call.services
      return answered(
        call.caller.version === 'v2'
          ? exchange.historyV2({ ...query, ...v2Page(call) })
          : exchange.history(query),
      )
    }),
}
