import { expect } from 'vitest'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import { orderId, restingOrder, type Context } from '../session/context.js'
import type { ToolAnswer, Examples, Refused } from '../session/example.js'

type PlaceRequest = RequestOf<typeof ORDER_OPERATIONS.placeOrder>
type NewOrder = PlaceRequest['new_orders'][number]

const PARAMETER: ToolAnswer = [417, 'OPENAPI_PARAM_ERR']
const NOT_FOUND: ToolAnswer = [417, 'OPENAPI_ORDER_NOT_FOUND']

/**
 * Changes the order of the valid request and gives it a new id, because the valid request has used
 * its id.
 */
const order = (change: Partial<Record<keyof NewOrder, unknown>>) => (request: PlaceRequest) => ({
  ...request,
  new_orders: [{ ...request.new_orders[0], client_order_id: orderId(), ...change }],
})

/** Orders that every operation refuses (TRADING-4.2, TRADING-4.3). */
export const WRONG_ORDERS: readonly Refused<PlaceRequest>[] = [
  { what: 'no order', with: { new_orders: [] }, answer: PARAMETER },
  { what: 'an unknown symbol', with: order({ symbol: 'NOSUCH' }), answer: PARAMETER },
  { what: 'an unknown combo_type', with: order({ combo_type: 'TRIPLE' }), answer: PARAMETER },
  { what: 'a foreign market', with: order({ market: 'HK' }), answer: PARAMETER },
  {
    what: 'a time in force that stocks do not have',
    with: order({ time_in_force: 'IOC' }),
    answer: PARAMETER,
  },
  {
    what: 'a stock order without a session',
    with: order({ support_trading_session: undefined }),
    answer: PARAMETER,
  },
  {
    what: 'a limit order without a limit',
    with: order({ limit_price: undefined }),
    answer: PARAMETER,
  },
  { what: 'a price off its tick', with: order({ limit_price: '1.001' }), answer: PARAMETER },
  { what: 'a price that is no number', with: order({ limit_price: 'cheap' }), answer: PARAMETER },
  { what: 'a price below zero', with: order({ limit_price: '-1.00' }), answer: PARAMETER },
  { what: 'a quantity of zero', with: order({ quantity: '0' }), answer: PARAMETER },
  { what: 'a quantity that is no number', with: order({ quantity: '1e' }), answer: PARAMETER },
  {
    what: 'an order by amount without an amount',
    with: order({ entrust_type: 'AMOUNT', quantity: undefined }),
    answer: PARAMETER,
  },
  {
    what: 'a stop order without a stop',
    with: order({ order_type: 'STOP_LOSS', limit_price: undefined }),
    answer: PARAMETER,
  },
  {
    what: 'a trailing stop without a step',
    with: order({
      order_type: 'TRAILING_STOP_LOSS',
      limit_price: undefined,
      trailing_type: 'PERCENTAGE',
    }),
    answer: PARAMETER,
  },
]

/** Orders that only a placement refuses: the id is used, or the account cannot carry the order. */
export const WRONG_PLACEMENTS: readonly Refused<PlaceRequest>[] = [
  {
    what: 'a client_order_id of nine characters',
    with: order({ client_order_id: '123456789' }),
    answer: PARAMETER,
  },
  {
    what: 'a client_order_id of 41 characters',
    with: order({ client_order_id: 'x'.repeat(41) }),
    answer: PARAMETER,
  },
  {
    what: 'more than the buying power',
    with: order({ quantity: '1000000', limit_price: '200.00' }),
    answer: [417, 'OPENAPI_DAY_BUYING_POWER_INSUFFICIENT'],
  },
  {
    what: 'more than is held',
    with: order({ side: 'SELL', quantity: '1000000', limit_price: '900.00' }),
    answer: [417, 'OPENAPI_SELL_QTY_EXCEED_AVAILABLE_QTY'],
  },
]

const account = ({ account: accountId }: Context) => accountId()
const place = async (context: Context): Promise<PlaceRequest> => ({
  account_id: await account(context),
  new_orders: [restingOrder(context.orderId())],
})

/** Returns the id of an order that was canceled while working. */
const cancelled = async (context: Context): Promise<string> => {
  const id = await context.workingOrder(await account(context))
  await context.call(ORDER_OPERATIONS.cancelOrder, {
    account_id: await account(context),
    client_order_id: id,
  })
  return id
}

