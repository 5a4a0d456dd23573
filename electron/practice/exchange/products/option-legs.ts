import type { PriceUnits } from '../../units.js'
import type { Core } from '../core.js'
import { freshen } from '../matching.js'
import type { OrderTerms } from '../order.js'
import type { OptionLeg } from '../terms.js'
import { ratioOf } from './option-terms.js'

/** What a leg's own book shows at best; where one side is empty the last price stands for it. */
function quotes(
  core: Core,
  symbol: string,
): { readonly bid: PriceUnits; readonly ask: PriceUnits } {
  const market = core.market(symbol)
  if (market === undefined) return { bid: 0, ask: 0 }
  freshen(core, market)
  const bid = market.book.best('bid')
  const ask = market.book.best('ask')
  return { bid: bid ?? 0, ask: ask ?? Math.max(bid ?? 0, market.last) }
}

/**
 * Prices of the legs that add up to a net price exactly: each stands in its own market as far up as
 * the net price does in the
 * combination's, and what rounding leaves goes to a leg that is there once.
 */
export function legPrices(core: Core, terms: OrderTerms, net: PriceUnits): readonly PriceUnits[] {
  const legs: readonly OptionLeg[] = terms.option?.legs ?? []
  const sign = terms.side === 'BUY' ? 1 : -1
  const parts = legs.map((leg) => ({
    ratio: sign * ratioOf(leg, terms.size),
    ...quotes(core, leg.symbol),
  }))
  const sum = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((total, part) => total + part.ratio * of(part), 0)
  const least = sum((part) => (part.ratio > 0 ? part.bid : part.ask))
  const most = sum((part) => (part.ratio > 0 ? part.ask : part.bid))
  const place = most > least ? (net - least) / (most - least) : 0.5
  const prices = parts.map(({ ratio, bid, ask }) =>
    Math.max(0, Math.round(ratio > 0 ? bid + place * (ask - bid) : ask - place * (ask - bid))),
  )
  const left =
    net - parts.reduce((total, { ratio }, index) => total + ratio * (prices[index] ?? 0), 0)
  if (left === 0) return prices
  const single = parts
    .map(({ ratio }, index) => ({ ratio, index }))
    .filter(({ ratio }) => Math.abs(ratio) === 1)
  // A price is never below nothing: the dearest of them has the room.
  const taker = single.sort((a, b) => (prices[b.index] ?? 0) - (prices[a.index] ?? 0))[0]
  return taker === undefined
    ? prices
    : prices.map((price, index) => (index === taker.index ? price + taker.ratio * left : price))
}
