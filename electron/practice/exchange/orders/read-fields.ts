import { parseDecimal, significantScale } from '../../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import type { Instrument, PriceStep } from '../../model/instrument.js'
import { ppm, type Cents } from '../../ledger/money.js'
import {
  CENT,
  priceUnits,
  sizeUnits,
  type PriceUnits,
  type Scale,
  type SizeUnits,
} from '../../model/units.js'
import type { TrailTerms } from './order.js'
import { invalid, type Refusal } from '../api/refusals.js'
import type { OrderFields } from './product-rules.js'

/** Readers for the fields that every product reads alike, on its own scale and price steps. */

export type Text = string | null | undefined
export type Checked<T> = Result<T, Refusal>

export const isPresent = (text: Text): text is string =>
  text !== undefined && text !== null && text !== ''
/**
 * Upper bound of prices and sizes in units; for stock about 90 billion USD and 9 billion shares.
 */
export const LARGEST: number = Number.MAX_SAFE_INTEGER / 10

export const needsLimit = (type: string): boolean =>
  type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || type === 'LIMIT_ON_OPEN'
export const needsStop = (type: string): boolean =>
  type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT'

/** Returns the price step at a price. */
export function stepAt(grid: readonly PriceStep[], price: PriceUnits): PriceUnits {
  let step = 1
  for (const entry of grid) if (entry.from <= price) step = entry.step
  return step
}

/**
 * Reads a price that is a multiple of its step; null when the order has none. `needed` depends on
 * the order type: a price that the type does not use is refused.
 */
export function readPrice(
  field: string,
  text: Text,
  needed: boolean,
  { grid, scale }: Pick<Instrument, 'grid' | 'scale'>,
): Checked<PriceUnits | null> {
  if (!needed) {
    return isPresent(text) ? err(invalid(field, text, 'not used by this order_type')) : ok(null)
  }
  if (!isPresent(text)) return err(invalid(field, text))
  const value = priceUnits(text, scale)
  if (value === null || value <= 0 || value > LARGEST) return err(invalid(field, text))
  const step = stepAt(grid, value)
  return value % step === 0
    ? ok(value)
    : err(invalid(field, text, `price step is ${stepText(step, scale)}`))
}

const stepText = (step: PriceUnits, scale: Scale): string => String(step / 10 ** scale.price)

/** Reads the distance of a trailing stop; null for every other type. */
export function readTrail(fields: OrderFields, scale: Scale): Checked<TrailTerms | null> {
  const { trailing_type: kind, trailing_stop_step: text } = fields
  if (fields.order_type !== 'TRAILING_STOP_LOSS') {
    if (isPresent(kind)) return err(invalid('trailing_type', kind, 'not used by this order_type'))
    return isPresent(text)
      ? err(invalid('trailing_stop_step', text, 'not used by this order_type'))
      : ok(null)
  }
  if (!isPresent(kind)) return err(invalid('trailing_type', kind))
  const value = isPresent(text) ? parseDecimal(text) : null
  if (
    !isPresent(text) ||
    value === null ||
    significantScale(value) > (kind === 'AMOUNT' ? scale.price : 6)
  ) {
    return err(invalid('trailing_stop_step', text))
  }
  const step =
    kind === 'AMOUNT' ? (priceUnits(text, scale) ?? 0) : text.startsWith('-') ? 0 : ppm(text)
  if (step <= 0 || (kind === 'PERCENTAGE' && step > 1_000_000)) {
    return err(invalid('trailing_stop_step', text))
  }
  return ok({ kind, step, text })
}

/** Reads the quantity of a QTY order. */
export function readQuantity(fields: OrderFields, scale: Scale): Checked<SizeUnits> {
  const text = fields.quantity
  if (isPresent(fields.total_cash_amount)) {
    return err(
      invalid('total_cash_amount', fields.total_cash_amount, 'not used by entrust_type QTY'),
    )
  }
  const size = isPresent(text) ? sizeUnits(text, scale) : null
  return size === null || size <= 0 || size > LARGEST ? err(invalid('quantity', text)) : ok(size)
}

/** Reads the money of an AMOUNT order, in whole cents. */
export function readAmount(fields: OrderFields): Checked<Cents> {
  const text = fields.total_cash_amount
  if (isPresent(fields.quantity)) {
    return err(invalid('quantity', fields.quantity, 'not used by entrust_type AMOUNT'))
  }
  const value = isPresent(text) ? priceUnits(text) : null
  if (value === null || value <= 0 || value > LARGEST || value % CENT !== 0) {
    return err(invalid('total_cash_amount', text))
  }
  return ok(value / CENT)
}
