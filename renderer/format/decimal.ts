import {
  abs,
  decimalText,
  dec,
  isNegative,
  isZero,
  lt,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../shared/domain/decimal.js'

/** Shown where there is no number. */
export const MISSING = '—'

const ONE = dec('1')
const THOUSAND = dec('1000')
/**
 * The maximum number of places that Chromium 114's number format accepts; no value here comes near
 * it.
 */
const MAX_PLACES = 20

const formats = new Map<string, Intl.NumberFormat>()
function formatOf(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', { useGrouping: true, ...options })
  formats.set(key, made)
  return made
}

/** Formats the decimal's text, so every digit survives; no number type is involved. */
const write = (format: Intl.NumberFormat, value: Decimal): string =>
  format.format(decimalText(value) as Intl.StringNumericLiteral).replace('-', '−')

/** Formats a decimal with at least `min` and at most `max` places, rounded half away from zero. */
export function formatDecimal(
  value: Decimal | null | undefined,
  min = 0,
  max = MAX_PLACES,
  signed = false,
): string {
  if (value === null || value === undefined) return MISSING
  return write(
    formatOf(`d${min}/${max}/${signed}`, {
      minimumFractionDigits: min,
      maximumFractionDigits: max,
      ...(signed ? { signDisplay: 'exceptZero' as const } : {}),
    }),
    value,
  )
}

/**
 * Formats a price: cents from one dollar on, hundredths of a cent below; never fewer digits than
 * the price itself has, up to `max`.
 */
export function formatPrice(value: Price | Decimal | null | undefined, max = 6): string {
  if (value === null || value === undefined) return MISSING
  return formatDecimal(value, !isZero(value) && lt(abs(value), ONE) ? Math.min(4, max) : 2, max)
}

/** Formats a change of price with its sign. */
export const formatChange = (value: Decimal | null | undefined): string =>
  formatDecimal(value, 2, 4, true)

/** Formats units without trailing zeros: 100, 0.5, −20. */
export const formatQuantity = (value: Quantity | Decimal | null | undefined): string =>
  formatDecimal(value, 0, 5)

/**
 * Formats an amount with two places: 12,345.60. With a currency, its symbol precedes the amount.
 */
export function formatMoney(
  value: Money | Decimal | null | undefined,
  currency: string | null = null,
  signed = false,
): string {
  if (value === null || value === undefined) return MISSING
  if (currency === null) return formatDecimal(value, 2, 2, signed)
  const sign = signed ? { signDisplay: 'exceptZero' as const } : {}
  try {
    return write(
      formatOf(`m${currency}/${signed}`, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        ...sign,
      }),
      value,
    )
  } catch {
    // A currency code that is not three letters cannot be formatted; show it after the amount.
    return `${formatDecimal(value, 2, 2, signed)} ${currency}`
  }
}

/** Formats a fraction as percent; 0.0123 becomes +1.23%. */
export function formatRatio(value: Decimal | null | undefined, signed = true): string {
  if (value === null || value === undefined) return MISSING
  return write(
    formatOf(`r${signed}`, {
      style: 'percent',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      ...(signed ? { signDisplay: 'exceptZero' as const } : {}),
    }),
    value,
  )
}

/**
 * Formats a large count in short form, always with two places so that columns align: 12.30M. Below
 * a thousand it is exact.
 */
export function formatCompact(value: Decimal | null | undefined): string {
  if (value === null || value === undefined) return MISSING
  if (lt(abs(value), THOUSAND)) return formatDecimal(value, 0, 2)
  return write(
    formatOf('c', { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    value,
  )
}

export type Direction = 'up' | 'down' | 'flat'

/** Returns the direction of a number, from which color, arrow and words follow. */
export function directionOf(value: Decimal | null | undefined): Direction {
  if (value === null || value === undefined || isZero(value)) return 'flat'
  return isNegative(value) ? 'down' : 'up'
}

/** Shown beside every colored number, so that color is never the only sign. */
export const ARROWS: Record<Direction, string> = { up: '▲', down: '▼', flat: '' }
