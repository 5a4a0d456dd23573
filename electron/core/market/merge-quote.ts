import {
  asPrice,
  eq,
  maxOf,
  minOf,
  sub,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { Quote, Tick } from '../../../shared/domain/market/quote.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import { changeFrom } from '../../../shared/domain/market/quote-change.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { QuotePatch } from './market-port.js'

/**
 * A quote with separate times for its last price, its day and its book. They come from different
 * streams, so that a recent book change must not make the newest trade look stale, nor a streamed
 * trade the figures of the day, which follow it.
 */
export interface KnownQuote {
  readonly quote: Quote
  readonly lastTime: EpochMs | null
  readonly tradeTime: EpochMs | null
  readonly bookTime: EpochMs | null
}

/** Creates a quote without values. */
export const emptyQuote = (symbol: Symbol, receivedAt: EpochMs): KnownQuote => ({
  quote: {
    symbol,
    last: null,
    bid: null,
    bidSize: null,
    ask: null,
    askSize: null,
    open: null,
    high: null,
    low: null,
    previousClose: null,
    change: null,
    changeRatio: null,
    volume: null,
    turnover: null,
    session: null,
    time: null,
    receivedAt,
  },
  lastTime: null,
  tradeTime: null,
  bookTime: null,
})

const BOOK = ['bid', 'bidSize', 'ask', 'askSize'] as const satisfies readonly (keyof Quote)[]
const LAST = ['last', 'change', 'changeRatio'] as const satisfies readonly (keyof QuotePatch &
  keyof Quote)[]
const DAY = [
  'open',
  'high',
  'low',
  'previousClose',
  'volume',
  'turnover',
] as const satisfies readonly (keyof Quote)[]

/** The members that are prices: zero and less are none (REL-46). */
const PRICES: ReadonlySet<keyof Quote> = new Set([
  'bid',
  'ask',
  'last',
  'open',
  'high',
  'low',
  'previousClose',
])

const laterOf = (a: EpochMs | null, b: EpochMs | undefined): EpochMs | null =>
  b === undefined || (a !== null && a > b) ? a : b
const overtaken = (time: EpochMs | undefined, known: EpochMs | null): boolean =>
  time !== undefined && known !== null && time < known

const isSamePrice = (a: Price | null, b: Price | null): boolean =>
  a === null ? b === null : b !== null && eq(a, b)

/**
 * Merges a message into the known quote, trade and book separately. A part whose exchange time is
 * older than the known one (a snapshot overtaken by the stream) only fills missing values.
 */
export function mergeQuote(previous: KnownQuote, patch: QuotePatch): KnownQuote {
  const { quote } = previous
  const next: Record<string, unknown> = {
    ...quote,
    receivedAt: patch.receivedAt > quote.receivedAt ? patch.receivedAt : quote.receivedAt,
  }
  const mergeMembers = (
    members: readonly (keyof QuotePatch & keyof Quote)[],
    time: EpochMs | null,
  ): EpochMs | null => {
    const older = overtaken(patch.time, time)
    let hasValue = false
    for (const member of members) {
      const sent = patch[member]
      if (sent === undefined) continue
      const value = PRICES.has(member) ? quotedPrice(sent as Decimal | null) : sent
      // A trade without a price leaves the last one; a side of the book without one is empty.
      if (value === null && members !== BOOK) continue
      hasValue = true
      if (!older || quote[member] === null) next[member] = value
    }
    return hasValue ? laterOf(time, patch.time) : time
  }
  if (beginsDay(previous, patch)) for (const member of DAY) next[member] = null
  const lastTime = mergeMembers(LAST, previous.lastTime)
  const tradeTime = mergeMembers(DAY, previous.tradeTime)
  const bookTime = mergeMembers(BOOK, previous.bookTime)
  if (patch.session !== undefined && !overtaken(patch.time, quote.time)) {
    next['session'] = patch.session
  }
  // Greeks come in snapshots only, so a snapshot's are the newest there are.
  if (patch.option !== undefined) next['option'] = patch.option
  next['time'] = laterOf(quote.time, patch.time)
  const merged = next as unknown as Quote
  // Most messages move the book only: the change stays, and no quotient is computed for them.
  const isSameDay =
    patch.change === undefined &&
    patch.changeRatio === undefined &&
    isSamePrice(merged.last, quote.last) &&
    isSamePrice(merged.previousClose, quote.previousClose)
  const change = isSameDay ? null : changeFrom(merged.last, merged.previousClose, merged)
  return { quote: { ...merged, ...change }, lastTime, tradeTime, bookTime }
}

/**
 * True for a message with another previous close: it begins another day. Figures that the message
 * lacks are then unknown; the day before's are not kept.
 */
function beginsDay({ quote, tradeTime }: KnownQuote, { previousClose, time }: QuotePatch): boolean {
  const close = quotedPrice(previousClose ?? null)
  return (
    close !== null &&
    quote.previousClose !== null &&
    !eq(close, quote.previousClose) &&
    !overtaken(time, tradeTime)
  )
}

/**
 * Moves the last price to a streamed trade, so that a chart that is built of trades and the quote
 * show one price. The change moves as much, and a price outside the day's range widens it. Null
 * while no last price is known, and for a trade that a newer price has overtaken.
 */
export function mergeTrade(
  previous: KnownQuote,
  tick: Tick,
  receivedAt: EpochMs,
): KnownQuote | null {
  const { quote, lastTime } = previous
  const { last, change, high, low, time, previousClose } = quote
  if (last === null || overtaken(tick.time, lastTime)) return null
  const base = previousClose ?? (change === null ? null : asPrice(sub(last, change)))
  const isOfDay = tick.session === null || tick.session === 'regular'
  return {
    ...previous,
    lastTime: tick.time,
    quote: {
      ...quote,
      last: tick.price,
      ...(eq(tick.price, last) ? null : changeFrom(tick.price, base, quote)),
      high: isOfDay && high !== null ? maxOf(high, tick.price) : high,
      low: isOfDay && low !== null ? minOf(low, tick.price) : low,
      time: laterOf(time, tick.time),
      receivedAt,
    },
  }
}
