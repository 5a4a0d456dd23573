import { z } from 'zod'
import { zOptionalDecimal, zPage } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { listExecutions } from '../trading/activities.js'
import { brokerList, brokerMoney, brokerRead } from './broker-common.js'
import {
  cancelOrder,
  getOrder,
  listOpenOrders,
  listOrderHistory,
  placeOrder,
  previewOrder,
  replaceOrder,
  zOrderGroup,
  zOrderRecord,
} from '../trading/orders.js'

/** BROKER-1: orders as in the Trading API, with the broker's host and credentials. */
const write = { ...brokerMoney, rate: LIMITS.orderWrites } as const
const read = { ...brokerRead, rate: LIMITS.orderReads } as const
const list = { ...brokerList, rate: LIMITS.orderReads } as const

/** BROKER-1: Order Detail of the Broker API adds `fee` (all fees charged) and `commission`. */
const zBrokerOrder = zOrderRecord.extend({ fee: zOptionalDecimal })
const zBrokerOrderGroup = zOrderGroup.extend({ orders: z.array(zBrokerOrder) })

export const previewBrokerOrder = operation({
  ...write,
  rate: LIMITS.preview,
  effect: 'read',
  id: 'broker.orders.preview',
  name: 'Preview Order',
  path: '/broker/orders/preview',
  request: previewOrder.request,
  response: previewOrder.response,
})
export const placeBrokerOrder = operation({
  ...write,
  id: 'broker.orders.place',
  name: 'Place Order',
  path: '/broker/orders/place',
  request: placeOrder.request,
  response: placeOrder.response,
})
export const replaceBrokerOrder = operation({
  ...write,
  id: 'broker.orders.replace',
  name: 'Replace Order',
  path: '/broker/orders/replace',
  request: replaceOrder.request,
  response: replaceOrder.response,
})
export const cancelBrokerOrder = operation({
  ...write,
  id: 'broker.orders.cancel',
  name: 'Cancel Order',
  path: '/broker/orders/cancel',
  request: cancelOrder.request,
  response: cancelOrder.response,
})
export const getBrokerOrder = operation({
  ...read,
  id: 'broker.orders.get',
  name: 'Get Order Detail',
  path: '/broker/orders/get',
  request: getOrder.request,
  response: zBrokerOrderGroup,
})
export const listBrokerOpenOrders = operation({
  ...list,
  id: 'broker.orders.open',
  name: 'List Open Orders',
  path: '/broker/orders/open-orders/list',
  request: listOpenOrders.request,
  response: zPage(zOrderGroup),
})
export const listBrokerOrderHistory = operation({
  ...list,
  id: 'broker.orders.history',
  name: 'List Order History',
  path: '/broker/orders/historical-orders/list',
  request: listOrderHistory.request,
  response: zPage(zOrderGroup),
})
export const listBrokerExecutions = operation({
  ...brokerList,
  id: 'broker.executions.list',
  name: 'List Order Executions',
  path: '/broker/orders/executions/list',
  request: listExecutions.request,
  response: listExecutions.response,
})

export const BROKER_ORDER_OPERATIONS = [
  previewBrokerOrder,
  placeBrokerOrder,
  replaceBrokerOrder,
  cancelBrokerOrder,
  getBrokerOrder,
  listBrokerOpenOrders,
  listBrokerOrderHistory,
  listBrokerExecutions,
] as const
