import type { Exchange } from '../exchange/api/exchange-api.js'
import type { Market } from '../market/securities/market-types.js'
import { STOCK_SCALE } from '../model/units.js'
import { quotePacket, snapshotPacket, tickPacket, type Shown } from './encode.js'
import type { Feed } from './feed.js'

const MAX_LEVELS = 50

/**
 * Creates the feed of stocks and funds. Their steps are always generated, so `watch` does nothing.
 */
export function stockFeed(market: Market, exchange: Exchange): Feed {
  // A stock's symbol and id never change, only its reference price does.
  const instruments = new Map<string, Shown>()
  const shownOf = (symbol: string): Shown | undefined => {
    const instrument = instruments.get(symbol)
    if (instrument !== undefined) return instrument
    const listing = market.listing(symbol)
    if (listing === undefined) return undefined
    const made = { symbol, instrumentId: listing.instrumentId, scale: STOCK_SCALE }
    instruments.set(symbol, made)
    return made
  }
  return {
    categories: ['US_STOCK', 'US_ETF'],
    maxLevels: MAX_LEVELS,
    has: (symbol) => market.listing(symbol) !== undefined,
    source: (symbol) => symbol,
    watch: () => () => undefined,
    tick: (symbol, step, trade, now) => {
      const instrument = shownOf(symbol)
      return instrument === undefined ? null : tickPacket(instrument, step, trade, now)
    },
    quote: (symbol, levels, now) => {
      const instrument = shownOf(symbol)
      const data = market.snapshot(symbol)
      return instrument === undefined || data === undefined
        ? null
        : quotePacket(instrument, exchange.depth(symbol, levels), data.session, now)
    },
    snapshot: (symbol, now) => {
      const instrument = shownOf(symbol)
      const data = market.snapshot(symbol)
      return instrument === undefined || data === undefined
        ? null
        : snapshotPacket(instrument, data, now)
    },
  }
}
