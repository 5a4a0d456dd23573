import type { Exchange } from '../../../exchange/api/exchange-api.js'
import type { Listing, SnapshotData } from '../../../market/securities/market-types.js'
import { indicators, spansOf, type Span } from '../../../reference/reports.js'
import { dayOf } from '../../../reference/reference.js'
import type { Services } from '../../operations/services.js'
import { cashText, priceText, ratioText, sizeText } from '../../../model/figures.js'
import { present } from './session-data.js'

const price = (value: number | null): string | null => (value === null ? null : priceText(value))

/**
 * Formats a snapshot: the quote includes simulated quotes and customers' orders, all else comes
 * from the tape.
 */
export function wireSnapshot(
  listing: Listing,
  data: SnapshotData,
  exchange: Exchange,
  { extended, overnight }: { readonly extended: boolean; readonly overnight: boolean },
): Record<string, string | number> {
  const { bids, asks } = exchange.depth(listing.symbol, 1)
  const hours = extended ? data.extended : null
  const night = overnight ? data.overnight : null
  return present({
    symbol: listing.symbol,
    instrument_id: listing.instrumentId,
    price: priceText(data.last),
    open: price(data.open),
    high: price(data.high),
    low: price(data.low),
    close: priceText(data.last),
    pre_close: priceText(data.previousClose),
    volume: sizeText(data.volume),
    turnover: cashText(data.turnover),
    change: priceText(data.change),
    change_ratio: ratioText(data.change, data.previousClose),
    last_trade_time: data.lastTime,
    quote_time: data.time,
    bid: price(bids[0]?.price ?? null),
    bid_size: bids[0] ? sizeText(bids[0].size) : null,
    ask: price(asks[0]?.price ?? null),
    ask_size: asks[0] ? sizeText(asks[0].size) : null,
    extend_hour_last_price: price(hours?.last ?? null),
    extend_hour_high: price(hours?.high ?? null),
    extend_hour_low: price(hours?.low ?? null),
    extend_hour_change: price(hours?.change ?? null),
    extend_hour_change_ratio: hours ? ratioText(hours.change, hours.last - hours.change) : null,
    extend_hour_volume: hours ? sizeText(hours.volume) : null,
    extend_hour_last_trade_time: hours?.lastTime ?? null,
    ovn_price: price(night?.last ?? null),
    ovn_high: price(night?.high ?? null),
    ovn_low: price(night?.low ?? null),
    ovn_change: price(night?.change ?? null),
    ovn_change_ratio: night ? ratioText(night.change, night.last - night.change) : null,
    ovn_volume: night ? sizeText(night.volume) : null,
    ovn_last_trade_time: night?.lastTime ?? null,
    fifty_two_wk_high: priceText(data.high52Weeks),
    fifty_two_wk_low: priceText(data.low52Weeks),
    lot_size: listing.lotSize,
    list_status: '1',
  })
}

/**
 * Formats earnings per share of the last full fiscal year and of the last four quarters, and the
 * book value; empty for funds.
 */
export function wirePerShare(
  { reference, now }: Services,
  symbol: string,
): Record<string, string | number> {
  const books = reference.booksOf(symbol)
  if (books === undefined) return {}
  const today = dayOf(now())
  const [year] = spansOf(books, today, true, 1)
  const [quarter] = spansOf(books, today, false, 1)
  const figureOf = (span: Span | undefined, name: string): string | null =>
    span === undefined ? null : (indicators(span, reference.shares(symbol))[name] ?? null)
  return present({
    eps: figureOf(year, 'diluted_eps_incl_extra'),
    eps_ttm: priceText(books.yearOfEarnings(today)),
    bps: figureOf(quarter, 'naps'),
  })
}
