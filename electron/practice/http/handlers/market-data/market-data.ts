import { ok } from '../../../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../../../shared/wire/assumptions.js'
import { json } from '../../message/answer.js'
import { SESSION_CODES, priceText, sizeText } from '../../../model/figures.js'
import type { Handlers } from '../../operations/handler.js'
import { readBarQuery, wireBars } from './bars.js'
import { findListings, readCount, readDepth, readSessions, splitList } from './market-requests.js'
import { wirePerShare, wireSnapshot } from './snapshot.js'

const TICKS = { default: 30, max: 1_000 } as const

type MarketId =
  | 'market.stocks.snapshots'
  | 'market.stocks.ticks'
  | 'market.stocks.depth'
  | 'market.stocks.bars'
  | 'market.stocks.bars-single'

export const marketHandlers: Pick<Handlers, MarketId> = {
  'market.stocks.snapshots': (request, { services }) => {
    const listings = findListings(services.market, splitList(request.symbols))
    if (!listings.ok) return listings
    const sessions = {
      extended: request.extend_hour_required === 'true',
      overnight: request.overnight_required === 'true',
    }
    const snapshots = listings.value.flatMap((listing) => {
      const data = services.market.snapshot(listing.symbol)
      return data === undefined
        ? []
        : [
            {
              ...wireSnapshot(listing, data, services.exchange, sessions),
              ...wirePerShare(services, listing.symbol),
            },
          ]
    })
    return ok(json(snapshots))
  },

  'market.stocks.ticks': (request, { services }) => {
    const listings = findListings(services.market, [request.symbol])
    if (!listings.ok) return listings
    const count = readCount(request.count, TICKS.default, TICKS.max)
    if (!count.ok) return count
    const sessions = readSessions(request.trading_sessions, ['regular'])
    if (!sessions.ok) return sessions
    const result = services.market
      .ticks(request.symbol, count.value, sessions.value)
      .map((tick) => ({
        time: String(tick.time),
        price: priceText(tick.price),
        volume: sizeText(tick.size),
        side: tick.aggressor === 'buy' ? 'B' : 'S',
        trading_session: SESSION_CODES[tick.session],
      }))
    return ok(
      json({ symbol: request.symbol, instrument_id: listings.value[0]?.instrumentId, result }),
    )
  },

  'market.stocks.depth': (request, { services }) => {
    const listings = findListings(services.market, [request.symbol])
    if (!listings.ok) return listings
    const levels = readDepth(request.depth)
    if (!levels.ok) return levels
    const level = ({ price, size }: { readonly price: number; readonly size: number }) => ({
      price: priceText(price),
      size: sizeText(size),
      order: [{ mpid: ASSUMPTIONS.marketMaker, size: sizeText(size) }],
    })
    const { bids, asks } = services.exchange.depth(request.symbol, levels.value)
    return ok(
      json({
        symbol: request.symbol,
        instrument_id: listings.value[0]?.instrumentId,
        quote_time: services.now(),
        asks: asks.map(level),
        bids: bids.map(level),
      }),
    )
  },

  'market.stocks.bars': (request, { services }) => {
    const listings = findListings(services.market, request.symbols)
    if (!listings.ok) return listings
    const query = readBarQuery({
      timespan: request.timespan,
      count: request.count,
      realTime: request.real_time_required ?? false,
      sessions: request.trading_sessions,
      start: request.start_time,
      end: request.end_time,
    })
    if (!query.ok) return query
    const result = listings.value.map(({ symbol, instrumentId }) => ({
      symbol,
      instrument_id: instrumentId,
      result: wireBars(services.market, symbol, request.timespan, query.value),
    }))
    return ok(json({ result }))
  },

  'market.stocks.bars-single': (request, { services }) => {
    const listings = findListings(services.market, [request.symbol])
    if (!listings.ok) return listings
    const query = readBarQuery({
      timespan: request.timespan,
      count: request.count,
      realTime: request.real_time_required === 'true',
      sessions: request.trading_sessions,
      start: request.start_time,
      end: request.end_time,
    })
    return query.ok
      ? ok(json(wireBars(services.market, request.symbol, request.timespan, query.value)))
      : query
  },
}
