import { err, ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import type { EventInstrument } from '../../../model/instrument.js'
import type { Fees } from '../../../ledger/fees.js'
import { totalFees } from '../../../ledger/fees.js'
import { centsText, centsUp, type Cents } from '../../../ledger/money.js'
import { sizeText } from '../../../ledger/records.js'
import { cashOf, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import type { SymbolMarket } from '../../book/symbol-market.js'
import { bidsFor, bookPrice, PAYOUT, type OrderTerms } from '../../orders/order.js'
import { invalid, type Refusal } from '../../api/refusals.js'
import {
  isPresent,
  readAmount,
  readPrice,
  readQuantity,
  stepAt,
  type Checked,
} from '../../orders/read-fields.js'
import type { OrderFields } from '../../orders/product-rules.js'

/** Times in force of event contracts (TRADING-4.3). */
const TIMES: readonly string[] = ['DAY', 'GTC', 'IOC', 'GTD', 'FOK']
/** The smallest quantity, a hundredth of a contract: quantities have at most two decimals. */
const SMALLEST: SizeUnits = 1_000
const MAX_CONTRACTS: SizeUnits = 50_000 * 100_000
const MAX_VALUE: Cents = 5_000_000

const { feePerMille } = ASSUMPTIONS.events

/**
 * Returns the exchange's fee on an order's execution so far: a share of contracts × price × (1 -
 * price), rounded up to the cent. It is highest at even odds and small near certainty. Further
 * fills never lower it.
 */
export function eventFees(value: Cents, size: SizeUnits): Fees {
  if (size === 0) return { exchange: 0 }
  // value × (1 - value / contracts), with value in cents and a contract worth 100 cents.
  const full = BigInt(size) * 100n
  const risk = BigInt(value) * (full - BigInt(value) * 100_000n)
  const numerator = (risk > 0n ? risk : 0n) * BigInt(feePerMille)
  const denominator = full * 1_000n
  return { exchange: Number((numerator + denominator - 1n) / denominator) }
}

type Shaped = Pick<OrderTerms, 'event' | 'side'>

function shape(fields: OrderFields): Refusal | null {
  const {
    event_outcome: outcome,
    event_trade_mode: mode,
    order_type: type,
    time_in_force: time,
    entrust_type: entrust,
  } = fields
  if (!isPresent(outcome)) return invalid('event_outcome', outcome)
  if (fields.side === 'SHORT') return invalid('side', fields.side)
  if (!TIMES.includes(time)) return invalid('time_in_force', time)
  if (type !== 'LIMIT' && !(type === 'MARKET' && isPresent(mode))) {
    return invalid('order_type', type)
  }
  for (const member of ['stop_price', 'trailing_type', 'trailing_stop_step'] as const) {
    if (isPresent(fields[member])) {
      return invalid(member, fields[member], 'not used by event contracts')
    }
  }
  if ((mode === 'TRADE_IN_AMOUNT') !== (entrust === 'AMOUNT') && isPresent(mode)) {
    return invalid('event_trade_mode', mode, `not with entrust_type ${entrust}`)
  }
  if (entrust === 'AMOUNT' && (fields.side !== 'BUY' || time !== 'FOK')) {
    return invalid('entrust_type', entrust, 'only for BUY with FOK')
  }
  return null
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
function expireDate(fields: OrderFields, today: string): Checked<string | null> {
  const text = fields.expire_date
  if (fields.time_in_force !== 'GTD') {
    return isPresent(text)
      ? err(invalid('expire_date', text, 'not used by this time_in_force'))
      : ok(null)
  }
  const real =
    isPresent(text) &&
    DAY.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
    new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)
  return real && text >= today ? ok(text) : err(invalid('expire_date', text))
}

/**
 * Reads the limit price and checks it against the price steps of the order's side; the steps of the
 * no side mirror the steps of the yes side.
 */
function limitPrice(
  fields: OrderFields,
  shaped: Shaped,
  instrument: EventInstrument,
): Checked<PriceUnits | null> {
  const plain = readPrice('limit_price', fields.limit_price, true, {
    scale: instrument.scale,
    grid: [{ from: 0, step: 1 }],
  })
  if (!plain.ok || plain.value === null) return plain
  const inBook = bookPrice(shaped, plain.value)
  const { grid } = instrument
  const [lowest, highest] = [grid[0]?.step ?? 1, PAYOUT - (grid.at(-1)?.step ?? 1)]
  if (inBook < lowest || inBook > highest) {
    return err(invalid('limit_price', fields.limit_price, 'outside the price ranges of the market'))
  }
  const step = stepAt(grid, inBook)
  return inBook % step === 0
    ? plain
    : err(invalid('limit_price', fields.limit_price, `price step is ${String(step / PAYOUT)}`))
}

function quantity(fields: OrderFields, instrument: EventInstrument): Checked<SizeUnits> {
  const size = readQuantity(fields, instrument.scale)
  if (!size.ok) return size
  if (size.value % SMALLEST !== 0) {
    return err(invalid('quantity', fields.quantity, 'at most two decimals'))
  }
  return instrument.fractionable || size.value % 100_000 === 0
    ? size
    : err(invalid('quantity', fields.quantity, 'whole contracts only'))
}

/** Returns the cost of a size, fee included. */
const costOf = (price: PriceUnits, size: SizeUnits, instrument: EventInstrument): Cents => {
  const value = centsUp(cashOf(price, size, instrument.scale))
  return value + totalFees(eventFees(value, size))
}

interface Sized {
  readonly size: SizeUnits
  /** The worst price paid for it. */
  readonly limit: PriceUnits
}

/** Returns the largest size that an amount can pay for at one price, fee included. */
function sizeAt(amount: Cents, price: PriceUnits, instrument: EventInstrument): SizeUnits {
  const smallest = instrument.fractionable ? SMALLEST : 100_000
  let [low, high] = [0, Math.floor((amount * 10_000_000) / price / smallest) + 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (costOf(price, middle * smallest, instrument) <= amount) low = middle
    else high = middle - 1
  }
  return low * smallest
}

/**
 * Returns the size that an amount buys from the present book: even if all of it traded at the worst
 * price needed, it would cost no more than the amount. Null when there are no offers.
 */
function sizeFromBook(
  amount: Cents,
  shaped: Shaped,
  market: SymbolMarket,
  instrument: EventInstrument,
): Sized | null {
  const { bids, asks } = market.book.depth(100)
  let offered = 0
  let best: Sized | null = null
  for (const level of bidsFor(shaped) ? asks : bids) {
    offered += level.size
    const limit = bookPrice(shaped, level.price)
    const affordable = sizeAt(amount, limit, instrument)
    const size = Math.min(affordable, offered)
    if (best === null || size > best.size) best = { size, limit }
    if (affordable <= offered) break
  }
  return best === null || best.size <= 0
    ? null
    : { ...best, size: best.size - (best.size % (instrument.fractionable ? SMALLEST : 100_000)) }
}

/**
 * Reads one order for an event contract (TRADING-4.2, TRADING-4.3). A market-style order by
 * contracts becomes a market order; one by amount becomes a fill-or-kill limit order that spends no
 * more than the amount. `today` is the date in UTC.
 */
export function readEventTerms(
  fields: OrderFields,
  market: SymbolMarket,
  instrument: EventInstrument,
  today: string,
): Checked<OrderTerms> {
  const wrong = shape(fields)
  if (wrong !== null) return err(wrong)
  const outcome = fields.event_outcome ?? 'yes'
  const mode = fields.event_trade_mode ?? null
  const shaped: Shaped = { side: fields.side, event: { outcome, mode } }
  const ends = expireDate(fields, today)
  if (!ends.ok) return ends
  const limit = mode === null ? limitPrice(fields, shaped, instrument) : ok(null)
  if (!limit.ok) return limit
  const common = {
    symbol: instrument.symbol,
    side: fields.side,
    timeInForce: fields.time_in_force,
    session: null,
    entrust: fields.entrust_type,
    stop: null,
    trail: null,
    expireDate: ends.value,
    option: null,
    event: { outcome, mode },
    algo: null,
  } as const
  if (fields.entrust_type === 'QTY') {
    const size = quantity(fields, instrument)
    return size.ok
      ? ok({
          ...common,
          type: mode === null ? 'LIMIT' : 'MARKET',
          size: size.value,
          amount: null,
          limit: limit.value,
        })
      : size
  }
  const amount = readAmount(fields)
  if (!amount.ok) return amount
  const sized =
    limit.value === null
      ? sizeFromBook(amount.value, shaped, market, instrument)
      : { size: sizeAt(amount.value, limit.value, instrument), limit: limit.value }
  if (sized === null) {
    return err(invalid('total_cash_amount', fields.total_cash_amount, 'nobody offers'))
  }
  return sized.size > 0
    ? ok({ ...common, type: 'LIMIT', size: sized.size, amount: amount.value, limit: sized.limit })
    : err(
        invalid(
          'total_cash_amount',
          fields.total_cash_amount,
          'buys less than the smallest fraction',
        ),
      )
}

/**
 * Returns the best opposite price, converted to the order's own side of the contract; the last
 * price when there is none.
 */
export const touchOf = (
  market: SymbolMarket,
  terms: Pick<OrderTerms, 'side' | 'event'>,
): PriceUnits => bookPrice(terms, market.book.best(bidsFor(terms) ? 'ask' : 'bid') ?? market.last)

/** Checks the maximum size of one order: 50,000 contracts and 50,000 USD (TRADING-4.3). */
export function checkSize(market: SymbolMarket, terms: OrderTerms): Refusal | null {
  const text = sizeText(terms.size, market.instrument.scale)
  if (terms.size > MAX_CONTRACTS) {
    return invalid('quantity', text, 'at most 50000 contracts an order')
  }
  const value =
    terms.amount ??
    centsUp(cashOf(terms.limit ?? touchOf(market, terms), terms.size, market.instrument.scale))
  return value > MAX_VALUE
    ? invalid(
        terms.amount === null ? 'quantity' : 'total_cash_amount',
        terms.amount === null ? text : centsText(value),
        'at most 50000 USD an order',
      )
    : null
}
