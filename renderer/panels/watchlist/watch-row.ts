import { cmp, type Decimal } from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'

/** One row of the watchlist. */
export interface WatchRow {
  readonly symbol: Symbol
}

/** Compares two values; a missing one is the smallest. */
export const compareValues = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : cmp(a, b)
