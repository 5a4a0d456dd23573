import { err, ok } from '../../../../../shared/domain/result.js'
import { TIMESPAN_SECONDS } from '../../../../../shared/domain/market/bar.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { FuturesInstrument } from '../../../model/instrument.js'
import { footprints } from '../../../reference/footprint.js'
import type { Services } from '../../operations/services.js'
import { json } from '../../message/answer.js'
import type { Handlers } from '../../operations/handler.js'
import { scaledPrice, scaledSize } from '../../../model/product-figures.js'
import { refused } from '../../message/refusal.js'
import { wireFootprint } from '../market-data/footprint.js'
import { readCount, readDepth, splitList } from '../market-data/market-requests.js'
import {
  findProducts,
  present,
  sessionBars,
  sharedSnapshot,
  SESSION_COUNT,
} from '../market-data/session-data.js'

/** Maximum levels per side (MARKET-3). */
const MAX_LEVELS = 10

/** Formats a snapshot. For a continuous symbol it contains the contract behind it. */
function wireSnapshot(
  services: Services,
  found: FuturesInstrument,
): Record<string, string | number> | null {
  const { market } = services
  const contract = market.instrument(market.resolve(found.symbol))
  const data = market.snapshot(found.symbol)
  const figures = market.figures(found.symbol)
  if (contract?.product !== 'FUTURES' || data === undefined || figures === undefined) return null
  return present({
    ...sharedSnapshot(services, contract, data),
    volume: scaledSize(data.volume, contract.scale),
    open_interest: String(figures.openInterest),
    settle_date: figures.settledOn,
    settle_price: scaledPrice(figures.settlePrice, contract.scale),
  })
}

type FuturesDataId =
  | 'market.futures.ticks'
  | 'market.futures.snapshots'
  | 'market.futures.depth'
  | 'market.futures.footprint'
  | 'market.futures.bars'

export const futuresDataHandlers: Pick<Handlers, FuturesDataId> = {
  'market.futures.ticks': (request, { services }) => {
    const found = findProducts(services, 'FUTURES', [request.symbol])
    if (!found.ok) return found
    const count = readCount(request.count, SESSION_COUNT.ticks, SESSION_COUNT.max)
    if (!count.ok) return count
    const answers = found.value.map(({ symbol, instrumentId, scale }) => ({
      symbol,
      instrumentId,
      result: services.market
        .ticks(symbol, count.value, ['regular'])
        .map(({ time, price, size, aggressor }) => ({
          time: String(time),
          price: scaledPrice(price, scale),
          volume: scaledSize(size, scale),
          side: aggressor === 'buy' ? 'B' : 'S',
        })),
    }))
    return ok(json(answers[0]))
  },

  'market.futures.snapshots': (request, { services }) => {
    const contracts = findProducts(services, 'FUTURES', splitList(request.symbols))
    return contracts.ok
      ? ok(
          json(
            contracts.value
              .map((instrument) => wireSnapshot(services, instrument))
              .filter((instrument) => instrument !== null),
          ),
        )
      : contracts
  },

  'market.futures.depth': (request, { services }) => {
    const found = findProducts(services, 'FUTURES', [request.symbol])
    if (!found.ok) return found
    const depth = readDepth(request.depth, MAX_LEVELS)
    if (!depth.ok) return depth
    const answers = found.value.map(({ symbol, instrumentId, scale }) => {
      const { bids, asks } = services.exchange.depth(services.market.resolve(symbol), depth.value)
      const level = ({ price, size }: (typeof bids)[number]) => ({
        price: scaledPrice(price, scale),
        size: scaledSize(size, scale),
      })
      return {
        symbol,
        instrument_id: instrumentId,
        quote_time: services.now(),
        asks: asks.map(level),
        bids: bids.map(level),
      }
    })
    return ok(json(answers[0]))
  },

  'market.futures.footprint': async (request, { services }) => {
    const contracts = findProducts(services, 'FUTURES', splitList(request.symbols))
    if (!contracts.ok) return contracts
    const count = readCount(request.count, SESSION_COUNT.usual, SESSION_COUNT.max)
    if (!count.ok) return count
    // Futures have no other session (MARKET-3).
    if (splitList(request.trading_sessions ?? 'RTH').some((word) => word !== 'RTH')) {
      return err(refused(CODES.illegalParameter, 'trading_sessions must be RTH.'))
    }
    const span = (TIMESPAN_SECONDS[request.timespan] ?? 0) * 1_000
    const answer = []
    for (const { symbol, instrumentId, scale } of contracts.value) {
      const result = footprints(services.market, symbol, {
        spanMs: span,
        count: count.value,
        sessions: ['regular'],
        includeRunning: request.real_time_required === 'true',
      }).map((footprint) => wireFootprint(footprint, scale))
      answer.push({ symbol, instrument_id: instrumentId, result })
      // A busy contract has tens of thousands of trades a day; yield to the market after each
      // symbol.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return ok(json(answer))
  },

  'market.futures.bars': (request, { services }) => {
    const bars = sessionBars(services, 'FUTURES', request, ({ volume }, { scale }) => ({
      volume: scaledSize(volume, scale),
    }))
    return bars.ok ? ok(json(bars.value)) : bars
  },
}
