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

/** What stands where there is no number. */
export const MISSING = '—'

const ONE = dec('1')
const THOUSAND = dec('1000')
/** The most places that Chromium 114's number format takes; nothing on the desk comes near. */
const MAX_PLACES = 20

const formats = new Map<string, Intl.NumberFormat>()
function formatOf(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat('en-US', { useGrouping: true, ...options })
  formats.set(key, made)
  return made
}

/**
 * The format reads the decimal's text, so every digit survives; no number type is passed through.
 */
const write = (format: Intl.NumberFormat, value: Decimal): string =>
  format.format(decimalText(value) as Intl.StringNumericLiteral).replace('-', '−')

/** A decimal with at least `min` and at most `max` places, half away from zero. */
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
 * Cents from one dollar on, hundredths of a cent below; never fewer digits than the price itself
 * has, up to `max`.
 */
export function formatPrice(value: Price | Decimal | null | undefined, max = 6): string {
  if (value === null || value === undefined) return MISSING
  return formatDecimal(value, !isZero(value) && lt(abs(value), ONE) ? Math.min(4, max) : 2, max)
}

/** A change of price with its sign. */
export const formatChange = (value: Decimal | null | undefined): string =>
  formatDecimal(value, 2, 4, true)

/** Units, without needless zeros: 100, 0.5, −20. */
export const formatQuantity = (value: Quantity | Decimal | null | undefined): string =>
  formatDecimal(value, 0, 5)

/** An amount with two places: 12,345.60. With a currency its symbol stands in front. */
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
    // A currency code that is not three letters: the amount matters more than its symbol.
    return `${formatDecimal(value, 2, 2, signed)} ${currency}`
  }
}

/** A fraction as percent: 0.0123 becomes +1.23 %. */
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
 * A large count, shortened, always to two places so that columns line up: 12.30M. Below a thousand
 * it is exact.
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

/** Which way a number points; colour, arrow and words all follow from here. */
export function directionOf(value: Decimal | null | undefined): Direction {
  if (value === null || value === undefined || isZero(value)) return 'flat'
  return isNegative(value) ? 'down' : 'up'
}

/** Beside every coloured number, so that colour never speaks alone. */
export const ARROWS: Record<Direction, string> = { up: '▲', down: '▼', flat: '' }
