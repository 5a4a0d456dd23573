import { err, ok } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { StockInstrument } from '../../../model/instrument.js'
import type { Cents } from '../../../ledger/money.js'
import { UNIT_SIZE, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import { PLAIN, type OrderTerms } from '../../orders/order.js'
import { readAlgo } from '../../matching/algo-terms.js'
import { invalid, type Refusal, refuse } from '../../api/refusals.js'
import {
  isPresent,
  needsLimit,
  needsStop,
  readAmount,
  readPrice,
  readQuantity,
  readTrail,
  type Checked,
} from '../../orders/read-fields.js'
import type { OrderFields } from '../../orders/product-rules.js'

/** Times in force of US stock (TRADING-4.3). */
const STOCK_TIMES: readonly string[] = ['DAY', 'GTC']

function quantity(fields: OrderFields, instrument: StockInstrument): Checked<SizeUnits> {
  const size = readQuantity(fields, instrument.scale)
  if (!size.ok || size.value % UNIT_SIZE === 0) return size
  if (!instrument.fractionable) {
    return err(
      refuse(CODES.fractionNotSupported, `${instrument.symbol} does not trade in fractions.`),
    )
  }
  const plain = fields.order_type === 'MARKET' || fields.order_type === 'LIMIT'
  return plain && fields.side !== 'SHORT' && fields.support_trading_session !== 'NIGHT'
    ? size
    : err(invalid('quantity', fields.quantity))
}

function amount(fields: OrderFields, instrument: StockInstrument): Checked<Cents> {
  if (isPresent(fields.quantity)) {
    return err(invalid('quantity', fields.quantity, 'not used by entrust_type AMOUNT'))
  }
  if (fields.order_type !== 'MARKET' || fields.side === 'SHORT') {
    return err(invalid('entrust_type', fields.entrust_type))
  }
  if (!instrument.fractionable) {
    return err(
      refuse(CODES.fractionNotSupported, `${instrument.symbol} does not trade in fractions.`),
    )
  }
  return readAmount(fields)
}

function enumerations(fields: OrderFields): Refusal | null {
  if (!STOCK_TIMES.includes(fields.time_in_force)) {
    return invalid('time_in_force', fields.time_in_force)
  }
  if (isPresent(fields.expire_date)) {
    return invalid('expire_date', fields.expire_date, 'not used by this time_in_force')
  }
  // Documented as optional, but a US stock order without it is refused (TRADING-4.2).
  const session = fields.support_trading_session
  if (!isPresent(session)) return invalid('support_trading_session', session)
  // Outside the regular session only limit orders trade.
  return session !== 'CORE' && fields.order_type !== 'LIMIT'
    ? invalid('support_trading_session', session)
    : null
}

/**
 * Reads one stock order (TRADING-4.2, TRADING-4.3): fields, ticks, precision, and the prices that
 * its type uses. `estimate` returns the size of an AMOUNT order. Checks that depend on the account
 * or the market come later.
 */
export function readStockTerms(
  fields: OrderFields,
  instrument: StockInstrument,
  estimate: (amount: Cents) => SizeUnits,
): Checked<OrderTerms> {
  const wrong = enumerations(fields)
  if (wrong !== null) return err(wrong)
  const limit = readPrice(
    'limit_price',
    fields.limit_price,
    needsLimit(fields.order_type),
    instrument,
  )
  if (!limit.ok) return limit
  const stop = readPrice('stop_price', fields.stop_price, needsStop(fields.order_type), instrument)
  if (!stop.ok) return stop
  const trailing = readTrail(fields, instrument.scale)
  if (!trailing.ok) return trailing
  const byAmount = fields.entrust_type === 'AMOUNT'
  const cents = byAmount ? amount(fields, instrument) : ok(null)
  if (!cents.ok) return cents
  const size = cents.value === null ? quantity(fields, instrument) : ok(estimate(cents.value))
  if (!size.ok) return size
  const algo = readAlgo(fields, size.value)
  if (!algo.ok) return algo
  if (size.value <= 0) {
    return err(
      invalid(
        'total_cash_amount',
        fields.total_cash_amount,
        'buys less than the smallest fraction',
      ),
    )
  }
  return ok({
    symbol: instrument.symbol,
    side: fields.side,
    type: fields.order_type,
    timeInForce: fields.time_in_force,
    session: fields.support_trading_session ?? 'CORE',
    entrust: fields.entrust_type,
    size: size.value,
    amount: cents.value,
    limit: limit.value,
    stop: stop.value,
    trail: trailing.value,
    expireDate: null,
    ...PLAIN,
    algo: algo.value,
  })
}

/** Minimum size of a buy in a stock between 0.10 and 0.999 USD (LIMITS-4). */
export const PENNY_MINIMUM: SizeUnits = 100 * UNIT_SIZE
export const isPennyPriced = (last: PriceUnits): boolean => last >= 1_000 && last <= 9_990
