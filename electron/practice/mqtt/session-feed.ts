import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Market } from '../market/market.js'
import { quotePacket, snapshotPacket, tickPacket, type Shown } from './encode.js'
import type { Feed } from './feed.js'

/** Futures or crypto: their steps are told only while somebody wants them. */
export function sessionFeed(
  product: 'FUTURES' | 'CRYPTO',
  market: Market,
  exchange: Exchange,
): Feed {
  const shown = (symbol: string): Shown | undefined => {
    const instrument = market.instrument(symbol)
    // Nobody tells the volume of coins over a day (contract/market-data.md 4).
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
    mostLevels: ASSUMPTIONS.sessionData.streamLevels,
    has: (symbol) => shown(symbol) !== undefined,
    source: (symbol) => market.resolve(symbol),
    watch: (symbol) => market.watch(symbol, 'shown'),
    tick: (symbol, step, trade, now) => {
      const of = shown(symbol)
      return of === undefined ? null : tickPacket(of, step, trade, now)
    },
    quote: (symbol, levels, now) => {
      const of = shown(symbol)
      const data = of && market.snapshot(symbol)
      return of === undefined || data === undefined
        ? null
        : quotePacket(of, exchange.depth(market.resolve(symbol), levels), data.session, now)
    },
    snapshot: (symbol, now) => {
      const of = shown(symbol)
      const data = of && market.snapshot(symbol)
      return of === undefined || data === undefined ? null : snapshotPacket(of, data, now)
    },
  }
}
