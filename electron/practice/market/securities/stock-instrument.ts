import type { StockInstrument } from '../../model/instrument.js'
import { STOCK_SCALE } from '../../model/units.js'
import { STOCK_GRID } from '../math/price-grid.js'
import type { Listing } from './market-types.js'

const GRID = [
  { from: 0, step: STOCK_GRID.fine },
  { from: STOCK_GRID.turn, step: STOCK_GRID.tick },
] as const

/** Converts a stock or fund listing to an exchange instrument. */
export const stockInstrument = (listing: Listing): StockInstrument => ({
  product: 'EQUITY',
  symbol: listing.symbol,
  name: listing.name,
  instrumentId: listing.instrumentId,
  exchangeCode: listing.exchangeCode,
  status: listing.status,
  scale: STOCK_SCALE,
  grid: GRID,
  kind: listing.kind,
  shortable: listing.shortable,
  fractionable: listing.fractionable,
  marginable: listing.marginable,
  overnight: listing.overnight,
  initialMarginLong: listing.initialMarginLong,
  initialMarginShort: listing.initialMarginShort,
  intradayMarginLong: listing.intradayMarginLong,
  intradayMarginShort: listing.intradayMarginShort,
  maintenanceMarginLong: listing.maintenanceMarginLong,
  maintenanceMarginShort: listing.maintenanceMarginShort,
})
