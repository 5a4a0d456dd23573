import { z } from 'zod'
import { W_EVENT_TIMESPANS } from '../../enums.js'
import {
  zBareOrWrapped,
  zNumberOrNone,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zWireTime,
} from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'
import { zLevel, zWireBar } from '../market-data/stock-data.js'

const data = {
  family: 'market-data',
  method: 'GET',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  rate: LIMITS.marketData,
  encoding: 'query',
} as const
const zCategory = z.literal('US_EVENT').optional()
const boolText = z.enum(['true', 'false'])
const d = zOptionalDecimal

/** MARKET-5. Prices are dollars per contract; a side without orders has no price. */
export const zEventSnapshot = z.object({
  instrument_id: zOptionalText,
  symbol: z.string(),
  name: zOptionalText,
  price: d,
  volume: d,
  last_trade_time: zOptionalTime,
  open_interest: d,
  yes_bid: d,
  yes_bid_size: d,
  yes_ask: d,
  yes_ask_size: d,
  no_bid: d,
  no_bid_size: d,
  no_ask: d,
  no_ask_size: d,
})

/** A yes bid at X is a no ask at 1 - X. */
export const zEventDepth = z.object({
  instrument_id: zOptionalText,
  symbol: z.string(),
  quote_time: zOptionalTime,
  yes_bids: z.array(zLevel),
  yes_asks: z.array(zLevel),
  no_bids: z.array(zLevel),
  no_asks: z.array(zLevel),
})

/** `side` is the side that the taker bought: yes or no. */
export const zEventTick = z.object({
  time: zWireTime,
  yes_price: zNumberOrNone,
  no_price: zNumberOrNone,
  volume: zNumberOrNone,
  side: zOptionalText,
  trade_id: zOptionalText,
})

/** Market data of event contracts. */
export const EVENT_DATA_OPERATIONS = {
  eventSnapshots: operation({
    ...data,
    id: 'market.events.snapshots',
    name: 'Event Snapshot',
    path: '/market-data/event-contracts/snapshots/list',
    request: z.object({ symbols: z.string().min(1), category: zCategory }),
    response: z.array(zEventSnapshot),
  }),

  eventDepth: operation({
    ...data,
    id: 'market.events.depth',
    name: 'Event Depth',
    path: '/market-data/event-contracts/depths/list',
    request: z.object({
      symbol: z.string().min(1),
      category: zCategory,
      depth: z.string().optional(),
    }),
    response: zEventDepth,
  }),

  eventBars: operation({
    ...data,
    id: 'market.events.bars',
    name: 'Event Bars',
    path: '/market-data/event-contracts/bars/list',
    request: z.object({
      symbols: z.string().min(1),
      category: zCategory,
      timespan: z.enum(W_EVENT_TIMESPANS),
      count: z.string().optional(),
      real_time_required: boolText.optional(),
    }),
    response: zBareOrWrapped(
      z.object({ symbol: z.string(), instrument_id: zOptionalText, result: z.array(zWireBar) }),
    ),
  }),

  eventTicks: operation({
    ...data,
    id: 'market.events.ticks',
    name: 'Event Tick',
    path: '/market-data/event-contracts/ticks/list',
    request: z.object({
      symbol: z.string().min(1),
      category: zCategory,
      count: z.string().optional(),
    }),
    response: z.object({
      symbol: z.string(),
      instrument_id: zOptionalText,
      result: z.array(zEventTick),
    }),
  }),
} as const
