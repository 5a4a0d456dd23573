import { nextTradeDateStart, tradeDate } from '../../../../shared/domain/market/trade-date.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { DAY_MS, epochMs, type EpochMs } from '../../../../shared/domain/time.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'
import type { CryptoInstrument } from '../../model/instrument.js'
import { NO_FEES } from '../../ledger/fees.js'
import { cashOfCents, centsText, type Cents } from '../../ledger/money.js'
import { sizeText } from '../../ledger/records.js'
import { NO_REQUIREMENT, FULL_RATIO } from '../../ledger/valuation.js'
import {
  cashOf,
  sizeFor,
  type CashUnits,
  type PriceUnits,
  type SizeUnits,
} from '../../model/units.js'
import type { ExchangeState, Slices } from '../state/exchange-state.js'
import type { SymbolMarket } from '../book/symbol-market.js'
import { PLAIN } from '../orders/order.js'
import { EXCHANGE_CODES, invalid, type Refusal, refuse } from '../api/refusals.js'
import { buffered, checkHeld, checkStop } from './equity/equity-checks.js'
import { estimateSize, paidNeed } from './equity/equity.js'
import {
  isPresent,
  needsLimit,
  needsStop,
  readAmount,
  readPrice,
  readQuantity,
  type Checked,
} from '../orders/read-fields.js'
import type { OrderFields, ProductRules, ReadOrder } from '../orders/product-rules.js'

/** Times in force of crypto by order type (TRADING-4.3). */
const TIMES: Readonly<Record<string, readonly string[]>> = {
  MARKET: ['IOC'],
  LIMIT: ['DAY', 'GTC'],
  STOP_LOSS_LIMIT: ['DAY', 'GTC'],
}
/**
 * Bounds of TRADING-4.3: the minimum of an order (outside New York and two territories), the
 * maximum of a trade, and the maximum of all open buys of an account together.
 */
const MIN_CENTS: Cents = 200
const MAX_CENTS: Cents = 10_000_000
const MAX_PENDING_BUYS: Cents = 20_000_000

/** Returns the start of the next crypto day. */
const nextDay = (time: EpochMs): EpochMs => nextTradeDateStart('crypto', time)

function shape(fields: OrderFields): Refusal | null {
  if (fields.side === 'SHORT') return invalid('side', fields.side)
  const times = TIMES[fields.order_type]
  if (times === undefined) return invalid('order_type', fields.order_type)
  if (!times.includes(fields.time_in_force)) return invalid('time_in_force', fields.time_in_force)
  if (isPresent(fields.expire_date)) {
    return invalid('expire_date', fields.expire_date, 'not used by this time_in_force')
  }
  for (const member of ['trailing_type', 'trailing_stop_step'] as const) {
    if (isPresent(fields[member])) {
      return invalid(member, fields[member], 'not used by this order_type')
    }
  }
  return fields.entrust_type === 'AMOUNT' &&
    fields.side === 'SELL' &&
    fields.order_type === 'STOP_LOSS_LIMIT'
    ? invalid('entrust_type', fields.entrust_type)
    : null
}

/**
 * Reads the order's size. `amount` is set only for a market order, whose size is determined when it
 * trades; with a limit the amount is converted to a size at once.
 */
function readSize(
  fields: OrderFields,
  market: SymbolMarket,
  limit: PriceUnits | null,
): Checked<{ readonly size: SizeUnits; readonly amount: Cents | null }> {
  const { scale } = market.instrument
  if (fields.entrust_type !== 'AMOUNT') {
    const size = readQuantity(fields, scale)
    return size.ok ? ok({ size: size.value, amount: null }) : size
  }
  const amount = readAmount(fields)
  if (!amount.ok) return amount
  const size =
    limit === null
      ? estimateSize(market, fields.side)(amount.value)
      : sizeFor(cashOfCents(amount.value), limit, scale)
  return size > 0
    ? ok({ size, amount: limit === null ? amount.value : null })
    : err(
        invalid(
          'total_cash_amount',
          fields.total_cash_amount,
          'buys less than the smallest fraction',
        ),
      )
}

/** Returns the order's exact value. */
const valueOf = ({ market, terms }: ReadOrder): CashUnits => {
  const touch = market.book.best(terms.side === 'BUY' ? 'ask' : 'bid') ?? market.last
  return terms.amount === null
    ? cashOf(terms.limit ?? touch, terms.size, market.instrument.scale)
    : cashOfCents(terms.amount)
}

const minCentsOf = (instrument: CryptoInstrument): Cents => Math.max(MIN_CENTS, instrument.minCents)

