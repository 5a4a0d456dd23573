import { z } from 'zod'
import { zOptionalDecimal, zPage } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { ACTIVITY_OPERATIONS } from '../trading/activities.js'
import { brokerList, brokerMoney, brokerRead } from './broker-common.js'
import { ORDER_OPERATIONS, zOrderGroup, zOrderRecord } from '../trading/orders.js'

/** BROKER-1: orders as in the Trading API, with the broker's host and credentials. */
const write = { ...brokerMoney, rate: LIMITS.orderWrites } as const
const orderRead = { ...brokerRead, rate: LIMITS.orderReads } as const
const list = { ...brokerList, rate: LIMITS.orderReads } as const

/** BROKER-1: Order Detail of the Broker API adds `fee` (all fees charged) and `commission`. */
const zBrokerOrder = zOrderRecord.extend({ fee: zOptionalDecimal })
const zBrokerOrderGroup = zOrderGroup.extend({ orders: z.array(zBrokerOrder) })

/** The Broker API: customers' orders. */
export const BROKER_ORDER_OPERATIONS = {
  previewBrokerOrder: operation({
    ...write,
    rate: LIMITS.preview,
    effect: 'read',
    id: 'broker.orders.preview',
    name: 'Preview Order',
    path: '/broker/orders/preview',
    request: ORDER_OPERATIONS.previewOrder.request,
    response: ORDER_OPERATIONS.previewOrder.response,
  }),

  placeBrokerOrder: operation({
    ...write,
    id: 'broker.orders.place',
    name: 'Place Order',
    path: '/broker/orders/place',
    request: ORDER_OPERATIONS.placeOrder.request,
    response: ORDER_OPERATIONS.placeOrder.response,
  }),

  replaceBrokerOrder: operation({
    ...write,
    id: 'broker.orders.replace',
    name: 'Replace Order',
    path: '/broker/orders/replace',
    request: ORDER_OPERATIONS.replaceOrder.request,
    response: ORDER_OPERATIONS.replaceOrder.response,
  }),

  cancelBrokerOrder: operation({
    ...write,
    id: 'broker.orders.cancel',
    name: 'Cancel Order',
    path: '/broker/orders/cancel',
    request: ORDER_OPERATIONS.cancelOrder.request,
    response: ORDER_OPERATIONS.cancelOrder.response,
  }),

  getBrokerOrder: operation({
    ...orderRead,
    id: 'broker.orders.get',
    name: 'Get Order Detail',
    path: '/broker/orders/get',
    request: ORDER_OPERATIONS.getOrder.request,
    response: zBrokerOrderGroup,
  }),

  listBrokerOpenOrders: operation({
    ...list,
    id: 'broker.orders.open',
    name: 'List Open Orders',
    path: '/broker/orders/open-orders/list',
    request: ORDER_OPERATIONS.listOpenOrders.request,
    response: zPage(zOrderGroup),
  }),

  listBrokerOrderHistory: operation({
    ...list,
    id: 'broker.orders.history',
    name: 'List Order History',
    path: '/broker/orders/historical-orders/list',
    request: ORDER_OPERATIONS.listOrderHistory.request,
    response: zPage(zOrderGroup),
  }),

  listBrokerExecutions: operation({
    ...brokerList,
    id: 'broker.executions.list',
    name: 'List Order Executions',
    path: '/broker/orders/executions/list',
    request: ACTIVITY_OPERATIONS.listExecutions.request,
    response: ACTIVITY_OPERATIONS.listExecutions.response,
  }),
} as const
