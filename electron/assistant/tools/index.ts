import type { Tool } from '../tool.js'
import { getAccountBalance, getAccountList, getAccountPositions } from './accounts.js'
import {
  cancelInstruction,
  replaceEventInstruction,
  replaceFuturesInstruction,
  replaceOptionInstruction,
  replaceStockInstruction,
} from './replace-cancel.js'
import {
  getPendingInstruction,
  getProcessedInstruction,
  revokeInstruction,
  waitForInstruction,
} from './instructions.js'
import {
  getCryptoBars,
  getCryptoSnapshot,
  getFuturesBars,
  getFuturesDepth,
  getFuturesSnapshot,
  getInstruments,
  getOptionSnapshot,
  getStockBars,
  getStockBarsSingle,
  getStockQuotes,
  getStockSnapshot,
  searchInstruments,
} from './market.js'
import { getOpenOrders, getOrderDetail, getOrderHistory } from './orders.js'
import { placeOptionSingleInstruction, placeOptionStrategyInstruction } from './place-option.js'
import {
  placeAlgoInstruction,
  placeCryptoInstruction,
  placeEventInstruction,
  placeFuturesInstruction,
} from './place-others.js'
import { placeStockBatchInstruction, placeStockInstruction } from './place-stock.js'
import { getPolicy } from './policy.js'
import {
  previewCryptoOrder,
  previewEventOrder,
  previewFuturesOrder,
  previewOptionOrder,
  previewStockOrder,
} from './preview.js'
import { REFERENCE_DATA_READS } from './reference-data.js'

/**
 * Every tool that an assistant can call, in listing order. Nothing outside this list can be called.
 */
export const TOOLS: readonly Tool[] = [
  getAccountList,
  getAccountBalance,
  getAccountPositions,
  getOpenOrders,
  getOrderHistory,
  getOrderDetail,
  getInstruments,
  searchInstruments,
  getStockSnapshot,
  getStockQuotes,
  getStockBars,
  getStockBarsSingle,
  getOptionSnapshot,
  getFuturesSnapshot,
  getFuturesDepth,
  getFuturesBars,
  getCryptoSnapshot,
  getCryptoBars,
  ...REFERENCE_DATA_READS,
  previewStockOrder,
  previewOptionOrder,
  previewFuturesOrder,
  previewCryptoOrder,
  previewEventOrder,
  placeStockInstruction,
  placeStockBatchInstruction,
  placeOptionSingleInstruction,
  placeOptionStrategyInstruction,
  placeFuturesInstruction,
  placeCryptoInstruction,
  placeAlgoInstruction,
  placeEventInstruction,
  replaceStockInstruction,
  replaceOptionInstruction,
  replaceFuturesInstruction,
  replaceEventInstruction,
  cancelInstruction,
  getPendingInstruction,
  getProcessedInstruction,
  waitForInstruction,
  revokeInstruction,
  getPolicy,
]
