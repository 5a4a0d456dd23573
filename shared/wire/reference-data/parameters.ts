import { z } from 'zod'
import { W_INSTRUMENT_STATUSES, W_STOCK_CATEGORIES } from '../enums.js'
import { W_SCREENER_SORTS } from '../families/market-data/screeners.js'
import { W_IMBALANCE_ACTIONS } from '../families/market-data/stock-extras.js'
import { zSessionList } from '../trading-sessions.js'
import type { ReferenceDataTool } from './reference-data-tool.js'

export const word = (about: string, longest = 48) =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w.:/-]{1,${longest}}$`),
      `letters, digits and . : / - _, at most ${longest}`,
    )
    .describe(about)
export const symbol = (like: string) => word(`For example ${like}.`)
export const symbols = (like: string) =>
  z
    .string()
    .max(1_000)
    .regex(/^[\w.:/-]+(\s*,\s*[\w.:/-]+)*$/, 'symbols separated by commas')
    .describe(`Separated by commas, for example ${like}.`)
export const fixed = (category: string) => z.literal(category).default(category)
export const stock = z.enum(W_STOCK_CATEGORIES).default('US_STOCK')
export const fund = z.enum(W_STOCK_CATEGORIES).default('US_ETF')
export const count = (initial: number, max = 200) =>
  z.int().min(1).max(max).default(initial).describe('At most so many.')
export const sessions = zSessionList.describe('PRE, RTH, ATH, OVN; separated by commas.').optional()
export const running = z.boolean().default(false).describe('With the unfinished one.')
export const page = z
  .string()
  .min(1)
  .max(400)
  .describe('The pagination_key of the answer before.')
  .optional()
export const direction = z.enum(['ASC', 'DESC']).optional()
export const sorted = z.enum(W_SCREENER_SORTS).optional()
export const usStock = z.literal('US_STOCK').default('US_STOCK')
export const status = z
  .enum(W_INSTRUMENT_STATUSES)
  .describe('OC: open, CO: close only, NT: not tradable.')
  .optional()
export const report = z.enum(['ANNUAL', 'QUARTERLY']).default('ANNUAL')
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'yyyy-MM-dd')
  .describe('yyyy-MM-dd')
export const imbalance = z
  .enum(W_IMBALANCE_ACTIONS)
  .default('PRE_OPEN')
  .describe('The opening or the closing auction.')

export const OF_STOCK = { symbol: symbol('AAPL'), category: stock }
export const OF_FUND = { symbol: symbol('SPY'), category: fund }
export const REPORTS = { ...OF_STOCK, type: report, count: count(4, 20) }
export const LISTED = { scope: 'instrument:read' } as const
/**
 * Declares a tool with pages. Its parameter names the last row, as version 2 of the wire does;
 * version 3 takes a `pagination_key` (MCP-2, last line).
 */
export const paged = (
  last: string,
  wire: Readonly<Record<string, string>> = {},
): Pick<ReferenceDataTool, 'scope' | 'wire'> => ({
  ...LISTED,
  wire: { [last]: 'pagination_key', ...wire },
})
