import { create, toBinary } from '@bufbuild/protobuf'
import {
  EventQuoteSchema,
  EventSnapshotSchema,
  EventTickSchema,
} from '../../../shared/wire/gen/market-data_pb.js'
import { PAYOUT } from '../events/quotes.js'
import type { EventMarket } from '../events/rules/types.js'
import type { EventVenue } from '../events/venue.js'
import { noLevel, yesLevel } from '../events/wire.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import { priceText, sizeText } from '../model/figures.js'
import { packet } from './encode.js'
import type { Feed } from './feed.js'

const MAX_LEVELS = 50

const basic = ({ symbol, instrumentId }: EventMarket, now: number) => ({
  symbol,
  instrumentId,
  timestamp: String(now),
})

/**
 * Creates the feed of event contracts, which have their own topics and messages (MARKET-10). Both
 * sides of a market come from one book.
 */
export function eventFeed(venue: EventVenue, exchange: Exchange): Feed {
  return {
    categories: ['US_EVENT'],
    maxLevels: MAX_LEVELS,
    has: (symbol) => venue.market(symbol) !== undefined,
    source: (symbol) => symbol,
    watch: (symbol) => venue.watch(symbol),
    tick: (symbol, step, { price, size, aggressor }, now) => {
      const market = venue.market(symbol)
      if (market === undefined) return null
      const message = create(EventTickSchema, {
        basic: basic(market, now),
        yesPrice: priceText(price),
        noPrice: priceText(PAYOUT - price),
        volume: sizeText(size),
        side: aggressor === 'buy' ? 'yes' : 'no',
        tradeId: venue.tradeId(symbol, step.time, price, size) ?? '',
        time: String(step.time),
      })
      return packet('event-tick', toBinary(EventTickSchema, message))
    },
    quote: (symbol, levels, now) => {
      const market = venue.market(symbol)
      if (market === undefined) return null
      const { bids, asks } = exchange.depth(symbol, levels)
      return packet(
        'event-quote',
        toBinary(
          EventQuoteSchema,
          create(EventQuoteSchema, {
            basic: basic(market, now),
            yesBids: bids.map(yesLevel),
            noBids: asks.map(noLevel),
          }),
        ),
      )
    },
    snapshot: (symbol, now) => {
      const market = venue.market(symbol)
      const data = venue.snapshot(symbol)
      if (market === undefined || data === undefined) return null
      const {
        bids: [bid],
        asks: [ask],
      } = exchange.depth(symbol, 1)
      const text = (price: number | undefined): string =>
        price === undefined ? '' : priceText(price)
      const mirror = (price: number | undefined): string =>
        price === undefined ? '' : priceText(PAYOUT - price)
      const count = (size: number | undefined): string => (size === undefined ? '' : sizeText(size))
      const message = create(EventSnapshotSchema, {
        basic: basic(market, now),
        price: priceText(data.last),
        volume: sizeText(data.volume),
        lastTradeTime: data.lastTime === null ? '' : String(data.lastTime),
        openInterest: sizeText(data.openInterest),
        yesAsk: text(ask?.price),
        yesBid: text(bid?.price),
        yesAskSize: count(ask?.size),
        yesBidSize: count(bid?.size),
        noAsk: mirror(bid?.price),
        noBid: mirror(ask?.price),
        noAskSize: count(bid?.size),
        noBidSize: count(ask?.size),
      })
      return packet('event-snapshot', toBinary(EventSnapshotSchema, message))
    },
  }
}
