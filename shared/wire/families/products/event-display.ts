import { z } from 'zod'
import { W_EVENT_STATUSES, W_MILESTONE_STATUSES, W_TIMESPANS } from '../../enums.js'
import {
  zOpenEnum,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zPage,
  zWireDecimal,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zLevel } from '../market-data/stock-data.js'

/**
 * BROKER-1, "Broker market data": operations of the Broker family on the market data host, signed
 * without a token.
 */
const display = {
  family: 'broker',
  method: 'GET',
  host: 'api',
  auth: 'signature',
  effect: 'read',
  paging: 'none',
  rate: LIMITS.marketData,
  encoding: 'query',
} as const
const zKey = z.string().optional()
const d = zOptionalDecimal
const zId = z.union([z.number(), z.string()]).transform(Number)
const zNames = z.array(z.string())

const zBars = z.object({
  timespan: z.enum(W_TIMESPANS),
  count: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
})
/** Bars by market symbol; the time of a bar is the end of its interval. */
export const zDisplayBars = z.record(
  z.string(),
  z.array(
    z.object({
      end_period_time: zWireTime,
      open: zWireDecimal,
      high: zWireDecimal,
      low: zWireDecimal,
      close: zWireDecimal,
      volume: zWireDecimal,
    }),
  ),
)

/** What is shown with events: games, teams and their market data. */
export const EVENT_DISPLAY_OPERATIONS = {
  sportsFilters: operation({
    ...display,
    id: 'broker.events.sports-filters',
    name: 'Sports Filters',
    path: '/market-data/instruments/event-contracts/sports-filters/list',
    request: z.object({ tag: z.string().optional() }),
    response: z.array(
      z.object({
        tag: z.string(),
        competitions: z.array(z.object({ competition: z.string(), scopes: zNames })),
        scopes: zNames,
      }),
    ),
  }),

  eventTags: operation({
    ...display,
    id: 'broker.events.tags',
    name: 'Event Tags',
    path: '/market-data/instruments/event-contracts/categories/tags/list',
    request: z.object({}),
    response: z.array(
      z.object({
        category_id: z.number().int(),
        category_code: z.string(),
        category_name: z.string(),
        tags: zNames,
      }),
    ),
  }),

  displaySeries: operation({
    ...display,
    paging: 'cursor',
    id: 'broker.events.display-series',
    name: 'Event Series',
    path: '/market-data/instruments/event-contracts/series/list',
    request: z.object({
      category: z.string().optional(),
      tags: z.string().optional(),
      symbols: z.string().optional(),
      pagination_key: zKey,
    }),
    response: zPage(
      z.object({
        symbol: z.string(),
        name: z.string(),
        category: z.string(),
        frequency: z.string(),
        tags: zNames,
        series_id: zId,
      }),
    ),
  }),

  displayEvents: operation({
    ...display,
    paging: 'cursor',
    id: 'broker.events.display-events',
    name: 'Event Events',
    path: '/market-data/instruments/event-contracts/events/list',
    request: z.object({
      series_symbol: z.string().optional(),
      status: z.enum(W_EVENT_STATUSES).optional(),
      pagination_key: zKey,
    }),
    response: zPage(
      z.object({
        symbol: z.string(),
        name: z.string(),
        status: zOpenEnum(W_EVENT_STATUSES),
        series_id: zId,
        event_id: zId,
        short_name: zOptionalText,
        strike_date: zOptionalText,
        strike_period: zOptionalText,
        mutually_exclusive: z.boolean(),
      }),
    ),
  }),

  eventMilestones: operation({
    ...display,
    paging: 'cursor',
    id: 'broker.events.milestones',
    name: 'Event Milestones',
    path: '/market-data/instruments/event-contracts/milestones/list',
    request: z.object({
      minimum_start_date: z.string().optional(),
      category: z.string().optional(),
      competition: z.string().optional(),
      related_event_symbol: z.string().optional(),
      pagination_key: zKey,
    }),
    response: zPage(
      z.object({
        category: z.string(),
        type: z.string(),
        title: z.string(),
        details: z.record(z.string(), z.unknown()),
        status: zOpenEnum(W_MILESTONE_STATUSES),
        milestone_id: z.string(),
        start_date: zWireTime,
        end_date: zOptionalTime,
        related_event_symbols: zNames,
        primary_event_symbols: zNames,
      }),
    ),
  }),

  displaySnapshot: operation({
    ...display,
    id: 'broker.events.market-snapshot',
    name: 'Event Market Snapshot',
    path: '/market-data/event-contracts/markets/snapshots/list',
    request: z.object({ symbol: z.string().min(1) }),
    response: z.object({
      symbol: z.string(),
      instrument_id: z.string(),
      event_symbol: z.string(),
      yes_sub_title: z.string(),
      no_sub_title: z.string(),
      status: z.string(),
      yes_bid: d,
      yes_ask: d,
      no_bid: d,
      no_ask: d,
      price: d,
      volume: d,
      open_interest: d,
      last_trade_time: zOptionalTime,
    }),
  }),

  displayDepth: operation({
    ...display,
    id: 'broker.events.market-depth',
    name: 'Event Market Depth',
    path: '/market-data/event-contracts/markets/depths/list',
    request: z.object({ symbol: z.string().min(1), depth: z.string().optional() }),
    response: z.object({
      symbol: z.string(),
      instrument_id: z.string(),
      quote_time: zOptionalTime,
      yes_bids: z.array(zLevel),
      yes_asks: z.array(zLevel),
      no_bids: z.array(zLevel),
      no_asks: z.array(zLevel),
    }),
  }),

  displayBars: operation({
    ...display,
    id: 'broker.events.market-bars',
    name: 'Event Market Bars',
    path: '/market-data/event-contracts/markets/bars/list',
    request: zBars.extend({ symbols: z.string().min(1) }),
    response: zDisplayBars,
  }),

  displayBarsByEvent: operation({
    ...display,
    id: 'broker.events.market-bars-by-event',
    name: 'Event Market Bars By Event',
    path: '/market-data/event-contracts/markets/bars/list-by-event',
    request: zBars.extend({ event_symbol: z.string().min(1) }),
    response: zDisplayBars,
  }),

  eventLiveData: operation({
    ...display,
    id: 'broker.events.live-data',
    name: 'Event Live Data',
    path: '/market-data/event-contracts/live-data/get',
    request: z.object({ milestone_id: z.string().min(1) }),
    response: z.object({
      type: z.string(),
      milestone_id: z.string(),
      status: zOpenEnum(W_MILESTONE_STATUSES),
      winner: zOptionalText,
      // The provider spells it `occurence_ts`.
      last_play: z.object({ description: z.string(), occurence_ts: zWireTime }).nullish(),
      last_updated_ts: zOptionalTime,
      details: z.record(z.string(), z.unknown()),
    }),
  }),

  eventGameStats: operation({
    ...display,
    id: 'broker.events.game-stats',
    name: 'Event Game Stats',
    path: '/market-data/event-contracts/game-stats/get',
    request: z.object({ milestone_id: z.string().min(1) }),
    response: z.object({
      milestone_id: z.string(),
      periods: z.array(
        z.object({
          period_number: z.number().int(),
          period_type: z.string(),
          events: z.array(
            z.object({
              description: z.string(),
              occurence_ts: zWireTime,
              team: z.string(),
              points: z.number(),
              away_points: z.number(),
              home_points: z.number(),
            }),
          ),
        }),
      ),
    }),
  }),
} as const
