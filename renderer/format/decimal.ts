import { decimalText, isNegative, isZero, type Decimal } from '../../shared/domain/decimal.js'
import { NUMBER_LOCALE } from '../../shared/messages/languages.js'
import { numberFormat } from '../../shared/messages/number-format.js'

type Maybe = Decimal | null | undefined

/** The number format of the windows; the same in every language. */
const numbers = numberFormat(NUMBER_LOCALE)

/** Formats a decimal with at least `min` and at most `max` places, rounded half away from zero. */
export const formatDecimal = (value: Maybe, min?: number, max?: number, signed?: boolean): string =>
  numbers.decimal(value, min, max, signed)

/**
 * Formats a decimal with every place that it has, and at least `places`: for `product-price.ts`,
 * which knows the places of a price.
 */
export const formatExact = (value: Maybe, places?: number, signed?: boolean): string =>
  numbers.exactPrice(value, places, signed)

/** Formats units without trailing zeros: 100, 0.5, −20. */
export const formatQuantity = (value: Maybe): string => numbers.quantity(value)

/**
 * Formats an amount with two places: 12,345.60. With a currency, its symbol precedes the amount.
 */
export const formatMoney = (
  value: Maybe,
  currency: string | null = null,
  signed?: boolean,
): string => numbers.money(value, currency, signed)

/** Formats a fraction as percent; 0.0123 becomes +1.23%. */
export const formatRatio = (value: Maybe, signed?: boolean): string => numbers.ratio(value, signed)

/** Formats a fraction as percent in three figures, for a narrow column: +1.23%, −10.9%. */
export const formatShortRatio = (value: Maybe): string => numbers.shortRatio(value)

/**
 * Formats a large count in short form, always with two places so that columns align: 12.30M. Below
 * a thousand it is exact.
 */
export const formatCompact = (value: Maybe): string => numbers.compact(value)

export type Direction = 'up' | 'down' | 'flat'

/** Returns the direction of a number, from which color, arrow and words follow. */
export function directionOf(value: Decimal | null | undefined): Direction {
  if (value === null || value === undefined || isZero(value)) return 'flat'
  return isNegative(value) ? 'down' : 'up'
}

/** Shown beside every colored number, so that color is never the only sign. */
export const ARROWS: Record<Direction, string> = { up: '▲', down: '▼', flat: '' }

/** Formats a decimal with all its digits and nothing else; empty where it is missing. */
export const exactText = (value: Maybe): string =>
  value === null || value === undefined ? '' : decimalText(value)
