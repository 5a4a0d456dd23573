import { sessionAt } from '../../../../shared/domain/exchange-time.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import type { StockInstrument } from '../../instrument.js'
import { priceText } from '../../ledger/records.js'
import { sizeDecimal, type PriceUnits, type SizeUnits } from '../../units.js'
import type { Core, SymbolMarket } from '../core.js'
import { keyOf, type OrderTerms } from '../order.js'
import { EXCHANGE_CODES, type Refusal, refuse } from '../refusals.js'
import { isAfterClose, isNight } from '../schedule.js'
import { isPennyPriced, PENNY_MINIMUM } from './equity-terms.js'

/**
 * A market order sets aside this much more than the present ask, in percent: the price may run
 * before it trades.
 */
const MARKET_BUFFER_PERCENT = 5

/** A price with room for a market that runs. */
export const buffered = (price: PriceUnits): PriceUnits =>
  Math.ceil((price * (100 + MARKET_BUFFER_PERCENT)) / 100)

/** The price by which an order sets money aside; 0 for the sale of a long position. */
export function holdingPrice(market: SymbolMarket, terms: OrderTerms): PriceUnits {
  if (terms.side === 'SELL') return 0
  if (terms.side === 'SHORT') {
    return Math.max(terms.limit ?? 0, terms.limit === null ? buffered(market.last) : market.last)
  }
  if (terms.limit !== null) return terms.limit
  const ask = market.book.best('ask') ?? market.last
  return buffered(Math.max(terms.stop ?? 0, ask))
}

/** Whether the hours allow the order (contract/trading.md 4.9). */
export function checkHours(
  core: Core,
  instrument: StockInstrument,
  terms: OrderTerms,
): Refusal | null {
  if (terms.session === 'NIGHT') {
    if (!instrument.overnight) {
      return refuse(EXCHANGE_CODES.noExtendedHours, `${terms.symbol} does not trade at night.`)
    }
    return isNight(core.time)
      ? null
      : refuse(
          CODES.noNightTradingTime,
          'Night orders are possible from 20:00 to 04:00 New York before a trading day.',
        )
  }
  if (terms.session === 'CORE' && terms.timeInForce !== 'GTC' && isAfterClose(core.time)) {
    return refuse(
      CODES.dayAfterClose,
      'A DAY order for the regular session cannot be placed after its close.',
    )
  }
  const opening = terms.type === 'MARKET_ON_OPEN' || terms.type === 'LIMIT_ON_OPEN'
  return opening && sessionAt(core.time) === 'regular'
    ? refuse(CODES.noTradingTime, 'The opening auction of this session is over.')
    : null
}

/** Whether this account may send this kind of order in this stock at all. */
export function checkPermission(
  core: Core,
  accountId: string,
  instrument: StockInstrument,
  terms: OrderTerms,
): Refusal | null {
  const auction =
    terms.type === 'MARKET_ON_OPEN' ||
    terms.type === 'MARKET_ON_CLOSE' ||
    terms.type === 'LIMIT_ON_OPEN'
  if (auction && !core.switches.institutional) {
    return refuse(CODES.noPermission, `${terms.type} orders are for institutional accounts.`)
  }
  const held = core.ledger.held(accountId, terms.symbol)
  const opens = terms.side === 'SHORT' || (terms.side === 'BUY' && held >= 0)
  if (instrument.status === 'NT') {
    return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
  }
  if (instrument.status === 'CO' && opens) {
    return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
  }
  if (terms.side === 'SHORT') {
    if (core.ledger.accounts.get(accountId)?.type !== 'MARGIN') {
      return refuse(CODES.noPermission, 'Selling short needs a margin account.')
    }
    if (!instrument.shortable) {
      return refuse(CODES.noPermission, `${terms.symbol} cannot be sold short.`)
    }
  }
  return null
}

/** Too few shares of a stock below one dollar. */
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

/** A stop must not be on the wrong side of the market. */
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

const text = (core: Core, terms: OrderTerms, size: SizeUnits): string =>
  decimalText(sizeDecimal(size, core.market(terms.symbol)?.instrument.scale))

/**
 * What of a position can still be sold. `already` is what the order itself claims, when it is being
 * replaced.
 */
export function checkHeld(
  core: Core,
  accountId: string,
  terms: OrderTerms,
  open: SizeUnits,
  already: SizeUnits,
): Refusal | null {
  if (terms.side !== 'SELL') return null
  const key = keyOf(terms)
  // Short sales that were placed while the account was flat deliver from a long position bought
  // since.
  const locked = core.products.reduce(
    (sum, rules) => sum + (rules.locks?.(core, accountId, key) ?? 0),
    0,
  )
  const available =
    Math.max(0, core.ledger.held(accountId, key)) -
    (core.holds.claims(accountId, key).sells - already) -
    locked
  return open > available
    ? refuse(
        CODES.oversell,
        `${text(core, terms, open)} ${terms.symbol} are more than the ${text(core, terms, Math.max(0, available))} that can be sold.`,
      )
    : null
}

/** A short sale needs an account that is not long. */
export const checkShort = (core: Core, accountId: string, terms: OrderTerms): Refusal | null =>
  terms.side === 'SHORT' && core.ledger.held(accountId, terms.symbol) > 0
    ? refuse(CODES.noPermission, `The account is long ${terms.symbol}: sell that position first.`)
    : null