/** Examples of TRADING-4. */
export const ORDERS: Examples = {
  'trading.orders.preview': {
    request: place,
    shows: (answer) => expect(answer).toMatchObject({ estimated_cost: '1.00', currency: 'USD' }),
    refuses: WRONG_ORDERS,
  },
  'trading.orders.place': {
    request: place,
    shows: (answer, request) =>
      expect([answer.client_order_id, (answer.order_id ?? '').length > 0]).toEqual([
        request.new_orders[0]?.client_order_id,
        true,
      ]),
    refuses: [
      ...WRONG_ORDERS,
      ...WRONG_PLACEMENTS,
      {
        what: 'a client_order_id twice',
        with: async (request, context) => {
          const used = { ...request, new_orders: [restingOrder(context.orderId())] }
          await context.call(ORDER_OPERATIONS.placeOrder, used)
          return used
        },
        answer: [417, 'OPENAPI_TRADE_PLACE_ORDER_REPEAT'],
      },
    ],
  },
  'trading.orders.batch-place': {
    // The second order is refused alone; the answer is still a success (TRADING-4.7).
    request: async (context) => ({
      account_id: await account(context),
      batch_orders: ['1', '100000000'].map((quantity) => ({
        ...restingOrder(context.orderId()),
        time_in_force: 'DAY' as const,
        quantity,
      })),
    }),
    shows: (answer, request) => {
      expect([answer.total, answer.success, answer.failed]).toEqual([2, 1, 1])
      expect(answer.batch_orders.map((entry) => entry.client_order_id)).toEqual(
        request.batch_orders.map((entry) => entry.client_order_id),
      )
      expect(answer.batch_orders[1]?.error_code).toBe('OPENAPI_DAY_BUYING_POWER_INSUFFICIENT')
    },
    refuses: [
      { what: 'no order', with: { batch_orders: [] }, answer: PARAMETER },
      {
        what: 'more than fifty orders',
        with: (request) => ({
          ...request,
          batch_orders: Array.from({ length: 51 }, () => ({
            ...request.batch_orders[0],
            client_order_id: orderId(),
          })),
        }),
        answer: PARAMETER,
      },
    ],
  },
  'trading.orders.replace': {
    request: async (context) => ({
      account_id: await account(context),
      modify_orders: [
        {
          client_order_id: await context.workingOrder(await account(context)),
          limit_price: '1.01',
        },
      ],
    }),
    shows: (answer, request) =>
      expect(answer.client_order_id).toBe(request.modify_orders[0]?.client_order_id),
    refuses: [
      {
        what: 'an unknown order',
        with: { modify_orders: [{ client_order_id: orderId(), limit_price: '1.01' }] },
        answer: NOT_FOUND,
      },
      {
        what: 'a final order',
        with: async (request, context) => ({
          ...request,
          modify_orders: [{ client_order_id: await cancelled(context), limit_price: '1.01' }],
        }),
        answer: [417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'],
      },
      { what: 'nothing to change', with: { modify_orders: [] }, answer: PARAMETER },
      {
        what: 'a price off its tick',
        with: async (request, context) => ({
          ...request,
          modify_orders: [
            {
              client_order_id: await context.workingOrder(request.account_id),
              limit_price: '1.001',
            },
          ],
        }),
        answer: PARAMETER,
      },
    ],
  },
  'trading.orders.cancel': {
    request: async (context) => ({
      account_id: await account(context),
      client_order_id: await context.workingOrder(await account(context)),
    }),
    shows: (answer, request) => expect(answer.client_order_id).toBe(request.client_order_id),
    refuses: [
      { what: 'an unknown order', with: { client_order_id: orderId() }, answer: NOT_FOUND },
      {
        what: 'a final order',
        with: async (request, context) => ({
          ...request,
          client_order_id: await cancelled(context),
        }),
        answer: [417, 'OPENAPI_ORDER_CAN_NOT_BE_CANCEL'],
      },
      {
        what: 'an order of another account',
        with: async (request, context) => ({
          ...request,
          account_id: await context.account('INDIVIDUAL_CASH'),
        }),
        answer: NOT_FOUND,
      },
    ],
  },
  'trading.orders.get': {
    request: async (context) => ({
      account_id: await account(context),
      client_order_id: await context.workingOrder(await account(context)),
    }),
    shows: (answer, request) =>
      expect(answer.orders).toMatchObject([
        {
          client_order_id: request.client_order_id,
          status: 'SUBMITTED',
          total_quantity: '1.00000',
          limit_price: '1.00',
        },
      ]),
  },
  'trading.orders.open': {
    request: async (context) => {
      await context.workingOrder(await account(context))
      return { account_id: await account(context) }
    },
    shows: (answer) =>
      expect(
        answer.data.every((group) =>
          group.orders.every(
            ({ status }) =>
              status === 'SUBMITTED' || status === 'PENDING' || status === 'PARTIAL_FILLED',
          ),
        ),
      ).toBe(true),
  },
  'trading.orders.history': {
    request: async (context) => ({
      account_id: await account(context),
      start_time: '2020-01-01T00:00:00.000Z',
    }),
    shows: (answer) => expect(answer.data.length).toBe(10),
    refuses: [
      {
        what: 'a start that is no time',
        with: { start_time: 'yesterday' },
        answer: [417, 'INVALID_PARAMETER'],
      },
      {
        what: 'an end that is no time',
        with: { end_time: '2026-13-01T00:00:00.000Z' },
        answer: [417, 'INVALID_PARAMETER'],
      },
      {
        what: 'an end before its start',
        with: { start_time: '2026-11-02T00:00:00.000Z', end_time: '2026-11-01T00:00:00.000Z' },
        answer: [417, 'INVALID_PARAMETER'],
      },
    ],
  },
}
