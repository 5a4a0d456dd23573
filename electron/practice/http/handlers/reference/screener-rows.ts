import { decimalText, fromInteger } from '../../../../../shared/domain/decimal.js'
import type { Services } from '../../operations/services.js'
import { moneyText } from '../../../reference/figures.js'
import { screen, type Period, type Screened } from '../../../reference/screen.js'
import { cashText, priceText, ratioText, sizeText } from '../../../model/figures.js'

const millionths = (value: number | null): string | null =>
  value === null ? null : decimalText(fromInteger(value, 6))

/** Formats a row of a ranking. */
export const wireRow = (row: Screened) => ({
  instrument_id: row.listing.instrumentId,
  symbol: row.listing.symbol,
  name: row.listing.name,
  exchange_code: row.listing.exchangeCode,
  currency_code: row.listing.currency,
  currency: row.listing.currency,
  category: 'US_STOCK',
  pre_close: priceText(row.previousClose),
  open: row.snapshot.regular.open === null ? null : priceText(row.snapshot.regular.open),
  high: row.snapshot.regular.high === null ? null : priceText(row.snapshot.regular.high),
  low: row.snapshot.regular.low === null ? null : priceText(row.snapshot.regular.low),
  close: priceText(row.snapshot.last),
  price: priceText(row.price),
  change: priceText(row.change),
  change_ratio: ratioText(row.change, row.base),
  volume: sizeText(row.snapshot.regular.volume),
  turnover: cashText(row.snapshot.regular.turnover),
  turnover_rate: millionths(row.turnoverRate),
  market_value: moneyText(row.value),
  amplitude: millionths(row.amplitude),
  relative_volume_10d:
    row.relativeVolume === null ? null : decimalText(fromInteger(row.relativeVolume, 3)),
  pe_ttm: millionths(row.pe),
})

/** The keys that rows can be sorted by. */
export type SortKey =
  | 'CHANGE_RATIO'
  | 'RELATIVE_VOLUME_10D'
  | 'MARKET_VALUE'
  | 'CLOSE'
  | 'PRICE'
  | 'PE_TTM'
  | 'HIGH'
  | 'LOW'
  | 'AMPLITUDE'
  | 'TURNOVER'
  | 'VOLUME'
  | 'TURNOVER_RATE'
type Measure = (row: Screened) => number | bigint | null

export const MEASURES: Readonly<Record<SortKey, Measure>> = {
  CHANGE_RATIO: (row) => row.ratio,
  RELATIVE_VOLUME_10D: (row) => row.relativeVolume,
  MARKET_VALUE: (row) => row.value,
  CLOSE: (row) => row.snapshot.last,
  PRICE: (row) => row.price,
  PE_TTM: (row) => row.pe,
  HIGH: (row) => row.snapshot.regular.high,
  LOW: (row) => row.snapshot.regular.low,
  AMPLITUDE: (row) => row.amplitude,
  TURNOVER: (row) => row.snapshot.regular.turnover,
  VOLUME: (row) => row.snapshot.regular.volume,
  TURNOVER_RATE: (row) => row.turnoverRate,
}

/**
 * Sorts by a measure; rows without one come last in either direction, equal ones are sorted by
 * name.
 */
export function ranked<T>(
  rows: readonly T[],
  measure: (row: T) => number | bigint | null,
  direction: 'ASC' | 'DESC',
  nameOf: (row: T) => string,
): T[] {
  const sign = direction === 'ASC' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [x, y] = [measure(a), measure(b)]
    if (x === null || y === null) {
      return x === y ? (nameOf(a) < nameOf(b) ? -1 : 1) : x === null ? 1 : -1
    }
    return x < y ? -sign : x > y ? sign : nameOf(a) < nameOf(b) ? -1 : 1
  })
}

export const symbolOf = (row: Screened): string => row.listing.symbol

/** Maximum time per slice of work: the first screening of a stock reads months of its tape. */
const PATIENCE_MS = 10

/** Screens the named stocks, or all of them, and yields to the market in between. */
export async function screenAll(
  { market, reference }: Services,
  period: Period,
  symbols?: readonly string[],
): Promise<Screened[]> {
  const rows: Screened[] = []
  let since = performance.now()
  for (const listing of market.listings) {
    if (listing.kind !== 'stock' || (symbols !== undefined && !symbols.includes(listing.symbol))) {
      continue
    }
    const row = screen(market, reference, listing, period)
    if (row !== null) rows.push(row)
    if (performance.now() - since < PATIENCE_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
  return rows
}
