import { z } from 'zod'
import { zOptionalDecimal, zOptionalText } from '../../fields.js'
import { operation } from '../../operation.js'
import { brokerList, brokerRead } from './broker-common.js'
import { corporateActionFilters, zCorporateAction } from '../company/corporate-actions.js'
import { listStocks } from '../products/stocks.js'

/** BROKER-1: has the shape of the Trading API, margin ratios included. */
export const listBrokerStocks = operation({
  ...brokerList,
  paging: 'none',
  id: 'broker.stocks.list',
  name: 'List Stock Instruments',
  path: '/broker/instruments/stocks/profiles/list',
  request: listStocks.request,
  response: listStocks.response,
})

/**
 * ASSUMPTION: only the path of this operation is published. The record says what is paid and when,
 * because a broker books dividends for its customers.
 */
export const zBrokerCorporateAction = zCorporateAction.extend({
  cash_amount: zOptionalDecimal,
  currency: zOptionalText,
  declare_date: zOptionalText,
  record_date: zOptionalText,
  pay_date: zOptionalText,
})

export const getBrokerCorporateActions = operation({
  ...brokerRead,
  id: 'broker.corporate-actions.get',
  name: 'Get Corporate Actions',
  path: '/broker/instruments/stocks/corporate-actions/get',
  request: z.object({
    symbol: z.string().min(1),
    category: z.literal('US_STOCK').optional(),
    ...corporateActionFilters,
  }),
  response: z.array(zBrokerCorporateAction),
})

export const BROKER_INSTRUMENT_OPERATIONS = [listBrokerStocks, getBrokerCorporateActions] as const
