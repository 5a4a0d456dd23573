import type { Price } from '../../../../shared/domain/decimal.js'
import type { AssetClass } from '../../../../shared/domain/instruments/instrument.js'
import type { PriceIndex } from '../../../../shared/domain/instruments/price-grid.js'

/** How many ticks a row may have, as the settings store it. */
export const ROW_TICKS = ['1', '5', '10', '50', '100', '500', '1000', '5000'] as const
export type RowTicks = (typeof ROW_TICKS)[number]
/** How many ticks a row has. */
export type TicksPerRow = 1 | 5 | 10 | 50 | 100 | 500 | 1000 | 5000

/** A row of a coin is at least this part of its price: one basis point. */
const COIN_ROW = 10_000

/**
 * Returns how many ticks a row has until the person chooses: one, but of a coin as many as the
 * spread needs to be among the rows, because its tick is far smaller than its spread.
 */
export function fittingTicks(
  assetClass: AssetClass,
  price: Price | null,
  index: PriceIndex,
): TicksPerRow {
  if (assetClass !== 'crypto' || price === null) return 1
  const needed = index.positionOf(price, 'down') / COIN_ROW
  const fitting = ROW_TICKS.find((ticks) => Number(ticks) >= needed) ?? '5000'
  return Number(fitting) as TicksPerRow
}

/** The choices of a product: only a coin has so many ticks that hundreds of them make a row. */
export const rowTickChoices = (assetClass: AssetClass): readonly RowTicks[] =>
  assetClass === 'crypto' ? ROW_TICKS : ROW_TICKS.slice(0, 5)
