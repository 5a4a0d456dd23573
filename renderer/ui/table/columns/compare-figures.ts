import { cmp, type Decimal } from '../../../../shared/domain/decimal.js'

/** Compares two figures for a table; a missing one is the smallest. */
export const compareFigures = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : cmp(a, b)
