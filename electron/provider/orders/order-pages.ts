import { accountId } from '../../../shared/domain/ids.js'
import { err } from '../../../shared/domain/result.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { isoTime } from '../../../shared/wire/fields.js'
import type { RequestOf } from '../../../shared/wire/operation.js'
import type { OrderPage, OrderReadsPort, ReadPriority } from '../../core/orders/order-reads-port.js'
import type { Caller, CallOptions } from '../http/caller.js'
import type { ClockPort } from '../../core/ports.js'
import { toProviderFailure } from '../http/provider-failure.js'
import { ListPages, rowReader } from '../http/list-pages.js'
import { toObservations } from '../mapping/orders.js'

/**
 * How long a page may wait for its turn, in ms: longer than the longest window of a budget, so that
 * a list of more pages than a window allows is read to its end.
 */
const PAGE_WAIT_MS = 70_000

interface Source {
  readonly caller: Caller
  readonly clock: ClockPort
}

type ListOperation =
  | typeof ORDER_OPERATIONS.listOpenOrders
  | typeof ORDER_OPERATIONS.listOrderHistory

type OrderRows = Omit<OrderPage, 'cursor'>

/** Reads pages of one of the lists of orders. */
const pagesOf = ({ caller, clock }: Source, operation: ListOperation) =>
  new ListPages<RequestOf<ListOperation>, OrderRows>(
    rowReader<ListOperation, OrderRows>(caller, operation, (rows, unreadable, params) => ({
      orders: toObservations(accountId(params.account_id), rows, clock.now()),
      unreadable,
    })),
  )

const PRIORITIES = {
  settle: 'critical',
  'catch-up': 'normal',
  watch: 'background',
} as const satisfies Readonly<Record<ReadPriority, CallOptions['priority']>>

const optionsOf = (priority: ReadPriority): CallOptions => ({
  priority: PRIORITIES[priority],
  maxWaitMs: PAGE_WAIT_MS,
})

/** Creates the reader of open orders. */
export function openOrdersOf(caller: Caller, clock: ClockPort): OrderReadsPort['openOrders'] {
  const pages = pagesOf({ caller, clock }, ORDER_OPERATIONS.listOpenOrders)
  return async (account, cursor, priority, isProof = false) => {
    const options = { ...optionsOf(priority), isProof }
    const page = await pages.read({ account_id: account }, cursor, options)
    return page.ok ? page : err(toProviderFailure(page.error))
  }
}

/** Creates the reader of the order history. */
export function orderHistoryOf(caller: Caller, clock: ClockPort): OrderReadsPort['history'] {
  const pages = pagesOf({ caller, clock }, ORDER_OPERATIONS.listOrderHistory)
  return async (account, { from, to }, cursor, priority) => {
    const query = {
      account_id: account,
      ...(from === null ? {} : { start_time: isoTime(from) }),
      ...(to === null ? {} : { end_time: isoTime(to) }),
    }
    const options = priority === undefined ? {} : optionsOf(priority)
    const page = await pages.read(query, cursor, options)
    return page.ok ? page : err(toProviderFailure(page.error))
  }
}
