import { parseDecimal, significantScale } from '../../../shared/domain/decimal.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { ppm, type Cents } from '../ledger/money.js'
import { CENT, priceUnits, sizeUnits, UNIT_SIZE, type PriceUnits, type SizeUnits } from '../units.js'
import type { NewOrderBody, Refusal, TradedListing } from './api.js'
import type { OrderTerms, TrailTerms } from './order.js'
import { invalid, refuse } from './refusals.js'

/** The members of an order that its terms are made of; Replace merges into them and validates again. */
export type OrderFields = Pick<
  NewOrderBody,
  | 'symbol' | 'side' | 'order_type' | 'time_in_force' | 'entrust_type' | 'quantity' | 'total_cash_amount' | 'limit_price' | 'stop_price'
  | 'trailing_type' | 'trailing_stop_step' | 'support_trading_session' | 'expire_date'
>

type Text = string | null | undefined
type Checked<T> = Result<T, Refusal>

const given = (text: Text): text is string => text !== undefined && text !== null && text !== ''
const ONE_DOLLAR: PriceUnits = 10_000
/** Ten billion shares or dollars: beyond it nothing is meant. */
const LARGEST: number = Number.MAX_SAFE_INTEGER / 10

const needsLimit = (type: string): boolean => type === 'LIMIT' || type === 'STOP_LOSS_LIMIT' || type === 'LIMIT_ON_OPEN'
const needsStop = (type: string): boolean => type === 'STOP_LOSS' || type === 'STOP_LOSS_LIMIT'

/** contract/trading.md 4.3 for US stock. */
const STOCK_TIMES: readonly string[] = ['DAY', 'GTC']

/** A price on its tick: a cent, below one dollar a hundredth of a cent (SEC rule 612). */
function price(field: string, text: Text, needed: boolean): Checked<PriceUnits | null> {
  if (!needed) return given(text) ? err(invalid(field, text, 'not used by this order_type')) : ok(null)
  if (!given(text)) return err(invalid(field, text))
  const value = priceUnits(text)
  if (value === null || value <= 0 || value > LARGEST) return err(invalid(field, text))
  return value >= ONE_DOLLAR && value % CENT !== 0 ? err(invalid(field, text, 'price step is 0.01')) : ok(value)
}

function trail(fields: OrderFields): Checked<TrailTerms | null> {
  const { trailing_type: kind, trailing_stop_step: text } = fields
  if (fields.order_type !== 'TRAILING_STOP_LOSS') {
    if (given(kind)) return err(invalid('trailing_type', kind, 'not used by this order_type'))
    return given(text) ? err(invalid('trailing_stop_step', text, 'not used by this order_type')) : ok(null)
  }
  if (!given(kind)) return err(invalid('trailing_type', kind))
  const value = given(text) ? parseDecimal(text) : null
  if (!given(text) || value === null || significantScale(value) > (kind === 'AMOUNT' ? 4 : 6)) return err(invalid('trailing_stop_step', text))
  const step = kind === 'AMOUNT' ? (priceUnits(text) ?? 0) : text.startsWith('-') ? 0 : ppm(text)
  if (step <= 0 || (kind === 'PERCENTAGE' && step > 1_000_000)) return err(invalid('trailing_stop_step', text))
  return ok({ kind, step, text })
}

function quantity(fields: OrderFields, listing: TradedListing): Checked<SizeUnits> {
  const text = fields.quantity
  if (given(fields.total_cash_amount)) return err(invalid('total_cash_amount', fields.total_cash_amount, 'not used by entrust_type QTY'))
  const size = given(text) ? sizeUnits(text) : null
  if (size === null || size <= 0 || size > LARGEST) return err(invalid('quantity', text))
  if (size % UNIT_SIZE === 0) return ok(size)
  if (!listing.fractionable) return err(refuse(CODES.fractionNotSupported, `${listing.symbol} does not trade in fractions.`))
  const plain = fields.order_type === 'MARKET' || fields.order_type === 'LIMIT'
  return plain && fields.side !== 'SHORT' && fields.support_trading_session !== 'NIGHT' ? ok(size) : err(invalid('quantity', text))
}

function amount(fields: OrderFields, listing: TradedListing): Checked<Cents> {
  const text = fields.total_cash_amount
  if (given(fields.quantity)) return err(invalid('quantity', fields.quantity, 'not used by entrust_type AMOUNT'))
  if (fields.order_type !== 'MARKET' || fields.side === 'SHORT') return err(invalid('entrust_type', fields.entrust_type))
  if (!listing.fractionable) return err(refuse(CODES.fractionNotSupported, `${listing.symbol} does not trade in fractions.`))
  const value = given(text) ? priceUnits(text) : null
  if (value === null || value <= 0 || value > LARGEST || value % CENT !== 0) return err(invalid('total_cash_amount', text))
  return ok(value / CENT)
}

function enumerations(fields: OrderFields): Refusal | null {
  if (!STOCK_TIMES.includes(fields.time_in_force)) return invalid('time_in_force', fields.time_in_force)
  if (given(fields.expire_date)) return invalid('expire_date', fields.expire_date, 'not used by this time_in_force')
  // Documented as optional, but a US stock order without it is refused (contract/trading.md 4.2).
  const session = fields.support_trading_session
  if (!given(session)) return invalid('support_trading_session', session)
  // Outside the regular session only limit orders trade.
  return session !== 'CORE' && fields.order_type !== 'LIMIT' ? invalid('support_trading_session', session) : null
}

/**
 * Reads one stock order by the contract's matrix (contract/trading.md 4.2, 4.3): shapes, ticks, precision, which prices belong
 * to which type. `estimate` gives the size of an AMOUNT order. What depends on the account or the market is checked later.
 */
export function readTerms(fields: OrderFields, listing: TradedListing, estimate: (amount: Cents) => SizeUnits): Checked<OrderTerms> {
  const wrong = enumerations(fields)
  if (wrong !== null) return err(wrong)
  const limit = price('limit_price', fields.limit_price, needsLimit(fields.order_type))
  if (!limit.ok) return limit
  const stop = price('stop_price', fields.stop_price, needsStop(fields.order_type))
  if (!stop.ok) return stop
  const trailing = trail(fields)
  if (!trailing.ok) return trailing
  const byAmount = fields.entrust_type === 'AMOUNT'
  const cents = byAmount ? amount(fields, listing) : ok(null)
  if (!cents.ok) return cents
  const size = cents.value === null ? quantity(fields, listing) : ok(estimate(cents.value))
  if (!size.ok) return size
  if (size.value <= 0) return err(invalid('total_cash_amount', fields.total_cash_amount, 'buys less than the smallest fraction'))
  return ok({
    symbol: listing.symbol, side: fields.side, type: fields.order_type, timeInForce: fields.time_in_force,
    session: fields.support_trading_session ?? 'CORE', entrust: fields.entrust_type, size: size.value, amount: cents.value,
    limit: limit.value, stop: stop.value, trail: trailing.value, expireDate: null,
  })
}

/** Whole shares below which a stock between 0.10 and 0.999 USD may not be bought (contract/limits-errors.md 4). */
export const PENNY_MINIMUM: SizeUnits = 100 * UNIT_SIZE
export const isPennyPriced = (last: PriceUnits): boolean => last >= 1_000 && last <= 9_990
