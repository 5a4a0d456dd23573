import { decimalText, type Decimal } from '../../shared/domain/decimal.js'

/**
 * The nearest binary number of a decimal, for pixels only. What comes back from a chart is never a
 * price:
 * it must be snapped to the tick with the decimal library first.
 */
export const toNumber = (value: Decimal): number => Number.parseFloat(decimalText(value))
