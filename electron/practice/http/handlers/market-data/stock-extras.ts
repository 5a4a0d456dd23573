import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { TIMESPAN_SECONDS } from '../../../../../shared/domain/market/bar.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import type { Listing } from '../../../market/securities/market-types.js'
import { footprints } from '../../../reference/footprint.js'
import {
  imbalances,
  variation,
  type Auction,
  type Imbalance,
} from '../../../reference/imbalance.js'
import { json } from '../../message/answer.js'
import { priceText } from '../../../model/figures.js'
import type { Call, Handlers } from '../../operations/handler.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { wireFootprint } from './footprint.js'
import { findListings, readBarCount, readSessions, splitList } from './market-requests.js'

const MAX_SYMBOLS = 20

/** Finds a stock and the published states of its auction. */
function auctionOf(
  call: Call,
  symbol: string,
  auction: Auction,
): Result<{ readonly listing: Listing; readonly states: readonly Imbalance[] }, Refusal> {
  const found = findListings(call.services.market, [symbol])
  if (!found.ok) return found
  const listing = found.value[0]
  if (listing === undefined) {
    return err(refused(CODES.unsupportedSymbol, 'The symbol is not listed.'))
  }
  return ok({
    listing,
    states: imbalances(call.services.market, call.services.reference.seed, symbol, auction),
  })
}

const wireState = (listing: Listing, auction: Auction, state: Imbalance) => ({
  instrument_id: listing.instrumentId,
  symbol: listing.symbol,
  imbalance_time: state.time,
  imbalance_ref_price: priceText(state.reference),
  imbalance_near_price: priceText(state.near),
  imbalance_far_price: priceText(state.far),
  imbalance_action_type: auction,
})

type ExtraId = 'market.stocks.footprint' | 'market.stocks.noii-snapshot' | 'market.stocks.noii-bars'

export const stockExtraHandlers: Pick<Handlers, ExtraId> = {
  'market.stocks.footprint': async (request, { services }) => {
    const symbols = splitList(request.symbols)
    if (symbols.length > MAX_SYMBOLS) {
      return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
    }
    const listings = findListings(services.market, symbols)
    if (!listings.ok) return listings
    const count = readBarCount(request.count, request.timespan === 'M1' ? 'M5' : request.timespan)
    if (!count.ok) return count
    const sessions = readSessions(request.trading_sessions, ['regular'])
    if (!sessions.ok) return sessions
    if (sessions.value.includes('overnight')) {
      return err(refused(CODES.illegalParameter, 'trading_sessions must name PRE, RTH or ATH.'))
    }
    const span = (TIMESPAN_SECONDS[request.timespan] ?? 0) * 1_000
    const answer = []
    for (const { symbol, instrumentId } of listings.value) {
      const result = footprints(services.market, symbol, {
        spanMs: span,
        count: count.value,
        sessions: sessions.value,
        includeRunning: request.real_time_required === 'true',
      }).map((footprint) => wireFootprint(footprint))
      answer.push({ symbol, instrument_id: instrumentId, result })
      // A busy stock has tens of thousands of trades a day; yield to the market after each symbol.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return ok(json(answer))
  },

  'market.stocks.noii-snapshot': (request, call) => {
    const auction = auctionOf(call, request.symbol, request.imbalance_action_type)
    if (!auction.ok) return auction
    const { listing, states } = auction.value
    const newest = states.at(-1)
    if (newest === undefined) {
      return err(refused(CODES.unsupportedSymbol, 'There is no auction for this symbol.'))
    }
    return ok(
      json({
        ...wireState(listing, request.imbalance_action_type, newest),
        paired_shares: String(newest.paired),
        imbalance_shares: String(newest.imbalance),
        imbalance_side: newest.side,
        imbalance_var_indicator: variation(newest),
      }),
    )
  },

  'market.stocks.noii-bars': (request, call) => {
    const auction = auctionOf(call, request.symbol, request.imbalance_action_type)
    if (!auction.ok) return auction
    return ok(
      json(
        auction.value.states.map((state) =>
          wireState(auction.value.listing, request.imbalance_action_type, state),
        ),
      ),
    )
  },
}
