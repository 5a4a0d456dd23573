import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { PAYOUT } from '../../../events/quotes.js'
import type { EventMarket } from '../../../events/rules/types.js'
import { noLevel, yesLevel } from '../../../events/wire.js'
import type { PriceLevel } from '../../../model/market-step.js'
import { priceText, sizeText } from '../../../model/figures.js'
import { refused, type Refusal } from '../../message/refusal.js'
import type { Services } from '../../operations/services.js'
import { MAX_SYMBOLS } from '../market-data/market-requests.js'

/** Finds every named market, or refuses and names the unknown ones. */
export function findMarkets(
  { eventVenue }: Services,
  symbols: readonly string[],
): Result<readonly EventMarket[], Refusal> {
  if (symbols.length === 0) return err(refused(CODES.illegalParameter, 'instruments is empty.'))
  if (symbols.length > MAX_SYMBOLS) {
    return err(refused(CODES.tooManySymbols, `At most ${MAX_SYMBOLS} symbols are allowed.`))
  }
  const markets = symbols.map((symbol) => eventVenue.market(symbol))
  const missing = symbols.filter((_, index) => markets[index] === undefined)
  if (missing.length > 0) {
    return err(
      refused(
        CODES.unsupportedSymbol,
        `invalid symbols: [${missing.map((symbol) => symbol.slice(0, 48)).join(',')}]`,
      ),
    )
  }
  return ok(markets.filter((market) => market !== undefined))
}

const MAX_LEVELS = 100

/** Reads the levels per side: 1 to 100; 0 means all where that is allowed. */
export function readEventDepth(
  text: string | undefined,
  standard: number,
  zeroIsAll: boolean,
): Result<number, Refusal> {
  if (text === undefined || text === '') return ok(standard)
  const depth = /^\d{1,3}$/.test(text) ? Number(text) : -1
  if (depth === 0 && zeroIsAll) return ok(MAX_LEVELS)
  return depth >= 1 && depth <= MAX_LEVELS
    ? ok(depth)
    : err(
        refused(
          CODES.illegalParameter,
          `depth must be a whole number from ${zeroIsAll ? 0 : 1} to ${MAX_LEVELS}.`,
        ),
      )
}

/** The yes book of a market: simulated quotes and customers' orders. */
export interface YesBook {
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

/**
 * Merges simulated quotes and customers' orders. The exchange stores only the best simulated
 * levels; deeper ones come from the venue.
 */
export function yesBook(
  { eventVenue, exchange }: Services,
  symbol: string,
  levels: number,
): YesBook {
  const { bids, asks } = exchange.depth(symbol, levels)
  if (Math.max(bids.length, asks.length) >= levels) return { bids, asks }
  const venueBook = eventVenue.book(symbol, levels)
  const [lowest, highest] = [bids.at(-1)?.price ?? 0, asks.at(-1)?.price ?? PAYOUT]
  return {
    bids: [...bids, ...(venueBook?.bids ?? []).filter(({ price }) => price < lowest)].slice(
      0,
      levels,
    ),
    asks: [...asks, ...(venueBook?.asks ?? []).filter(({ price }) => price > highest)].slice(
      0,
      levels,
    ),
  }
}

/** Formats both books of a market: a yes bid at X is a no ask at 1 - X. */
export const wireBooks = ({ bids, asks }: YesBook) => ({
  yes_bids: bids.map(yesLevel),
  yes_asks: asks.map(yesLevel),
  no_bids: asks.map(noLevel),
  no_asks: bids.map(noLevel),
})

/** Formats the best prices and sizes of both sides; members of an empty side are left out. */
export function wireTouch({ bids: [bid], asks: [ask] }: YesBook): Record<string, string> {
  return {
    ...(bid === undefined
      ? {}
      : {
          yes_bid: priceText(bid.price),
          yes_bid_size: sizeText(bid.size),
          no_ask: priceText(PAYOUT - bid.price),
          no_ask_size: sizeText(bid.size),
        }),
    ...(ask === undefined
      ? {}
      : {
          yes_ask: priceText(ask.price),
          yes_ask_size: sizeText(ask.size),
          no_bid: priceText(PAYOUT - ask.price),
          no_bid_size: sizeText(ask.size),
        }),
  }
}
