import { z } from 'zod'
import {
  W_EVENT_FREQUENCIES,
  W_EVENT_MARKET_STATUSES,
  W_EVENT_STATUSES,
  W_INSTRUMENT_STATUSES,
} from '../../enums.js'
import { zOpenEnum, zOptionalText, zPage, zWireDecimal } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const list = {
  family: 'trading',
  method: 'GET',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  rate: LIMITS.otherReads,
  encoding: 'query',
} as const
const zKey = z.string().optional()
/** Ids that are text in one product and a number in the other. */
export const zTextId = z.union([z.string(), z.number()]).transform(String)

/** TRADING-6, event contracts. Categories are an open set. */
export const zEventCategory = z.object({
  category_id: z.number().int(),
  category_code: z.string(),
  category_name: z.string(),
})

export const zEventSeries = z.object({
  category: z.string(),
  series_id: zTextId,
  symbol: z.string(),
  name: z.string(),
  frequency: zOpenEnum(W_EVENT_FREQUENCIES),
})

export const zEvent = z.object({
  series_id: zTextId,
  symbol: z.string(),
  name: z.string(),
  status: zOpenEnum(W_EVENT_STATUSES),
  short_name: zOptionalText,
  strike_date: zOptionalText,
  strike_period: zOptionalText,
  mutually_exclusive: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
})

const zRange = z.object({ start: zWireDecimal, end: zWireDecimal, step: zWireDecimal })

/** Price ranges are sent as `priceRanges` (the provider's spelling) or as `price_ranges`. */
export const zEventMarket = z
  .object({
    series_id: zTextId,
    series_symbol: z.string(),
    series_name: zOptionalText,
    event_symbol: z.string(),
    event_name: zOptionalText,
    instrument_id: z.string(),
    symbol: z.string(),
    name: zOptionalText,
    yes_condition: zOptionalText,
    last_trading_date: zOptionalText,
    status: zOpenEnum(W_EVENT_MARKET_STATUSES),
    tradable_status: zOpenEnum(W_INSTRUMENT_STATUSES),
    can_close_early: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    expected_exp_date: zOptionalText,
    latest_exp_date: zOptionalText,
    payout_date: zOptionalText,
    fractionable: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
    priceRanges: z.array(zRange).nullish(),
    price_ranges: z.array(zRange).nullish(),
  })
  .transform(({ priceRanges, price_ranges: ranges, ...market }) => ({
    ...market,
    price_ranges: priceRanges ?? ranges ?? [],
  }))

/** Categories, series, events and markets of event contracts. */
export const EVENT_INSTRUMENT_OPERATIONS = {
  listEventCategories: operation({
    ...list,
    id: 'trading.events.categories',
    name: 'List Event Contract Categories',
    path: '/trading/instruments/event-contracts/categories/list',
    request: z.object({}),
    response: z.array(zEventCategory),
  }),

  listEventSeries: operation({
    ...list,
    paging: 'cursor',
    id: 'trading.events.series',
    name: 'List Event Contract Series',
    path: '/trading/instruments/event-contracts/series/list',
    request: z.object({
      category: z.string().optional(),
      symbols: z.string().optional(),
      pagination_key: zKey,
    }),
    response: zPage(zEventSeries),
  }),

  listEvents: operation({
    ...list,
    id: 'trading.events.list',
    name: 'List Event Contract Events',
    path: '/trading/instruments/event-contracts/events/list',
    request: z.object({
      series_symbol: z.string().min(1),
      symbols: z.string().optional(),
      status: z.enum(W_EVENT_STATUSES).optional(),
    }),
    response: z.array(zEvent),
  }),

  listEventMarkets: operation({
    ...list,
    paging: 'cursor',
    id: 'trading.events.markets',
    name: 'List Event Contract Markets',
    path: '/trading/instruments/event-contracts/markets/list',
    request: z.object({
      series_symbol: z.string().optional(),
      event_symbol: z.string().optional(),
      symbols: z.string().optional(),
      expiration_date_after: z.iso.date().optional(),
      pagination_key: zKey,
    }),
    response: zPage(zEventMarket),
  }),
} as const
