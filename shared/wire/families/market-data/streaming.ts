import { z } from 'zod'
import { W_CATEGORIES, W_SUB_TYPES } from '../../enums.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const streaming = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'session',
  paging: 'none',
  rate: LIMITS.marketData,
  encoding: 'json',
} as const

/** HTTP 200 with an empty body. */
export const zNothing = z.unknown()

/** The subscriptions of the market stream (MARKET-10). */
export const STREAMING_OPERATIONS = {
  /** MARKET-10. The session must be connected over MQTT first. */
  subscribeMarketData: operation({
    ...streaming,
    id: 'market.streaming.subscribe',
    name: 'Streaming Subscribe',
    method: 'POST',
    path: '/market-data/streaming/subscribe',
    request: z.object({
      session_id: z.string().min(1),
      symbols: z.array(z.string().min(1)).min(1),
      category: z.enum(W_CATEGORIES),
      sub_types: z.array(z.enum(W_SUB_TYPES)).min(1),
      grab: z.enum(['true', 'false']).optional(),
      depth: z.string().optional(),
      overnight_required: z.boolean().optional(),
    }),
    response: zNothing,
  }),

  unsubscribeMarketData: operation({
    ...streaming,
    id: 'market.streaming.unsubscribe',
    name: 'Streaming Unsubscribe',
    method: 'POST',
    path: '/market-data/streaming/unsubscribe',
    request: z.object({
      session_id: z.string().min(1),
      symbols: z.array(z.string()).optional(),
      category: z.enum(W_CATEGORIES).optional(),
      sub_types: z.array(z.enum(W_SUB_TYPES)).optional(),
      unsubscribe_all: z.boolean().optional(),
    }),
    response: zNothing,
  }),
} as const
