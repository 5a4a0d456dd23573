import type { z } from 'zod'
import { asPrice } from '../../../shared/domain/decimal.js'
import type { EventDepth } from '../../../shared/domain/market/quote.js'
import {
  otherSide,
  type EventCategory,
  type EventFrequency,
  type EventInfo,
  type EventMarket,
  type EventSeries,
  type EventSnapshot,
  type EventTick,
} from '../../../shared/domain/instruments/event-contract.js'
import { symbol } from '../../../shared/domain/ids.js'
import type { Depth, DepthLevel, Tick } from '../../../shared/domain/market/quote.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { quotedPrice } from '../../../shared/domain/market/quoted-price.js'
import type {
  EVENT_DATA_OPERATIONS,
  zEventDepth,
  zEventSnapshot,
} from '../../../shared/wire/families/products/event-data.js'
import type {
  zEvent,
  zEventCategory,
  zEventMarket,
  zEventSeries,
} from '../../../shared/wire/families/products/event-instruments.js'
import type { ResponseOf } from '../../../shared/wire/operation.js'
import type { QuotePatch } from '../../core/market/market-port.js'
import { outcomeOf } from './enums.js'
import { definedFields } from './stock-data.js'
import { quotedLevels, quotedOutcome, quotedSize, quotedTrades } from './quoted.js'
import { tableReader, tradableOf } from './values.js'

const frequencyOf = tableReader<EventFrequency>({
  HOURLY: 'hourly',
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
  ANNUAL: 'annual',
  ONE_OFF: 'one-off',
  CUSTOM: 'custom',
})
const statusOf = tableReader<'active' | 'inactive'>({ ACTIVE: 'active', INACTIVE: 'inactive' })
const listingOf = tableReader<'listed' | 'delisted'>({ LISTING: 'listed', DELISTING: 'delisted' })

/** Converts a category of event contracts (TRADING-6). */
export const toEventCategory = (record: z.output<typeof zEventCategory>): EventCategory => ({
  categoryId: record.category_id,
  code: record.category_code,
  name: record.category_name,
})

export const toEventSeries = (record: z.output<typeof zEventSeries>): EventSeries => ({
  seriesId: record.series_id,
  symbol: symbol(record.symbol),
  name: record.name,
  category: record.category,
  frequency: frequencyOf(record.frequency),
})

export const toEventInfo = (record: z.output<typeof zEvent>): EventInfo => ({
  seriesId: record.series_id,
  symbol: symbol(record.symbol),
  name: record.name,
  shortName: record.short_name,
  status: statusOf(record.status) ?? 'unknown',
  strikeDate: record.strike_date,
  strikePeriod: record.strike_period,
  mutuallyExclusive: record.mutually_exclusive,
})

/**
 * Converts one market; the schema reads its price ranges in both spellings (`priceRanges`,
 * `price_ranges`).
 */
export const toEventMarket = (record: z.output<typeof zEventMarket>): EventMarket => ({
  assetClass: 'event',
  symbol: symbol(record.symbol),
  instrumentId: record.instrument_id,
  name: record.name ?? record.event_name ?? record.symbol,
  seriesSymbol: symbol(record.series_symbol),
  eventSymbol: symbol(record.event_symbol),
  eventName: record.event_name,
  yesCondition: record.yes_condition,
  listing: listingOf(record.status) ?? 'unknown',
  tradable: tradableOf(record.tradable_status),
  canCloseEarly: record.can_close_early,
  fractionable: record.fractionable,
  lastTradingDate: record.last_trading_date,
  expectedExpiration: record.expected_exp_date,
  latestExpiration: record.latest_exp_date,
  payoutDate: record.payout_date,
  priceRanges: record.price_ranges.map(({ start, end, step }) => ({
    start: asPrice(start),
    end: asPrice(end),
    step: asPrice(step),
  })),
})

/** Converts a snapshot (MARKET-5); prices are dollars per contract. */
export const toEventSnapshot = (
  record: z.output<typeof zEventSnapshot>,
  receivedAt: EpochMs,
): EventSnapshot => ({
  symbol: symbol(record.symbol),
  name: record.name,
  last: quotedPrice(record.price),
  volume: quotedSize(record.volume),
  openInterest: quotedSize(record.open_interest),
  yesBid: quotedOutcome(record.yes_bid),
  yesBidSize: quotedSize(record.yes_bid_size),
  yesAsk: quotedOutcome(record.yes_ask),
  yesAskSize: quotedSize(record.yes_ask_size),
  noBid: quotedOutcome(record.no_bid),
  noBidSize: quotedSize(record.no_bid_size),
  noAsk: quotedOutcome(record.no_ask),
  noAskSize: quotedSize(record.no_ask_size),
  time: record.last_trade_time,
  receivedAt,
})

/** Converts a snapshot to a quote patch of the "yes" contract. */
export const eventPatch = (snapshot: EventSnapshot): QuotePatch => ({
  symbol: snapshot.symbol,
  receivedAt: snapshot.receivedAt,
  bid: snapshot.yesBid,
  bidSize: snapshot.yesBid === null ? null : snapshot.yesBidSize,
  ask: snapshot.yesAsk,
  askSize: snapshot.yesAsk === null ? null : snapshot.yesAskSize,
  ...definedFields({
    last: snapshot.last,
    volume: snapshot.volume,
    time: snapshot.time,
  }),
})

type WireLevels = z.output<typeof zEventDepth>['yes_bids']
const levels = (list: WireLevels): readonly DepthLevel[] =>
  quotedLevels(list).filter(({ price }) => quotedOutcome(price) !== null)

export const toEventDepth = (
  record: z.output<typeof zEventDepth>,
  receivedAt: EpochMs,
): EventDepth => ({
  symbol: symbol(record.symbol),
  yesBids: levels(record.yes_bids),
  yesAsks: levels(record.yes_asks),
  noBids: levels(record.no_bids),
  noAsks: levels(record.no_asks),
  time: record.quote_time,
  receivedAt,
})

/**
 * Returns the book of the "yes" contract. When its asks are absent, they are derived from the bids
 * for "no".
 */
export const yesBook = ({
  symbol: marketSymbol,
  yesBids,
  yesAsks,
  noBids,
  time,
  receivedAt,
}: EventDepth): Depth => ({
  symbol: marketSymbol,
  bids: yesBids,
  asks:
    yesAsks.length > 0
      ? yesAsks
      : noBids.map((level) => ({ price: otherSide(level.price), size: level.size })),
  time,
  receivedAt,
})

export const toEventTicks = (
  answer: ResponseOf<typeof EVENT_DATA_OPERATIONS.eventTicks>,
): readonly EventTick[] =>
  quotedTrades(answer.result.map((record) => ({ ...record, price: record.yes_price }))).map(
    ({ price, size, record }) => ({
      symbol: symbol(answer.symbol),
      time: record.time,
      yesPrice: price,
      noPrice: quotedPrice(record.no_price) ?? otherSide(price),
      size,
      taker: outcomeOf(record.side?.toLowerCase()),
      tradeId: record.trade_id,
    }),
  )

/** Converts a trade to one of the "yes" contract: a buyer of "no" sells "yes". */
export const yesTick = (tick: EventTick): Tick => ({
  symbol: tick.symbol,
  time: tick.time,
  price: tick.yesPrice,
  size: tick.size,
  side: tick.taker === 'yes' ? 'buy' : tick.taker === 'no' ? 'sell' : 'none',
  session: null,
})
