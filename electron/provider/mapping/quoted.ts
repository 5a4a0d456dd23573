import {
  asMoney,
  asQuantity,
  dec,
  isNegative,
  isPositive,
  lt,
  ZERO,
  ZERO_QUANTITY,
  type Decimal,
  type Money,
  type Price,
  type Quantity,
} from '../../../shared/domain/decimal.js'
import type { Bar } from '../../../shared/domain/market/bar.js'
import type { DepthLevel } from '../../../shared/domain/market/quote.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { BookMember, QuotePatch } from '../../core/market/market-port.js'

/**
 * With `quotedPrice`, the only readers of market prices and sizes (REL-46). Providers write "no
 * quote" as an absent member, as an empty text or dashes, and as 0 or -1; none of these is a price.
 * A size, a volume and a change of zero are values. `ASSUMPTIONS.noQuote` says why.
 */

type Maybe = Decimal | null | undefined

/** Reads a size or a count; null for none. Zero is a size. */
export const quotedSize = (value: Maybe): Quantity | null =>
  value === null || value === undefined || isNegative(value) ? null : asQuantity(value)

/** Reads an amount of currency; null for none. Zero is an amount. */
export const quotedMoney = (value: Maybe): Money | null =>
  value === null || value === undefined || isNegative(value) ? null : asMoney(value)

/** True where a price was sent that is none: its change is then of nothing. */
const isNoPrice = (value: Maybe): boolean =>
  value !== null && value !== undefined && quotedPrice(value) === null

/** Reads a change of a price; null where the price itself is none. */
export const quotedChange = (price: Maybe, change: Decimal | null): Decimal | null =>
  isNoPrice(price) ? null : change

/** The best level of both sides as the provider sent them. */
export interface SentTop {
  readonly bid: Maybe
  readonly bidSize: Maybe
  readonly ask: Maybe
  readonly askSize: Maybe
}

/**
 * Reads the top of a book. A message that mentions one side describes both: a side without a price
 * is empty, so that its last price is not kept. A message that mentions neither changes nothing.
 */
export function quotedTop(sent: SentTop): Pick<QuotePatch, BookMember> {
  if (Object.values(sent).every((value: Maybe) => value === null || value === undefined)) return {}
  const [bid, ask] = [quotedPrice(sent.bid), quotedPrice(sent.ask)]
  return {
    bid,
    bidSize: bid === null ? null : quotedSize(sent.bidSize),
    ask,
    askSize: ask === null ? null : quotedSize(sent.askSize),
  }
}

/** Like {@link quotedTop}, of a snapshot as the provider names its members. */
export const quotedBook = (record: {
  readonly bid?: Maybe
  readonly bid_size?: Maybe
  readonly ask?: Maybe
  readonly ask_size?: Maybe
}): Pick<QuotePatch, BookMember> =>
  quotedTop({
    bid: record.bid,
    bidSize: record.bid_size,
    ask: record.ask,
    askSize: record.ask_size,
  })

/** Reads the day's range and the close before it of a snapshot. */
export const quotedDay = (record: {
  readonly open?: Maybe
  readonly high?: Maybe
  readonly low?: Maybe
  readonly pre_close?: Maybe
}): Readonly<Record<'open' | 'high' | 'low' | 'previousClose', Price | null>> => ({
  open: quotedPrice(record.open),
  high: quotedPrice(record.high),
  low: quotedPrice(record.low),
  previousClose: quotedPrice(record.pre_close),
})

/** Reads the last price of a snapshot with its change from the close before. */
export const quotedLast = (record: {
  readonly price?: Maybe
  readonly change: Decimal | null
  readonly change_ratio: Decimal | null
}): {
  readonly last: Price | null
  readonly change: Decimal | null
  readonly changeRatio: Decimal | null
} => ({
  last: quotedPrice(record.price),
  change: quotedChange(record.price, record.change),
  changeRatio: quotedChange(record.price, record.change_ratio),
})

/** Reads one side of a book, best first; what has no price or no size is no level. */
export function quotedLevels(
  sent: readonly { readonly price: Maybe; readonly size: Maybe }[],
): readonly DepthLevel[] {
  const levels: DepthLevel[] = []
  for (const level of sent) {
    const price = quotedPrice(level.price)
    const size = quotedSize(level.size)
    if (price !== null && size !== null && isPositive(size)) levels.push({ price, size })
  }
  return levels
}

/** A trade with its price and size. */
export interface QuotedTrade<T> {
  readonly price: Price
  readonly size: Quantity
  readonly record: T
}

/** Reads trades, in their order; one without a price or a size is none. */
export function quotedTrades<T extends { readonly price: Maybe; readonly volume: Maybe }>(
  records: readonly T[],
): readonly QuotedTrade<T>[] {
  const trades: QuotedTrade<T>[] = []
  for (const record of records) {
    const price = quotedPrice(record.price)
    const size = quotedSize(record.volume)
    if (price !== null && size !== null) trades.push({ price, size, record })
  }
  return trades
}

const PAYOUT = dec('1')

/**
 * Reads the price of an order for an event contract, which is below the payout: an ask of 1 mirrors
 * a bid of 0, so it is none.
 */
export const quotedOutcome = (value: Maybe): Price | null => {
  const price = quotedPrice(value)
  return price !== null && lt(price, PAYOUT) ? price : null
}

/** Like {@link quotedTop}, for the prices of an event contract. */
export function quotedOutcomeTop(sent: SentTop): Pick<QuotePatch, BookMember> {
  const outcome = (value: Maybe): Maybe =>
    value === null || value === undefined || quotedOutcome(value) !== null ? value : ZERO
  return quotedTop({ ...sent, bid: outcome(sent.bid), ask: outcome(sent.ask) })
}

interface SentBar {
  readonly time: EpochMs
  readonly open: Maybe
  readonly high: Maybe
  readonly low: Maybe
  readonly close: Maybe
  readonly volume?: Maybe
}

/** Converts bars; one without all four prices is none. Crypto bars have no volume. */
export function toBars(sent: readonly SentBar[]): readonly Bar[] {
  const bars: Bar[] = []
  for (const bar of sent) {
    const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map(quotedPrice)
    if (open == null || high == null || low == null || close == null) continue
    const volume = quotedSize(bar.volume) ?? ZERO_QUANTITY
    bars.push({ time: bar.time, open, high, low, close, volume })
  }
  return bars
}
