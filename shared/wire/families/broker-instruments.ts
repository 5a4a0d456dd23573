import { operation } from '../operation.js'
import { brokerList } from './broker-common.js'
import { listStocks } from './instruments.js'

/** contract/broker.md: as the Trading API tells them, margin ratios included. */
export const listBrokerStocks = operation({
  ...brokerList, paging: 'none', id: 'broker.stocks.list', name: 'List Stock Instruments', path: '/broker/instruments/stocks/profiles/list', request: listStocks.request,
  response: listStocks.response,
})

export const BROKER_INSTRUMENT_OPERATIONS = [listBrokerStocks] as const
