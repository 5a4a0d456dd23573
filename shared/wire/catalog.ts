import { getBalance, listAccounts, listPositions } from './families/accounts.js'
import { getPositionLots, getTransfer, listCashActivities, listExecutions, listTransfers } from './families/activities.js'
import { BROKER_OPERATIONS } from './families/broker.js'
import { checkToken, createClientToken, createToken, getConfig, refreshClientToken } from './families/auth.js'
import { authorizationCode, authorizePage, createAccessToken, listAccountsConnect } from './families/connect.js'
import { listStocks } from './families/instruments.js'
import { EVENT_DATA_OPERATIONS } from './families/event-data.js'
import { EVENT_DISPLAY_OPERATIONS } from './families/event-display.js'
import { EVENT_INSTRUMENT_OPERATIONS } from './families/event-instruments.js'
import { FUTURES_OPERATIONS } from './families/futures.js'
import { CRYPTO_OPERATIONS } from './families/crypto.js'
import { listOptionContracts, optionBars, optionSnapshots, optionTicks } from './families/options.js'
import { batchPlaceOrders, cancelOrder, getOrder, listOpenOrders, listOrderHistory, placeOrder, previewOrder, replaceOrder } from './families/orders.js'
import { stockBarsBatch, stockBarsSingle, stockDepth, stockSnapshots, stockTicks } from './families/stock-data.js'
import { subscribeMarketData, unsubscribeMarketData } from './families/streaming.js'
import {
  addWatchlistInstruments, createWatchlist, deleteWatchlist, listWatchlistInstruments, listWatchlists, removeWatchlistInstruments, updateWatchlist,
  updateWatchlistInstruments,
} from './families/watchlists.js'
import { gainersLosers, highDividend, marketSectorDetail, marketSectors, topActive, week52HighLow } from './families/screeners.js'
import { noiiBars, noiiSnapshot, stockFootprint } from './families/stock-extras.js'
import { corporateActions, corporateActionsByMarket } from './families/corporate-actions.js'
import {
  analystRating, analystTarget, balanceSheet, capitalFlow, cashFlow, companyProfile, dividendCalendar, earningsCalendar, filings, financialAlert, financialIndicators,
  forecastEps, fundAllocation, fundBrief, fundDividends, fundFiles, fundHoldings, fundNetValue, fundPerformance, fundRating, fundSplits, incomeStatement, industryComparison,
} from './families/fundamentals.js'
import { displayLogos, displayProfiles, newsSummary } from './families/news.js'

import type { Operation } from './operation.js'

/** The catalog's type, written out: inferred, every reader of it would compare all operations member by member. */
export type Catalog = readonly [
  typeof createToken, typeof checkToken, typeof getConfig, typeof createClientToken, typeof refreshClientToken,
  typeof authorizePage, typeof authorizationCode, typeof createAccessToken, typeof listAccountsConnect,
  typeof listAccounts, typeof getBalance, typeof listPositions, typeof previewOrder, typeof placeOrder, typeof batchPlaceOrders, typeof replaceOrder, typeof cancelOrder, typeof getOrder, typeof listOpenOrders, typeof listOrderHistory, typeof listStocks,
  typeof getPositionLots, typeof listExecutions, typeof listCashActivities, typeof listTransfers, typeof getTransfer,
  typeof stockSnapshots, typeof stockTicks, typeof stockDepth, typeof stockBarsBatch, typeof stockBarsSingle, typeof subscribeMarketData, typeof unsubscribeMarketData,
  typeof listWatchlists, typeof createWatchlist, typeof updateWatchlist, typeof deleteWatchlist, typeof listWatchlistInstruments, typeof addWatchlistInstruments, typeof removeWatchlistInstruments, typeof updateWatchlistInstruments,
  typeof gainersLosers, typeof topActive, typeof highDividend, typeof week52HighLow, typeof marketSectors, typeof marketSectorDetail,
  ...typeof BROKER_OPERATIONS,
  typeof stockFootprint, typeof noiiSnapshot, typeof noiiBars,
  typeof corporateActions, typeof corporateActionsByMarket,
  typeof companyProfile, typeof analystRating, typeof analystTarget, typeof capitalFlow, typeof forecastEps, typeof earningsCalendar, typeof dividendCalendar, typeof filings, typeof industryComparison, typeof financialAlert,
  typeof financialIndicators, typeof incomeStatement, typeof balanceSheet, typeof cashFlow,
  typeof fundBrief, typeof fundPerformance, typeof fundNetValue, typeof fundHoldings, typeof fundDividends, typeof fundRating, typeof fundSplits, typeof fundFiles, typeof fundAllocation,
  typeof newsSummary, typeof displayProfiles, typeof displayLogos,
  typeof listOptionContracts, typeof optionSnapshots, typeof optionTicks, typeof optionBars,
  ...typeof FUTURES_OPERATIONS, ...typeof CRYPTO_OPERATIONS,
  ...typeof EVENT_INSTRUMENT_OPERATIONS, ...typeof EVENT_DATA_OPERATIONS, ...typeof EVENT_DISPLAY_OPERATIONS,
]

/** Every operation that this product speaks and answers. Adding one: a descriptor in a family, a line here and one in its type. */
const ENTRIES: Catalog = [
  createToken, checkToken, getConfig, createClientToken, refreshClientToken,
  authorizePage, authorizationCode, createAccessToken, listAccountsConnect,
  listAccounts, getBalance, listPositions, previewOrder, placeOrder, batchPlaceOrders, replaceOrder, cancelOrder, getOrder, listOpenOrders, listOrderHistory, listStocks,
  getPositionLots, listExecutions, listCashActivities, listTransfers, getTransfer,
  stockSnapshots, stockTicks, stockDepth, stockBarsBatch, stockBarsSingle, subscribeMarketData, unsubscribeMarketData,
  listWatchlists, createWatchlist, updateWatchlist, deleteWatchlist, listWatchlistInstruments, addWatchlistInstruments, removeWatchlistInstruments, updateWatchlistInstruments,
  gainersLosers, topActive, highDividend, week52HighLow, marketSectors, marketSectorDetail,
  ...BROKER_OPERATIONS,
  stockFootprint, noiiSnapshot, noiiBars,
  corporateActions, corporateActionsByMarket,
  companyProfile, analystRating, analystTarget, capitalFlow, forecastEps, earningsCalendar, dividendCalendar, filings, industryComparison, financialAlert,
  financialIndicators, incomeStatement, balanceSheet, cashFlow,
  fundBrief, fundPerformance, fundNetValue, fundHoldings, fundDividends, fundRating, fundSplits, fundFiles, fundAllocation,
  newsSummary, displayProfiles, displayLogos,
  listOptionContracts, optionSnapshots, optionTicks, optionBars,
  ...FUTURES_OPERATIONS, ...CRYPTO_OPERATIONS,
  ...EVENT_INSTRUMENT_OPERATIONS, ...EVENT_DATA_OPERATIONS, ...EVENT_DISPLAY_OPERATIONS,
]

/** The same for whoever walks over all of them: one plain type, not a hundred and more. */
export const CATALOG: readonly (Operation & { readonly id: OperationId })[] = ENTRIES

/** The id of a catalogued operation. */
export type OperationId = Catalog[number]['id']
