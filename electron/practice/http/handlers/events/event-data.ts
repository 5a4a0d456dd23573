import { ok } from '../../../../../shared/domain/result.js'
import { isoTimeOffset } from '../../../../../shared/wire/fields.js'
import { PAYOUT } from '../../../events/quotes.js'
import type { EventBar } from '../../../events/tape.js'
import { json } from '../../message/answer.js'
import { priceText, sizeText } from '../../../model/figures.js'
import type { Handlers } from '../../operations/handler.js'
import { findMarkets, readEventDepth, wireBooks, wireTouch, yesBook } from './event-requests.js'
import { readCount, splitList } from '../market-data/market-requests.js'

const TICKS = { default: 30, max: 1_200 } as const
const BARS = { default: 200, max: 1_200 } as const
const DEPTH = 10

const wireBar = (bar: EventBar) => ({
  time: isoTimeOffset(bar.time),
  open: priceText(bar.open),
  close: priceText(bar.close),
  high: priceText(bar.high),
  low: priceText(bar.low),
  volume: sizeText(bar.volume),
})

export const eventDataHandlers: Pick<
  Handlers,
  'market.events.snapshots' | 'market.events.depth' | 'market.events.bars' | 'market.events.ticks'
> = {
  'market.events.snapshots': (request, { services }) => {
    const markets = findMarkets(services, splitList(request.symbols))
    if (!markets.ok) return markets
    return ok(
      json(
        markets.value.map((market) => {
          const data = services.eventVenue.snapshot(market.symbol)
          return {
            instrument_id: market.instrumentId,
            symbol: market.symbol,
            name: market.draft.yes,
            ...(data === undefined
              ? {}
              : {
                  price: priceText(data.last),
                  volume: sizeText(data.volume),
                  open_interest: sizeText(data.openInterest),
                  ...(data.lastTime === null ? {} : { last_trade_time: String(data.lastTime) }),
                }),
            ...wireTouch(yesBook(services, market.symbol, 1)),
          }
        }),
      ),
    )
  },

  'market.events.depth': (request, { services }) => {
    const markets = findMarkets(services, [request.symbol])
    if (!markets.ok) return markets
    const levels = readEventDepth(request.depth, DEPTH, false)
    if (!levels.ok) return levels
    return ok(
      json({
        instrument_id: markets.value[0]?.instrumentId,
        symbol: request.symbol,
        quote_time: services.now(),
        ...wireBooks(yesBook(services, request.symbol, levels.value)),
      }),
    )
  },

  'market.events.bars': (request, { services }) => {
    const markets = findMarkets(services, splitList(request.symbols))
    if (!markets.ok) return markets
    const count = readCount(request.count, BARS.default, BARS.max)
    if (!count.ok) return count
    const query = { count: count.value, includeRunning: request.real_time_required === 'true' }
    return ok(
      json(
        markets.value.map(({ symbol, instrumentId }) => ({
          instrument_id: instrumentId,
          symbol,
          result: services.eventVenue.bars(symbol, request.timespan, query).map(wireBar),
        })),
      ),
    )
  },

  'market.events.ticks': (request, { services }) => {
    const markets = findMarkets(services, [request.symbol])
    if (!markets.ok) return markets
    const count = readCount(request.count, TICKS.default, TICKS.max)
    if (!count.ok) return count
    const result = services.eventVenue
      .ticks(request.symbol, count.value)
      .map(({ time, price, size, aggressor, id }) => ({
        time: String(time),
        yes_price: priceText(price),
        no_price: priceText(PAYOUT - price),
        volume: sizeText(size),
        side: aggressor === 'buy' ? 'yes' : 'no',
        trade_id: id,
      }))
    return ok(
      json({ instrument_id: markets.value[0]?.instrumentId, symbol: request.symbol, result }),
    )
  },
}
