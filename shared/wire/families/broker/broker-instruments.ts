import { z } from 'zod'
import { zOptionalDecimal, zOptionalText } from '../../fields.js'
import { operation } from '../../operation.js'
import { brokerList, brokerRead } from './broker-common.js'
import { corporateActionFilters, zCorporateAction } from '../company/corporate-actions.js'
import { STOCK_OPERATIONS } from '../products/stocks.js'

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

/** The Broker API: stocks and their corporate actions. */
export const BROKER_INSTRUMENT_OPERATIONS = {
  /** BROKER-1: has the shape of the Trading API, margin ratios included. */
  listBrokerStocks: operation({
    ...brokerList,
    paging: 'none',
    id: 'broker.stocks.list',
    name: 'List Stock Instruments',
    path: '/broker/instruments/stocks/profiles/list',
    request: STOCK_OPERATIONS.listStocks.request,
    response: STOCK_OPERATIONS.listStocks.response,
  }),

  getBrokerCorporateActions: operation({
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
  }),
} as const
