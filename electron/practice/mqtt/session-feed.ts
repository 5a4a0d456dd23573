import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import type { Market } from '../market/securities/market-types.js'
import { quotePacket, snapshotPacket, tickPacket, type Shown } from './encode.js'
import type { Feed } from './feed.js'

/**
 * Creates the feed of futures or crypto. Their steps are generated only while someone is
 * subscribed.
 */
export function sessionFeed(
  product: 'FUTURES' | 'CRYPTO',
  market: Market,
  exchange: Exchange,
): Feed {
  const shownOf = (symbol: string): Shown | undefined => {
    const instrument = market.instrument(symbol)
    // The provider publishes no daily volume for crypto (MARKET-4).
    return instrument?.product === product
      ? {
          symbol,
          instrumentId: instrument.instrumentId,
          scale: instrument.scale,
          ...(product === 'CRYPTO' ? { withoutVolume: true } : {}),
        }
      : undefined
  }
  return {
    categories: [product === 'FUTURES' ? 'US_FUTURES' : 'US_CRYPTO'],
    maxLevels: ASSUMPTIONS.sessionData.streamLevels,
    has: (symbol) => shownOf(symbol) !== undefined,
    source: (symbol) => market.resolve(symbol),
    watch: (symbol) => market.watch(symbol, 'shown'),
    tick: (symbol, step, trade, now) => {
      const instrument = shownOf(symbol)
      return instrument === undefined ? null : tickPacket(instrument, step, trade, now)
    },
    quote: (symbol, levels, now) => {
      const instrument = shownOf(symbol)
      const data = instrument && market.snapshot(symbol)
      return instrument === undefined || data === undefined
        ? null
        : quotePacket(instrument, exchange.depth(market.resolve(symbol), levels), data.session, now)
    },
    snapshot: (symbol, now) => {
      const instrument = shownOf(symbol)
      const data = instrument && market.snapshot(symbol)
      return instrument === undefined || data === undefined
        ? null
        : snapshotPacket(instrument, data, now)
    },
  }
}
