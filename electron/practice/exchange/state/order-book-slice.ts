import type { OrderNumber } from '../book/book-levels.js'
import type { PracticeOrder } from '../orders/order.js'

/** The orders of one account: in order of placement, and by their ids. */
export interface AccountOrders {
  readonly all: PracticeOrder[]
  readonly byClientId: Map<string, PracticeOrder>
  readonly byOrderId: Map<string, PracticeOrder>
  /** The orders of each combo, by its combo_order_id. */
  readonly groups: Map<string, PracticeOrder[]>
}

/** Every order of the exchange, ended ones included. */
export class OrderBookSlice {
  /** All orders by number, from 1. */
  readonly all: PracticeOrder[] = []
  readonly open = new Map<OrderNumber, PracticeOrder>()
  readonly byAccount = new Map<string, AccountOrders>()
  /** PENDING orders by submission time. */
  readonly pending: PracticeOrder[] = []
  /** Orders whose combos have members to start or resize. */
  readonly waitingGroups = new Set<PracticeOrder>()
  /** Orders that an algorithm executes. */
  readonly algos = new Set<PracticeOrder>()

  byNumber(number: OrderNumber): PracticeOrder | undefined {
    return this.all[number - 1]
  }

  ofAccount(accountId: string): AccountOrders {
    let orders = this.byAccount.get(accountId)
    if (orders === undefined) {
      orders = { all: [], byClientId: new Map(), byOrderId: new Map(), groups: new Map() }
      this.byAccount.set(accountId, orders)
    }
    return orders
  }

  /** Adds an order to its account, and an open one to the open orders. */
  add(order: PracticeOrder): void {
    this.all.push(order)
    const { all, byClientId, byOrderId, groups } = this.ofAccount(order.accountId)
    all.push(order)
    byClientId.set(order.clientOrderId, order)
    byOrderId.set(order.orderId, order)
    if (order.combo !== null) {
      const { comboOrderId } = order.combo
      groups.set(comboOrderId, [...(groups.get(comboOrderId) ?? []), order])
    }
    if (order.stage === 'done') return
    this.open.set(order.number, order)
    if (order.stage === 'algo') this.algos.add(order)
  }
}
