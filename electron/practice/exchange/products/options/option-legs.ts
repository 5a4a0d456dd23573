import type { PriceUnits } from '../../../model/units.js'
import type { ExchangeState } from '../../state/exchange-state.js'
import { refreshBook } from '../../matching/matching.js'
import type { OrderTerms } from '../../orders/order.js'
import type { OptionLeg } from '../../orders/order-terms.js'
import { ratioOf } from './option-terms.js'

/**
 * Returns the best bid and ask of a leg's own book. A missing bid is 0; a missing ask is the last
 * price, or the bid if higher.
 */
function quotes(
  state: ExchangeState,
  symbol: string,
): { readonly bid: PriceUnits; readonly ask: PriceUnits } {
  const market = state.markets.find(symbol)
  if (market === undefined) return { bid: 0, ask: 0 }
  refreshBook(state, market)
  const bid = market.book.best('bid')
  const ask = market.book.best('ask')
  return { bid: bid ?? 0, ask: ask ?? Math.max(bid ?? 0, market.last) }
}

/**
 * Returns leg prices that add up exactly to a net price. Each leg is priced at the same relative
 * place between its bid and ask as the net price within the combination's; the rounding remainder
 * goes to a leg with ratio 1.
 */
export function legPrices(
  state: ExchangeState,
  terms: OrderTerms,
  net: PriceUnits,
): readonly PriceUnits[] {
  const legs: readonly OptionLeg[] = terms.option?.legs ?? []
  const sign = terms.side === 'BUY' ? 1 : -1
  const parts = legs.map((leg) => ({
    ratio: sign * ratioOf(leg, terms.size),
    ...quotes(state, leg.symbol),
  }))
  const sum = (priceOf: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((total, part) => total + part.ratio * priceOf(part), 0)
  const lowest = sum((part) => (part.ratio > 0 ? part.bid : part.ask))
  const highest = sum((part) => (part.ratio > 0 ? part.ask : part.bid))
  const place = highest > lowest ? (net - lowest) / (highest - lowest) : 0.5
  const prices = parts.map(({ ratio, bid, ask }) =>
    Math.max(0, Math.round(ratio > 0 ? bid + place * (ask - bid) : ask - place * (ask - bid))),
  )
  const difference =
    net - parts.reduce((total, { ratio }, index) => total + ratio * (prices[index] ?? 0), 0)
  if (difference === 0) return prices
  const single = parts
    .map(({ ratio }, index) => ({ ratio, index }))
    .filter(({ ratio }) => Math.abs(ratio) === 1)
  // Prices are never negative, so the leg with the highest price absorbs the remainder.
  const taker = single.sort((a, b) => (prices[b.index] ?? 0) - (prices[a.index] ?? 0))[0]
  return taker === undefined
    ? prices
    : prices.map((price, index) =>
        index === taker.index ? price + taker.ratio * difference : price,
      )
}
