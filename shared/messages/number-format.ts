import { abs, decimalText, dec, lt, significantScale, type Decimal } from '../domain/decimal.js'
import { NUMBER_LOCALE } from './languages.js'

/** What stands where there is no number. */
export const MISSING = '—'

const THOUSAND = dec('1000')
const MINUS = '−'
const HYPHEN = '-'
/** The most decimal places that Chromium 114's number format accepts. */
const MAX_PLACES = 20
const CENTS = 2

type Maybe = Decimal | null | undefined

/**
 * Writes decimals in one locale. Every function reads the decimal's own text, so no digit is lost;
 * a missing value is written as "—", and a negative one with a minus sign (−). Stored text has a
 * hyphen instead.
 */
export interface NumberFormat {
  /** At least `min` and at most `max` places, half away from zero: 1,234.5. */
  decimal(value: Maybe, min?: number, max?: number, signed?: boolean): string
  /**
   * A price with every place that it has, and at least those of its listing's step (two where that
   * is not known). No constant limits them: two prices one tick apart are never written alike.
   */
  exactPrice(value: Maybe, places?: number, signed?: boolean): string
  /** Units with every place that they have: 100, 0.5, −20. */
  quantity(value: Maybe): string
  /** An amount with two places; with a currency its symbol stands in front: $12,345.60. */
  money(value: Maybe, currency?: string | null, signed?: boolean): string
  /** A fraction as percent with two places: 0.0123 becomes +1.23%. */
  ratio(value: Maybe, signed?: boolean): string
  /**
   * A signed fraction as percent in three figures, for a narrow column: +1.23%, −10.9%, +123%.
   */
  shortRatio(value: Maybe): string
  /** A fraction as percent without needless places: 0.002 becomes 0.2%. */
  percent(value: Maybe): string
  /**
   * A large number, shortened to four or five figures that fit a narrow column: 12.30M, 962.7K.
   * Below a thousand it is exact.
   */
  compact(value: Maybe): string
}

/** A value that rounds to zero has no sign, so that nobody reads −0.00. */
const SIGNED = { signDisplay: 'exceptZero' as const }
const UNSIGNED = { signDisplay: 'negative' as const }

/** From here on, three figures of a percentage have one place, and none. */
const ONE_PLACE = dec('0.09995')
const NO_PLACE = dec('0.9995')
const shortPlaces = (ratio: Decimal): number => {
  if (lt(ratio, ONE_PLACE)) return CENTS
  return lt(ratio, NO_PLACE) ? 1 : 0
}

/** Returns the number of digits before the point. */
const wholeDigits = (value: Decimal): number => (decimalText(abs(value)).split('.')[0] ?? '').length

function createNumberFormat(locale: string, minus: string): NumberFormat {
  const formats = new Map<string, Intl.NumberFormat>()
  const formatFor = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const known = formats.get(key)
    if (known !== undefined) return known
    const made = new Intl.NumberFormat(locale, { useGrouping: true, ...options })
    formats.set(key, made)
    return made
  }
  const write = (format: Intl.NumberFormat, value: Decimal): string =>
    format.format(decimalText(value) as Intl.StringNumericLiteral).replace(HYPHEN, minus)

  const decimal: NumberFormat['decimal'] = (value, min = 0, max = MAX_PLACES, signed = false) => {
    if (value === null || value === undefined) return MISSING
    const options = { minimumFractionDigits: min, maximumFractionDigits: max }
    return write(
      formatFor(`d${min}/${max}/${signed}`, { ...options, ...(signed ? SIGNED : UNSIGNED) }),
      value,
    )
  }
  const percentWith = (value: Maybe, min: number, max: number, signed: boolean): string => {
    if (value === null || value === undefined) return MISSING
    const options = { style: 'percent', minimumFractionDigits: min, maximumFractionDigits: max }
    return write(
      formatFor(`r${min}/${max}/${signed}`, {
        ...(options as Intl.NumberFormatOptions),
        ...(signed ? SIGNED : UNSIGNED),
      }),
      value,
    )
  }
  const currencyFormat = (currency: string, signed: boolean): Intl.NumberFormat | null => {
    try {
      return formatFor(`m${currency}/${signed}`, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: CENTS,
        maximumFractionDigits: CENTS,
        ...(signed ? SIGNED : UNSIGNED),
      })
    } catch {
      return null
    }
  }
  return {
    decimal,
    exactPrice(value, places = CENTS, signed = false) {
      if (value === null || value === undefined) return MISSING
      const min = Math.min(MAX_PLACES, Math.max(CENTS, places))
      return decimal(
        value,
        min,
        Math.min(MAX_PLACES, Math.max(min, significantScale(value))),
        signed,
      )
    },
    quantity: (value) => decimal(value),
    money(value, currency = null, signed = false) {
      if (value === null || value === undefined) return MISSING
      const format = currency === null ? null : currencyFormat(currency, signed)
      if (format !== null) return write(format, value)
      // A code that is not a currency still has to be shown: the amount matters more than a symbol.
      return `${decimal(value, CENTS, CENTS, signed)}${currency === null ? '' : ` ${currency}`}`
    },
    ratio: (value, signed = true) => percentWith(value, CENTS, CENTS, signed),
    shortRatio(value) {
      const places = value === null || value === undefined ? CENTS : shortPlaces(abs(value))
      return percentWith(value, places, places, true)
    },
    percent: (value) => percentWith(value, 0, CENTS, false),
    compact(value) {
      if (value === null || value === undefined) return MISSING
      if (lt(abs(value), THOUSAND)) return decimal(value, 0, CENTS)
      const places = wholeDigits(value) % 3 === 0 ? 1 : CENTS
      const options = { minimumFractionDigits: places, maximumFractionDigits: places }
      return write(formatFor(`c${places}`, { notation: 'compact', ...UNSIGNED, ...options }), value)
    },
  }
}

const formatters = new Map<string, NumberFormat>()

/** The number format of a locale ("en-US"); made once for each. */
export function numberFormat(locale: string): NumberFormat {
  const known = formatters.get(locale)
  if (known !== undefined) return known
  const format = createNumberFormat(locale, MINUS)
  formatters.set(locale, format)
  return format
}

/**
 * The number format of texts that records and assistants get: negative numbers have a hyphen there,
 * so that programs can read them and new records match earlier ones.
 */
export const storedNumbers: NumberFormat = createNumberFormat(NUMBER_LOCALE, HYPHEN)
