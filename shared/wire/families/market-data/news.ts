import { z } from 'zod'
import { zOptionalText } from '../../fields.js'
import { LIMITS } from '../../rate-limits.js'
import { operation } from '../../operation.js'

const data = {
  family: 'market-data',
  host: 'api',
  auth: 'signature+token',
  effect: 'read',
  paging: 'none',
  method: 'POST',
  encoding: 'json',
  rate: LIMITS.marketData,
} as const
const zGroup = z.object({
  category: z.enum(['US_STOCK', 'US_ETF']),
  symbols: z.array(z.string().min(1)).min(1),
})

/**
 * One event of the summary: conversation ids, Markdown text, or a table. Events of an unknown
 * `type` are skipped.
 */
export const zNewsEvent = z.object({
  type: z.string(),
  message: zOptionalText,
  args: z.object({ sessionId: zOptionalText, convId: zOptionalText }).nullish(),
  headers: z.array(z.object({ text: z.string() })).nullish(),
  rows: z.array(z.array(z.object({ text: z.string() }))).nullish(),
})

/** News summaries, and the profiles and logos to show with them. */
export const NEWS_OPERATIONS = {
  /** MARKET-8. Sent as Server-Sent Events; the response here is the list of their data. */
  newsSummary: operation({
    ...data,
    id: 'market.news.summary',
    name: 'News Summary',
    path: '/market-data/news/summaries/get',
    answer: 'events',
    request: z.object({
      category_symbols: z.array(zGroup).min(1),
      lang: z.literal('en').optional(),
    }),
    response: z.array(zNewsEvent),
  }),

  /** MARKET-9, last row: the body is a bare array. */
  displayProfiles: operation({
    ...data,
    id: 'market.display.profiles',
    name: 'Stock Profiles (display)',
    path: '/market-data/instruments/stocks/profiles/list',
    request: z.array(zGroup).min(1),
    response: z.array(
      z.object({
        name: zOptionalText,
        symbol: z.string(),
        category: zOptionalText,
        exchange_code: zOptionalText,
        currency: zOptionalText,
        subtype: zOptionalText,
        is_adr: z.boolean().nullish(),
      }),
    ),
  }),

  displayLogos: operation({
    ...data,
    id: 'market.display.logos',
    name: 'Batch Logos (display)',
    path: '/market-data/fundamentals/logos/list',
    request: z.array(zGroup).min(1),
    response: z.array(
      z.object({ symbol: z.string(), category: zOptionalText, logo_url: zOptionalText }),
    ),
  }),
} as const
