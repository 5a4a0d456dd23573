import { sessionByRule } from '../../../../../shared/domain/market/exchange-time.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { decimalText, trim } from '../../../../../shared/domain/decimal.js'
import type { StockInstrument } from '../../../model/instrument.js'
import { priceText } from '../../../ledger/records.js'
import { sizeDecimal, type PriceUnits, type SizeUnits } from '../../../model/units.js'
import type { ExchangeState, Slices } from '../../state/exchange-state.js'
import type { SymbolMarket } from '../../book/symbol-market.js'
import { keyOf, type OrderTerms } from '../../orders/order.js'
import type { CoveredPart } from '../../orders/product-rules.js'
import { EXCHANGE_CODES, type Refusal, refuse } from '../../api/refusals.js'
import { isAfterClose, isNight } from '../../orders/trading-hours.js'
import { isPennyPriced, PENNY_MINIMUM } from './equity-terms.js'

/**
 * Percentage above the present ask that a market order holds, because the price may rise before it
 * trades.
 */
const MARKET_BUFFER_PERCENT = 5

/** Returns a price with that buffer added. */
export const buffered = (price: PriceUnits): PriceUnits =>
  Math.ceil((price * (100 + MARKET_BUFFER_PERCENT)) / 100)

/** Returns the price by which an order holds money; 0 for the sale of a long position. */
export function holdingPrice(market: SymbolMarket, terms: OrderTerms): PriceUnits {
  if (terms.side === 'SELL') return 0
  if (terms.side === 'SHORT') {
    return Math.max(terms.limit ?? 0, terms.limit === null ? buffered(market.last) : market.last)
  }
  if (terms.limit !== null) return terms.limit
  const ask = market.book.best('ask') ?? market.last
  return buffered(Math.max(terms.stop ?? 0, ask))
}

/** Checks whether the trading hours allow the order (TRADING-4.9). */
export function checkHours(
  state: Slices<'clock'>,
  instrument: StockInstrument,
  terms: OrderTerms,
): Refusal | null {
  if (terms.session === 'NIGHT') {
    if (!instrument.overnight) {
      return refuse(EXCHANGE_CODES.noExtendedHours, `${terms.symbol} does not trade at night.`)
    }
    return isNight(state.clock.time)
      ? null
      : refuse(
          CODES.noNightTradingTime,
          'Night orders are possible from 20:00 to 04:00 New York before a trading day.',
        )
  }
  if (terms.session === 'CORE' && terms.timeInForce !== 'GTC' && isAfterClose(state.clock.time)) {
    return refuse(
      CODES.dayAfterClose,
      'A DAY order for the regular session cannot be placed after its close.',
    )
  }
  const opening = terms.type === 'MARKET_ON_OPEN' || terms.type === 'LIMIT_ON_OPEN'
  return opening && sessionByRule(state.clock.time) === 'regular'
    ? refuse(CODES.noTradingTime, 'The opening auction of this session is over.')
    : null
}

/** Checks whether this account may send this kind of order in this stock. */
export function checkPermission(
  state: Slices<'ledger' | 'switches'>,
  accountId: string,
  instrument: StockInstrument,
  terms: OrderTerms,
): Refusal | null {
  const auction =
    terms.type === 'MARKET_ON_OPEN' ||
    terms.type === 'MARKET_ON_CLOSE' ||
    terms.type === 'LIMIT_ON_OPEN'
  if (auction && !state.switches.institutional) {
    return refuse(CODES.noPermission, `${terms.type} orders are for institutional accounts.`)
  }
  const held = state.ledger.held(accountId, terms.symbol)
  const opens = terms.side === 'SHORT' || (terms.side === 'BUY' && held >= 0)
  if (instrument.status === 'NT') {
    return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
  }
  if (instrument.status === 'CO' && opens) {
    return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
  }
  if (terms.side === 'SHORT') {
    if (state.ledger.accounts.get(accountId)?.type !== 'MARGIN') {
      return refuse(CODES.noPermission, 'Selling short needs a margin account.')
    }
    if (!instrument.shortable) {
      return refuse(CODES.noPermission, `${terms.symbol} cannot be sold short.`)
    }
  }
  return null
}

/** Refuses buys of too few shares of a stock below one dollar. */
export function checkPennyStock(
  { instrument, last }: SymbolMarket,
  terms: OrderTerms,
): Refusal | null {
  return terms.side === 'BUY' && terms.size < PENNY_MINIMUM && isPennyPriced(last)
    ? refuse(
        EXCHANGE_CODES.pennyStock,
        `${instrument.symbol} trades between 0.10 and 0.999 USD: at least 100 shares must be bought.`,
      )
    : null
}

/** Refuses a stop price on the wrong side of the market. */
export function checkStop({ instrument, last }: SymbolMarket, terms: OrderTerms): Refusal | null {
  if (terms.stop !== null && terms.side === 'BUY' && terms.stop <= last) {
    return refuse(
      EXCHANGE_CODES.stopMustBeAbove,
      `The stop price of a buy must be above the market (${priceText(last, instrument.scale)}).`,
    )
  }
  if (terms.stop !== null && terms.side !== 'BUY' && terms.stop >= last) {
    return refuse(
      EXCHANGE_CODES.stopMustBeBelow,
      `The stop price of a sale must be below the market (${priceText(last, instrument.scale)}).`,
    )
  }
  return null
}

const text = (state: Slices<'markets'>, terms: OrderTerms, size: SizeUnits): string =>
  decimalText(trim(sizeDecimal(size, state.markets.find(terms.symbol)?.instrument.scale)))

/**
 * Checks that the size can be sold. `already` is the order's own reservation when it is being
 * replaced.
 */
export function checkHeld(
  state: ExchangeState,
  accountId: string,
  terms: OrderTerms,
  { open, already }: CoveredPart,
): Refusal | null {
  if (terms.side !== 'SELL') return null
  const key = keyOf(terms)
  // Short sales placed while the account was flat may deliver from a long position bought since.
  const locked = state.products.reduce(
    (sum, rules) => sum + (rules.locks?.(state, accountId, key) ?? 0),
    0,
  )
  const available =
    Math.max(0, state.ledger.held(accountId, key)) -
    (state.holds.reservations(accountId, key).sells - already) -
    locked
  return open > available
    ? refuse(
        CODES.oversell,
        `${text(state, terms, open)} ${terms.symbol} are more than the ${text(state, terms, Math.max(0, available))} that can be sold.`,
      )
    : null
}

/** Refuses a short sale while the account is long. */
export const checkShort = (
  state: Slices<'ledger'>,
  accountId: string,
  terms: OrderTerms,
): Refusal | null =>
  terms.side === 'SHORT' && state.ledger.held(accountId, terms.symbol) > 0
    ? refuse(CODES.noPermission, `The account is long ${terms.symbol}: sell that position first.`)
    : null
