import { operation } from '../../operation.js'
import { brokerRead } from './broker-common.js'
import { EVENT_INSTRUMENT_OPERATIONS } from '../products/event-instruments.js'

/** The Broker API: instruments of event contracts. */
export const BROKER_EVENT_OPERATIONS = {
  /**
   * BROKER-1: the event contract instruments of the Broker API have the shape of the Trading API's.
   */
  listBrokerEventCategories: operation({
    ...brokerRead,
    id: 'broker.events.categories',
    name: 'List Event Categories',
    path: '/broker/instruments/event-contracts/categories/list',
    request: EVENT_INSTRUMENT_OPERATIONS.listEventCategories.request,
    response: EVENT_INSTRUMENT_OPERATIONS.listEventCategories.response,
  }),

  listBrokerEventSeries: operation({
    ...brokerRead,
    id: 'broker.events.series',
    name: 'List Event Series',
    path: '/broker/instruments/event-contracts/series/list',
    request: EVENT_INSTRUMENT_OPERATIONS.listEventSeries.request,
    response: EVENT_INSTRUMENT_OPERATIONS.listEventSeries.response,
  }),

  listBrokerEvents: operation({
    ...brokerRead,
    id: 'broker.events.list',
    name: 'List Event Events',
    path: '/broker/instruments/event-contracts/events/list',
    request: EVENT_INSTRUMENT_OPERATIONS.listEvents.request,
    response: EVENT_INSTRUMENT_OPERATIONS.listEvents.response,
  }),

  listBrokerEventMarkets: operation({
    ...brokerRead,
    id: 'broker.events.markets',
    name: 'List Event Markets',
    path: '/broker/instruments/event-contracts/markets/list',
    request: EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.request,
    response: EVENT_INSTRUMENT_OPERATIONS.listEventMarkets.response,
  }),
} as const
