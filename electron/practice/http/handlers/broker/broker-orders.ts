import { decimalText, parseDecimal, sum, toScale } from '../../../../../shared/domain/decimal.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { OrderRecord } from '../../../model/wire-records.js'
import { refused } from '../../message/refusal.js'
import { type Call, type Handlers, type HandlerResult } from '../../operations/handler.js'
import { ofCustomer } from './broker-ledger.js'
import { answered } from '../trading/guarded.js'
import { replaceOrders } from '../trading/replace-orders.js'
import { durable, v2Page } from '../trading/guarded.js'

type OrderId =
  | 'broker.orders.preview'
  | 'broker.orders.place'
  | 'broker.orders.replace'
  | 'broker.orders.cancel'
  | 'broker.orders.get'
  | 'broker.orders.open'
  | 'broker.orders.history'
  | 'broker.executions.list'

const HALTS: readonly string[] = ['TRADING', 'TRADING_STOCK_ETF']

/** Runs a trading call on an account that may trade stocks. */
function allowed(
  call: Call,
  accountId: string,
  run: () => HandlerResult | Promise<HandlerResult>,
): HandlerResult | Promise<HandlerResult> {
  const account = call.services.broker.context.account(accountId)
  if (!account.ok) return account
  const halt = account.value.restrictions.find(({ code }) => HALTS.includes(code))
  return halt === undefined
    ? run()
    : err(refused(CODES.noPermission, `${halt.code}: ${halt.reason}`))
}

/** Adds `fee`, the sum of all fees charged so far, beside `commission`. */
const withFee = (order: OrderRecord): OrderRecord & { readonly fee: string } => {
  const taken = (order.fees ?? [])
    .map(({ actual_value: value }) => parseDecimal(value))
    .filter((value) => value !== null)
  return { ...order, fee: decimalText(toScale(sum(taken), 2, 'half-up')) }
}

export const brokerOrderHandlers: Pick<Handlers, OrderId> = {
  'broker.orders.preview': (request, call) =>
    allowed(call, request.account_id, () => answered(call.services.exchange.preview(request))),
  'broker.orders.place': (request, call) =>
    allowed(call, request.account_id, () => {
      const placed = call.services.exchange.place(request)
      if (placed.ok) {
        for (const order of request.new_orders) call.services.accepted(order.client_order_id)
      }
      return durable(call, placed)
    }),
  'broker.orders.replace': (request, call) =>
    allowed(call, request.account_id, () => replaceOrders(call, request)),
  // A halted account may still cancel its orders.
  'broker.orders.cancel': (request, call) =>
    ofCustomer(call, request.account_id, () =>
      durable(call, call.services.exchange.cancel(request)),
    ),
  'broker.orders.get': (request, call) =>
    ofCustomer(call, request.account_id, () => {
      const found = call.services.exchange.detail(request.account_id, request.client_order_id)
      return answered(
        found.ok ? ok({ ...found.value, orders: found.value.orders.map(withFee) }) : found,
      )
    }),
  'broker.orders.open': (request, call) =>
    ofCustomer(call, request.account_id, () => {
      const query = { accountId: request.account_id, paginationKey: request.pagination_key }
      const { exchange } = call.services
      return answered(
        call.caller.version === 'v2'
          ? exchange.openOrdersV2({ ...query, ...v2Page(call) })
          : exchange.openOrders(query),
      )
    }),
  'broker.orders.history': (request, call) =>
    ofCustomer(call, request.account_id, () => {
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
  'broker.executions.list': (request, call) =>
    ofCustomer(call, request.account_id, () =>
      answered(
        call.services.exchange.executions({
          accountId: request.account_id,
          clientOrderId: request.client_order_id,
          startDate: request.start_date,
          endDate: request.end_date,
          paginationKey: request.pagination_key,
        }),
      ),
    ),
}
