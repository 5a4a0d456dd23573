import type { PracticeState } from '../../../shared/practice/practice-control.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import type { OrderGroupRecord, OrderRecord, PageRecord } from '../model/wire-records.js'
import type { Refusal } from '../exchange/api/refusals.js'
import type { Result } from '../../../shared/domain/result.js'

const EVER = '2000-01-01T00:00:00.000Z'

function everyGroup(
  read: (key: string | undefined) => Result<PageRecord<OrderGroupRecord>, Refusal>,
): OrderGroupRecord[] {
  const groups: OrderGroupRecord[] = []
  for (let key: string | undefined; ; ) {
    const page = read(key)
    if (!page.ok) return groups
    groups.push(...page.value.data)
    if (page.value.pagination_key === null) return groups
    key = page.value.pagination_key
  }
}

/** Returns every order of an account from Order Detail, because listings may lag on purpose. */
function ordersOf(exchange: Exchange, accountId: string): OrderRecord[] {
  const listed = [
    ...everyGroup((paginationKey) => exchange.openOrders({ accountId, paginationKey })),
    ...everyGroup((paginationKey) =>
      exchange.history({ accountId, startTime: EVER, paginationKey }),
    ),
  ]
  const ids = new Set(listed.flatMap((group) => group.orders.map((order) => order.client_order_id)))
  return [...ids].flatMap((id) => {
    const detail = exchange.detail(accountId, id)
    return detail.ok ? detail.value.orders : []
  })
}

/** Returns the true state of the exchange, for tests to compare with a client's state. */
export function groundTruth(
  exchange: Exchange,
  userId: string,
  otherState: Omit<PracticeState, 'orders' | 'positions' | 'balances' | 'realized'>,
): PracticeState {
  const accounts = exchange.accounts(userId).map((account) => account.account_id)
  const positions = accounts.map((id): [string, Record<string, unknown>[]] => {
    const held = exchange.positions(id)
    return [id, held.ok ? held.value.map((position) => ({ ...position })) : []]
  })
  const balances = accounts.flatMap((id): [string, Record<string, unknown>][] => {
    const balance = exchange.balance(id)
    return balance.ok ? [[id, { ...balance.value }]] : []
  })
  const orders = accounts.flatMap((id) =>
    ordersOf(exchange, id).map((order) => ({ ...order, account_id: id })),
  )
  return {
    ...otherState,
    orders,
    positions: Object.fromEntries(positions),
    balances: Object.fromEntries(balances),
    realized: Object.fromEntries(
      accounts.map((id) => [id, Object.fromEntries(exchange.realized(id))]),
    ),
  }
}
