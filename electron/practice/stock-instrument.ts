import type { PriceStep, StockInstrument } from './instrument.js'
import { CENT, STOCK_SCALE, type PriceUnits } from './units.js'

const ONE_DOLLAR: PriceUnits = 10_000
/** A cent; below one dollar a hundredth of a cent (SEC rule 612). */
export const STOCK_GRID: readonly PriceStep[] = [{ from: 0, step: 1 }, { from: ONE_DOLLAR, step: CENT }]

/** A listed stock as an instrument of the exchange. */
export const stockInstrument = (listing: Omit<StockInstrument, 'product' | 'scale' | 'grid'>): StockInstrument =>
  ({ ...listing, product: 'EQUITY', scale: STOCK_SCALE, grid: STOCK_GRID })
