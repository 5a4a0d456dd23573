import { decimalText, fromInteger } from '../../../../../shared/domain/decimal.js'
import { MARKET_SECTORS, type MarketSector } from '../../../reference/company-facts.js'
import { moneyText, quotient } from '../../../reference/figures.js'
import type { Period, Screened } from '../../../reference/screen.js'
import { sizeText } from '../../../model/figures.js'
import { MEASURES, ranked, symbolOf } from './screener-rows.js'

export const SECTOR_PERIODS: Readonly<Record<'D1' | 'D5' | 'MO1' | 'MO3', Period>> = {
  D1: { days: 1 },
  D5: { days: 5 },
  MO1: { days: 21 },
  MO3: { days: 63 },
}
const LEADERS = 3

/** Aggregated figures of a sector's stocks. The change compares their total market value. */
export interface SectorFigures {
  readonly sector: MarketSector
  readonly rows: readonly Screened[]
  readonly value: bigint
  readonly volume: number
  readonly ratio: number | null
}

/** Computes the figures of every sector that has a stock with a price. */
export function sectorFigures(all: readonly Screened[]): readonly SectorFigures[] {
  return MARKET_SECTORS.flatMap((sector) => {
    const rows = all.filter((row) => sector.symbols.includes(symbolOf(row)))
    if (rows.length === 0) return []
    const value = rows.reduce((total, row) => total + row.value, 0n)
    const before = rows.reduce((total, row) => total + row.baseValue, 0n)
    return [
      {
        sector,
        rows,
        value,
        volume: rows.reduce((total, { snapshot }) => total + snapshot.regular.volume, 0),
        ratio: quotient(value - before, before, 4),
      },
    ]
  })
}

/** Formats a sector with its top gainers. */
export function wireSector({ sector, rows, value, volume, ratio }: SectorFigures) {
  const count = (fits: (change: number) => boolean): string =>
    String(rows.filter(({ change }) => fits(change)).length)
  return {
    id: sector.id,
    name: sector.name,
    change_ratio: ratio === null ? null : decimalText(fromInteger(ratio, 4)),
    volume: sizeText(volume),
    market_value: moneyText(value),
    declined: count((change) => change < 0),
    advanced: count((change) => change > 0),
    flat: count((change) => change === 0),
    data: ranked(rows, MEASURES.CHANGE_RATIO, 'DESC', symbolOf)
      .slice(0, LEADERS)
      .map(({ listing }) => ({
        instrument_id: listing.instrumentId,
        symbol: listing.symbol,
        name: listing.name,
      })),
  }
}
