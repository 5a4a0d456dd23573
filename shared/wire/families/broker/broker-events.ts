import { operation } from '../../operation.js'
import { brokerRead } from './broker-common.js'
import {
  listEventCategories,
  listEventMarkets,
  listEvents,
  listEventSeries,
} from '../products/event-instruments.js'

/**
 * BROKER-1: the event contract instruments of the Broker API have the shape of the Trading API's.
 */
export const listBrokerEventCategories = operation({
  ...brokerRead,
  id: 'broker.events.categories',
  name: 'List Event Categories',
  path: '/broker/instruments/event-contracts/categories/list',
  request: listEventCategories.request,
  response: listEventCategories.response,
})
export const listBrokerEventSeries = operation({
  ...brokerRead,
  id: 'broker.events.series',
  name: 'List Event Series',
  path: '/broker/instruments/event-contracts/series/list',
  request: listEventSeries.request,
  response: listEventSeries.response,
})
export const listBrokerEvents = operation({
  ...brokerRead,
  id: 'broker.events.list',
  name: 'List Event Events',
  path: '/broker/instruments/event-contracts/events/list',
  request: listEvents.request,
  response: listEvents.response,
})
export const listBrokerEventMarkets = operation({
  ...brokerRead,
  id: 'broker.events.markets',
  name: 'List Event Markets',
  path: '/broker/instruments/event-contracts/markets/list',
  request: listEventMarkets.request,
  response: listEventMarkets.response,
})

export const BROKER_EVENT_OPERATIONS = [
  listBrokerEventCategories,
  listBrokerEventSeries,
  listBrokerEvents,
  listBrokerEventMarkets,
] as const
