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

/** Every operation that this product speaks and answers. Adding one: a descriptor in a family, and a line here. */
export const CATALOG = [
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
] as const satisfies readonly Operation[]

/** The id of a catalogued operation. */
export type OperationId = (typeof CATALOG)[number]['id']
