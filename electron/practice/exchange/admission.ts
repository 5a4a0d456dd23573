import { sessionAt } from '../../../shared/domain/exchange-time.js'
import { CODES } from '../../../shared/wire/errors.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import { centsText, type Cents } from '../ledger/money.js'
import { priceText } from '../ledger/records.js'
import { sizeDecimal, type PriceUnits, type SizeUnits } from '../units.js'
import type { Refusal } from './api.js'
import type { Core, SymbolMarket } from './core.js'
import type { OrderTerms } from './order.js'
import { EXCHANGE_CODES, refuse } from './refusals.js'
import { isAfterClose, isNight } from './schedule.js'
import { isPennyPriced, PENNY_MINIMUM } from './validate.js'

/** A market order sets aside this much more than the present ask, in percent: the price may run before it trades. */
const MARKET_BUFFER_PERCENT = 5

const buffered = (price: PriceUnits): PriceUnits => Math.ceil((price * (100 + MARKET_BUFFER_PERCENT)) / 100)

/** The price by which an order sets money aside; 0 for the sale of a long position. */
export function holdingPrice(market: SymbolMarket, terms: OrderTerms): PriceUnits {
  if (terms.side === 'SELL') return 0
  if (terms.side === 'SHORT') return Math.max(terms.limit ?? 0, terms.limit === null ? buffered(market.last) : market.last)
  if (terms.limit !== null) return terms.limit
  const ask = market.book.best('ask') ?? market.last
  return buffered(Math.max(terms.stop ?? 0, ask))
}

/** Whether the hours allow the order (contract/trading.md 4.9). */
export function checkHours(core: Core, market: SymbolMarket, terms: OrderTerms): Refusal | null {
  if (terms.session === 'NIGHT') {
    if (!market.listing.overnight) return refuse(EXCHANGE_CODES.noExtendedHours, `${terms.symbol} does not trade at night.`)
    return isNight(core.time) ? null : refuse(CODES.noNightTradingTime, 'Night orders are possible from 20:00 to 04:00 New York before a trading day.')
  }
  if (terms.session === 'CORE' && terms.timeInForce !== 'GTC' && isAfterClose(core.time)) {
    return refuse(CODES.dayAfterClose, 'A DAY order for the regular session cannot be placed after its close.')
  }
  const opening = terms.type === 'MARKET_ON_OPEN' || terms.type === 'LIMIT_ON_OPEN'
  return opening && sessionAt(core.time) === 'regular' ? refuse(CODES.noTradingTime, 'The opening auction of this session is over.') : null
}

/** Whether this account may send this kind of order in this stock at all. */
export function checkPermission(core: Core, accountId: string, market: SymbolMarket, terms: OrderTerms): Refusal | null {
  const { listing } = market
  const auction = terms.type === 'MARKET_ON_OPEN' || terms.type === 'MARKET_ON_CLOSE' || terms.type === 'LIMIT_ON_OPEN'
  if (auction && !core.switches.institutional) return refuse(CODES.noPermission, `${terms.type} orders are for institutional accounts.`)
  const held = core.ledger.held(accountId, terms.symbol)
  const opens = terms.side === 'SHORT' || (terms.side === 'BUY' && held >= 0)
  if (listing.status === 'NT') return refuse(EXCHANGE_CODES.cannotTrade, `${terms.symbol} cannot be traded.`)
  if (listing.status === 'CO' && opens) return refuse(EXCHANGE_CODES.cannotTrade, `Positions in ${terms.symbol} can only be closed.`)
  if (terms.side === 'SHORT') {
    if (core.ledger.accounts.get(accountId)?.type !== 'MARGIN') return refuse(CODES.noPermission, 'Selling short needs a margin account.')
    if (!listing.shortable) return refuse(CODES.noPermission, `${terms.symbol} cannot be sold short.`)
  }
  return null
}

/** Rules on prices that look at the market: a stop on the wrong side, too few shares of a stock below one dollar. */
export function checkPrices(market: SymbolMarket, terms: OrderTerms, last: PriceUnits): Refusal | null {
  if (terms.stop !== null && terms.side === 'BUY' && terms.stop <= last) {
    return refuse(EXCHANGE_CODES.stopMustBeAbove, `The stop price of a buy must be above the market (${priceText(last)}).`)
  }
  if (terms.stop !== null && terms.side !== 'BUY' && terms.stop >= last) {
    return refuse(EXCHANGE_CODES.stopMustBeBelow, `The stop price of a sale must be below the market (${priceText(last)}).`)
  }
  return terms.side === 'BUY' && terms.size < PENNY_MINIMUM && isPennyPriced(last)
    ? refuse(EXCHANGE_CODES.pennyStock, `${market.listing.symbol} trades between 0.10 and 0.999 USD: at least 100 shares must be bought.`)
    : null
}

const shares = (size: SizeUnits): string => decimalText(sizeDecimal(size))

/** Whether the account holds what the order sells. `already` is what the order itself holds back, when it is being replaced. */
export function checkPosition(core: Core, accountId: string, terms: OrderTerms, open: SizeUnits, already: SizeUnits): Refusal | null {
  const held = core.ledger.held(accountId, terms.symbol)
  if (terms.side === 'SHORT') {
    return held > 0 ? refuse(CODES.noPermission, `The account is long ${terms.symbol}: sell that position first.`) : null
  }
  if (terms.side !== 'SELL') return null
  // Short sales that were placed while the account was flat deliver from a long position bought since.
  const available = Math.max(0, held) - (core.holds.deliveries(accountId, terms.symbol) - already)
  return open > available
    ? refuse(CODES.oversell, `${shares(open)} ${terms.symbol} are more than the ${shares(Math.max(0, available))} that can be sold.`)
    : null
}

/** Whether the account can set aside `more` money. */
export function checkBuyingPower(core: Core, accountId: string, more: Cents): Refusal | null {
  if (more <= 0) return null
  const free = core.value(accountId)?.free ?? 0
  return more > free
    ? refuse(CODES.buyingPower, `The order needs ${centsText(more)} USD; ${centsText(Math.max(0, free))} USD are free for it.`)
    : null
}
