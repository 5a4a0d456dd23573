import { ok } from '../../../../../shared/domain/result.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { answered, durable, guarded, v2Page } from './guarded.js'
import { replaceOrders } from './replace-orders.js'

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
