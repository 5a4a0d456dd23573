import { expect } from 'vitest'
import { BROKER_LEDGER_OPERATIONS } from '../../../shared/wire/families/broker/broker-ledger.js'
import { BROKER_ORDER_OPERATIONS } from '../../../shared/wire/families/broker/broker-orders.js'
import { orderId, restingOrder, type Context } from '../session/context.js'
import type { ToolAnswer, Examples } from '../session/example.js'
import { WRONG_ORDERS, WRONG_PLACEMENTS } from './orders.js'

const PARAMETER: ToolAnswer = [417, 'OPENAPI_PARAM_ERR']
const NOT_FOUND: ToolAnswer = [417, 'OPENAPI_ORDER_NOT_FOUND']
const INVALID: ToolAnswer = [417, 'INVALID_PARAMETER']

/** Returns the account of a customer with money. */
const rich = async (context: Context): Promise<string> => {
  const account_id = await context.customer()
  await context.call(BROKER_LEDGER_OPERATIONS.createCredit, {
    client_request_id: context.requestId(),
    account_id,
    credit_type: 'PROMOTION',
    amount: '500.00',
  })
  return account_id
}
const place = async (context: Context) => ({
  account_id: await rich(context),
  new_orders: [restingOrder(context.orderId())],
})
const working = async (context: Context) => {
  const request = await place(context)
  await context.call(BROKER_ORDER_OPERATIONS.placeBrokerOrder, request)
  await context.advanceTime(1_000)
  return {
    account_id: request.account_id,
    client_order_id: request.new_orders[0]?.client_order_id ?? '',
  }
}
const final = async (context: Context): Promise<string> => {
  const order = await working(context)
  await context.call(BROKER_ORDER_OPERATIONS.cancelBrokerOrder, order)
  return order.client_order_id
}

/** Buys one share of a cheap stock for a customer and returns the client_order_id. */
export async function boughtOne(context: Context, account_id: string): Promise<string> {
  const order = {
    ...restingOrder(context.orderId()),
    symbol: 'F',
    limit_price: '90.00',
    time_in_force: 'DAY',
  } as const
  await context.call(BROKER_ORDER_OPERATIONS.placeBrokerOrder, { account_id, new_orders: [order] })
  await context.advanceTime(5_000)
  return order.client_order_id
}

/** Examples of BROKER-1: orders of the broker's own customers, as in the Trading API. */
export const BROKER_ORDERS: Examples = {
  'broker.orders.preview': {
    request: place,
    shows: (answer) => expect(answer.estimated_cost).toBe('1.00'),
    refuses: WRONG_ORDERS,
  },
  'broker.orders.place': {
    request: place,
    shows: (answer, request) =>
      expect(answer.client_order_id).toBe(request.new_orders[0]?.client_order_id),
    refuses: [...WRONG_ORDERS, ...WRONG_PLACEMENTS],
  },
  'broker.orders.replace': {
    request: async (context) => {
      const { account_id, client_order_id } = await working(context)
      return { account_id, modify_orders: [{ client_order_id, limit_price: '1.01' }] }
    },
    shows: async (answer, request, { call }) => {
      const { orders } = await call(BROKER_ORDER_OPERATIONS.getBrokerOrder, {
        account_id: request.account_id,
        client_order_id: answer.client_order_id ?? '',
      })
      expect(orders[0]).toMatchObject({ status: 'SUBMITTED', limit_price: '1.01' })
    },
    refuses: [
      {
        what: 'an unknown order',
        with: { modify_orders: [{ client_order_id: orderId(), limit_price: '1.01' }] },
        answer: NOT_FOUND,
      },
      { what: 'nothing to change', with: { modify_orders: [] }, answer: PARAMETER },
      {
        what: 'a final order',
        with: async (request, context) => ({
          ...request,
          modify_orders: [{ client_order_id: await final(context), limit_price: '1.01' }],
        }),
        answer: [417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'],
      },
    ],
  },
  'broker.orders.cancel': {
    request: working,
    shows: (answer, request) => expect(answer.client_order_id).toBe(request.client_order_id),
    refuses: [
      { what: 'an unknown order', with: { client_order_id: orderId() }, answer: NOT_FOUND },
      { what: 'a final order', with: {}, answer: [417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'] },
    ],
  },
  'broker.orders.get': {
    request: working,
    shows: (answer, request) =>
      expect(answer.orders).toMatchObject([
        { client_order_id: request.client_order_id, status: 'SUBMITTED' },
      ]),
  },
  'broker.orders.open': {
    request: async (context) => ({ account_id: (await working(context)).account_id }),
  },
  'broker.orders.history': {
    request: async (context) => ({ account_id: (await working(context)).account_id }),
    refuses: [
      { what: 'a start that is no time', with: { start_time: 'yesterday' }, answer: INVALID },
    ],
  },
  'broker.executions.list': {
    request: async (context) => {
      const account_id = await rich(context)
      return { account_id, client_order_id: await boughtOne(context, account_id) }
    },
    shows: ({ data }, request) =>
      expect(data.every((execution) => execution.client_order_id === request.client_order_id)).toBe(
        true,
      ),
    refuses: [
      { what: 'a day that does not exist', with: { start_date: '2026-02-30' }, answer: INVALID },
    ],
  },
  'broker.stocks.list': {
    request: () => ({ category: 'US_STOCK', symbols: 'AAPL,TQQQ' }),
    shows: ({ data }) => expect(data.map(({ symbol }) => symbol).sort()).toEqual(['AAPL', 'TQQQ']),
  },
  'broker.corporate-actions.get': {
    request: () => ({ symbol: 'KO', event_types: 'CASH_DIVIDEND' }),
    shows: (rows) =>
      expect(rows.every((row) => row.symbol === 'KO' && row.event_type === 'CASH_DIVIDEND')).toBe(
        true,
      ),
    refuses: [
      { what: 'an unknown event', with: { event_types: 'PARTY' }, answer: INVALID },
      {
        what: 'an unknown symbol',
        with: { symbol: 'NOSUCH' },
        answer: [417, 'UNSUPPORTED_SYMBOL'],
      },
    ],
  },
}
