import { z } from 'zod'
import type { Bar } from '../../../shared/domain/market/bar.js'
import { decimalText } from '../../../shared/domain/decimal.js'
import type { Instrument } from '../../../shared/domain/instruments/instrument.js'
import type { Depth, DepthLevel, Quote } from '../../../shared/domain/market/quote.js'
import { CLASS_WORD } from '../format/wire-enums.js'
import type { ExchangeTime } from '../../core/instructions/assistant/assistant-port.js'
import { epochMs } from '../../../shared/domain/time.js'
import {
  ageSeconds,
  maybeWhen,
  text,
  when,
  zMaybe,
  zMaybeWord,
  zNumber,
  zWhen,
  zWord,
} from './view-fields.js'

export const zInstrumentView = z.object({
  symbol: zWord,
  name: zWord,
  exchange_code: zWord,
  instrument_type: zWord,
  kind: zWord,
  tradable: zWord.describe('YES, CLOSE_ONLY or NO.'),
  shortable: z.boolean(),
  fractionable: z.boolean(),
  marginable: z.boolean(),
  overnight: z.boolean(),
  currency: zWord,
  initial_margin_long: zMaybe,
  initial_margin_short: zMaybe,
  intraday_margin_long: zMaybe,
  intraday_margin_short: zMaybe,
  maintenance_margin_long: zMaybe,
  maintenance_margin_short: zMaybe,
})
export const instrumentView = (instrument: Instrument): z.output<typeof zInstrumentView> => ({
  symbol: instrument.symbol,
  name: instrument.name,
  exchange_code: instrument.exchange,
  instrument_type: CLASS_WORD[instrument.assetClass],
  kind: instrument.kind.toUpperCase(),
  tradable: instrument.tradable.toUpperCase().replace('-', '_'),
  shortable: instrument.shortable,
  fractionable: instrument.fractionable,
  marginable: instrument.marginable,
  overnight: instrument.overnight,
  currency: instrument.currency,
  initial_margin_long: text(instrument.initialMarginLong),
  initial_margin_short: text(instrument.initialMarginShort ?? null),
  intraday_margin_long: text(instrument.intradayMarginLong ?? null),
  intraday_margin_short: text(instrument.intradayMarginShort ?? null),
  maintenance_margin_long: text(instrument.maintenanceMarginLong),
  maintenance_margin_short: text(instrument.maintenanceMarginShort ?? null),
})

/** The age of a quote by the exchange's clock; null where the quote has no time. */
const zAge = z.int().nullable().describe('By get_clock.')

export const zQuoteView = z.object({
  symbol: zWord,
  price: zMaybe,
  bid: zMaybe,
  bid_size: zMaybe,
  ask: zMaybe,
  ask_size: zMaybe,
  open: zMaybe,
  high: zMaybe,
  low: zMaybe,
  pre_close: zMaybe,
  change: zMaybe,
  change_ratio: zMaybe.describe('A fraction: 0.0123 is 1.23 %.'),
  volume: zMaybe,
  turnover: zMaybe,
  trading_session: zMaybeWord,
  age_seconds: zAge,
  quote_time: zWhen.nullable(),
  received_at: zWhen,
})
/**
 * The output of tools that return the same quote under another name: only the main members are
 * declared.
 */
export const zBriefQuoteView = z
  .looseObject({
    symbol: zWord,
    price: zMaybe,
    bid: zMaybe,
    ask: zMaybe,
    age_seconds: zAge,
    quote_time: zWhen.nullable(),
    received_at: zWhen,
  })
  .describe('With everything that get_stock_snapshot returns.')
export const quoteView = (
  quote: Quote,
  { now, offsetMs }: ExchangeTime,
): z.output<typeof zQuoteView> => ({
  symbol: quote.symbol,
  price: text(quote.last),
  bid: text(quote.bid),
  bid_size: text(quote.bidSize),
  ask: text(quote.ask),
  ask_size: text(quote.askSize),
  open: text(quote.open),
  high: text(quote.high),
  low: text(quote.low),
  pre_close: text(quote.previousClose),
  change: text(quote.change),
  change_ratio: text(quote.changeRatio),
  volume: text(quote.volume),
  turnover: text(quote.turnover),
  trading_session: quote.session?.toUpperCase() ?? null,
  age_seconds: ageSeconds(quote.time, now),
  quote_time: maybeWhen(quote.time),
  received_at: when(epochMs(quote.receivedAt + offsetMs)),
})

const zLevel = z.object({ price: zNumber, size: zNumber })
const levels = (rows: readonly DepthLevel[], maxLevels: number): z.output<typeof zLevel>[] =>
  rows
    .slice(0, maxLevels)
    .map(({ price, size }) => ({ price: decimalText(price), size: decimalText(size) }))
export const zDepthView = z.object({
  symbol: zWord,
  bids: z.array(zLevel),
  asks: z.array(zLevel),
  age_seconds: zAge,
  quote_time: zWhen.nullable(),
  received_at: zWhen,
})
export const depthView = (
  depth: Depth,
  maxLevels: number,
  { now, offsetMs }: ExchangeTime,
): z.output<typeof zDepthView> => ({
  symbol: depth.symbol,
  bids: levels(depth.bids, maxLevels),
  asks: levels(depth.asks, maxLevels),
  age_seconds: ageSeconds(depth.time, now),
  quote_time: maybeWhen(depth.time),
  received_at: when(epochMs(depth.receivedAt + offsetMs)),
})

const zBar = z.object({
  time: zWhen,
  open: zNumber,
  high: zNumber,
  low: zNumber,
  close: zNumber,
  volume: zNumber,
})
export const zBarsView = z.object({
  symbol: zWord,
  timespan: zWord,
  bars: z.array(zBar).describe('Oldest first.'),
})
export const barsView = (
  symbol: string,
  timespan: string,
  bars: readonly Bar[],
): z.output<typeof zBarsView> => ({
  symbol,
  timespan,
  bars: bars.map((bar) => ({
    time: when(bar.time),
    open: decimalText(bar.open),
    high: decimalText(bar.high),
    low: decimalText(bar.low),
    close: decimalText(bar.close),
    volume: decimalText(bar.volume),
  })),
})