/** Checks the bounds of one order and of all open buys together. */
function checkBounds(
  state: Slices<'holds'>,
  accountId: string,
  instrument: CryptoInstrument,
  read: ReadOrder,
): Refusal | null {
  const { terms } = read
  const value = valueOf(read)
  const sizeField = terms.entrust === 'AMOUNT' ? 'total_cash_amount' : 'quantity'
  const maxCents = Math.min(MAX_CENTS, instrument.maxCents)
  if (value < cashOfCents(minCentsOf(instrument))) {
    return refuse(
      EXCHANGE_CODES.cryptoMinimum,
      `A crypto order must be worth at least ${centsText(minCentsOf(instrument))} USD.`,
    )
  }
  const text = sizeText(terms.size, instrument.scale)
  if (value > cashOfCents(maxCents)) {
    return invalid(sizeField, text, `at most ${centsText(maxCents)} USD a trade`)
  }
  if (terms.size < instrument.minSize || terms.size > instrument.maxSize) {
    return invalid(sizeField, text, 'outside the bounds of the pair')
  }
  return terms.side === 'BUY' &&
    cashOfCents(state.holds.cash(accountId)) + value > cashOfCents(MAX_PENDING_BUYS)
    ? invalid(sizeField, text, `open buys together at most ${centsText(MAX_PENDING_BUYS)} USD`)
    : null
}

/** Checks that the rest after a sale is zero or large enough to be sold later. */
function checkRest(
  state: Slices<'holds' | 'ledger'>,
  accountId: string,
  instrument: CryptoInstrument,
  { market, terms }: ReadOrder,
): Refusal | null {
  if (terms.side !== 'SELL') return null
  const rest =
    state.ledger.held(accountId, terms.symbol) -
    state.holds.reservations(accountId, terms.symbol).sells -
    terms.size
  return rest > 0 &&
    cashOf(market.last, rest, instrument.scale) < cashOfCents(minCentsOf(instrument))
    ? refuse(
        EXCHANGE_CODES.cryptoMinimum,
        `What remains must be nothing or worth at least ${centsText(minCentsOf(instrument))} USD.`,
      )
    : null
}

/**
 * Crypto pairs (TRADING-4.3): traded around the clock, paid in full, without fees, preview or
 * replace.
 */
export const CRYPTO: ProductRules<ExchangeState> = {
  product: 'CRYPTO',
  accounts: ['CRYPTO'],
  members: [],
  onDemand: true,
  lot: 1,

  read(state, fields) {
    const market = state.markets.find(fields.symbol)
    if (market?.instrument.product !== 'CRYPTO') return err(invalid('symbol', fields.symbol))
    const { instrument } = market
    const wrong = shape(fields)
    if (wrong !== null) return err(wrong)
    const limit = readPrice(
      'limit_price',
      fields.limit_price,
      needsLimit(fields.order_type),
      instrument,
    )
    if (!limit.ok) return limit
    const stop = readPrice(
      'stop_price',
      fields.stop_price,
      needsStop(fields.order_type),
      instrument,
    )
    if (!stop.ok) return stop
    const size = readSize(fields, market, limit.value)
    if (!size.ok) return size
    return ok({
      market,
      terms: {
        symbol: instrument.symbol,
        side: fields.side,
        type: fields.order_type,
        timeInForce: fields.time_in_force,
        session: null,
        entrust: fields.entrust_type,
        ...size.value,
        limit: limit.value,
        stop: stop.value,
        trail: null,
        expireDate: null,
        ...PLAIN,
      },
    })
  },
  fieldsOf: () => ({}),
  special: () => ({}),

  checkOrder(state, accountId, orderInput, { open }) {
    const {
      market: { instrument },
      terms,
    } = orderInput
    if (instrument.product !== 'CRYPTO') return invalid('symbol', terms.symbol)
    if (instrument.status === 'NT') {
      return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
    }
    if (instrument.status === 'CO' && terms.side === 'BUY') {
      return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
    }
    return (
      checkBounds(state, accountId, instrument, orderInput) ??
      checkStop(orderInput.market, terms) ??
      checkHeld(state, accountId, terms, { open, already: 0 }) ??
      checkRest(state, accountId, instrument, orderInput)
    )
  },
  replaceable: () => invalid('instrument_type', 'CRYPTO', 'crypto orders cannot be replaced'),
  preview: () => err(refuse(EXCHANGE_CODES.noPreview, 'Crypto orders cannot be previewed.')),
  orderId: (id) => `CO${id.slice(2)}`,

  phase: () => 'open',
  mayTrade: () => true,
  expiry: (state, terms) =>
    nextDay(
      terms.timeInForce === 'GTC'
        ? epochMs(state.clock.time + ASSUMPTIONS.crypto.gtcDays * DAY_MS)
        : state.clock.time,
    ),
  next: nextDay,
  onTimeAdvance(state) {
    if (nextDay(epochMs(state.clock.time - 1)) !== state.clock.time) return
    for (const market of state.markets.all.values()) {
      if (market.instrument.product === 'CRYPTO') {
        market.close = state.markets.last(market.instrument.symbol) ?? market.last
      }
    }
    state.ledger.startDay(
      ({ product }) => product === 'CRYPTO',
      (position) => state.markets.mark(position),
    )
  },

  holdingPrice: (market, terms) =>
    terms.side === 'SELL' ? 0 : (terms.limit ?? buffered(market.book.best('ask') ?? market.last)),
  cover: () => 0,
  need: (state, order) => paidNeed(state, order, FULL_RATIO),
  requirement: () => NO_REQUIREMENT,

  fees: () => NO_FEES,
  feeKinds: () => null,
  tradeDate: (time) => tradeDate('crypto', time),
  settles: () => null,
  category: () => 'US_CRYPTO',
}
