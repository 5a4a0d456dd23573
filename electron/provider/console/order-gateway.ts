import { err, ok } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { BROKER_ORDER_OPERATIONS } from '../../../shared/wire/families/broker/broker-orders.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import type { OrderWrite } from '../../core/institution/order-write.js'
import type { OrderWriteReads, SeenOrder } from '../../core/institution/order-write-port.js'
import type { Caller } from '../http/caller.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { answerOf, type WriteResult } from './write-result.js'

const { placeBrokerOrder, replaceBrokerOrder, cancelBrokerOrder } = BROKER_ORDER_OPERATIONS
/** The operations that change customers' orders: only this file sends them. */
const WRITES = [placeBrokerOrder, replaceBrokerOrder, cancelBrokerOrder] as const
type OrderOperation = (typeof WRITES)[number]

/** The broker's codes for "no such order". */
const NOT_FOUND: ReadonlySet<string> = new Set([CODES.orderNotFound, 'ORDER_NOT_FOUND'])

/** Below the deadline of a window's call. */
const MAX_WAIT_MS = 15_000

export const isOrderWrite = (operation: Operation): operation is OrderOperation =>
  WRITES.some(({ id }) => id === operation.id)

/** Describes a checked request for its journal; null where it names no order. */
export function orderWriteOf(operation: OrderOperation, request: unknown): OrderWrite | null {
  switch (operation.id) {
    case placeBrokerOrder.id: {
      const { account_id, new_orders } = request as RequestOf<typeof placeBrokerOrder>
      return written('place', account_id, new_orders[0]?.client_order_id, [])
    }
    case replaceBrokerOrder.id: {
      const { account_id, modify_orders } = request as RequestOf<typeof replaceBrokerOrder>
      const changes = modify_orders.map(({ client_order_id, ...terms }) => ({
        clientOrderId: client_order_id,
        terms: textsOf(terms),
      }))
      return written('replace', account_id, modify_orders[0]?.client_order_id, changes)
    }
    case cancelBrokerOrder.id: {
      const { account_id, client_order_id } = request as RequestOf<typeof cancelBrokerOrder>
      return written('cancel', account_id, client_order_id, [])
    }
  }
}

const written = (
  kind: OrderWrite['kind'],
  accountId: string,
  clientOrderId: string | undefined,
  changes: OrderWrite['changes'],
): OrderWrite | null =>
  clientOrderId === undefined ? null : { kind, accountId, clientOrderId, changes }

const textsOf = (terms: object): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(terms).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Sends a request that changes an order, once. Only the service that journals it calls this. */
export const sendOrderWrite = (
  caller: Caller,
  operation: OrderOperation,
  request: unknown,
): Promise<WriteResult> =>
  caller
    .call(operation as Operation, request, { maxWaitMs: MAX_WAIT_MS })
    .then((answer) => answerOf(answer))

/** Creates the queries that settle a request. */
export const createOrderWriteReads = (caller: Caller): OrderWriteReads => ({
  async detail(accountId, clientOrderId) {
    const answer = await caller.call(BROKER_ORDER_OPERATIONS.getBrokerOrder, {
      account_id: accountId,
      client_order_id: clientOrderId,
    })
    if (answer.ok) return ok(answer.value.orders.map(toSeen))
    const { error } = answer
    const isAbsent = error.class === 'definitive' && NOT_FOUND.has(error.providerCode ?? '')
    return isAbsent ? ok([]) : err(toProviderFailure(error))
  },
})

type DetailRow = ResponseOf<typeof BROKER_ORDER_OPERATIONS.getBrokerOrder>['orders'][number]

/** The order's own quantity has another name in a response. */
function toSeen({ client_order_id, status, total_quantity, ...terms }: DetailRow): SeenOrder {
  return {
    clientOrderId: client_order_id,
    end: ENDS[status] ?? null,
    terms: { ...textsOf(terms), quantity: String(total_quantity) },
  }
}

const ENDS: Readonly<Record<string, SeenOrder['end']>> = {
  CANCELLED: 'cancelled',
  FILLED: 'other',
  FAILED: 'other',
}
