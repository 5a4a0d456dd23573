import type { Tool } from '../tool.js'
import { ACCOUNT_TOOLS } from './accounts.js'
import { CLOCK_TOOLS } from './clock.js'
import { finderTools } from './find-tools.js'
import { INSTRUCTION_TOOLS } from './instructions.js'
import { JOB_TOOLS } from './jobs.js'
import { MARKET_TOOLS } from './market.js'
import { NEWS_TOOLS } from './news.js'
import { OPTION_CHAIN_TOOLS } from './option-chain.js'
import { ORDER_TOOLS } from './orders.js'
import { BRACKET_TOOLS } from './place/place-bracket.js'
import { OPTION_PLACE_TOOLS } from './place/place-option.js'
import { OTHER_PLACE_TOOLS } from './place/place-others.js'
import { STOCK_PLACE_TOOLS } from './place/place-stock.js'
import { POLICY_TOOLS } from './policy.js'
import { PREVIEW_TOOLS } from './preview.js'
import { RECORD_TOOLS } from './records.js'
import { REFERENCE_DATA_READS } from './reference-data.js'
import { WATCHLIST_TOOLS } from './watchlists.js'
import { WINDOW_TOOLS } from './window.js'
import { whenThenTools } from './when-then.js'
import { CHANGE_TOOLS } from './replace-cancel.js'

/** The tools that do something now, in listing order. */
const DIRECT_TOOLS: readonly Tool[] = [
  ...ACCOUNT_TOOLS,
  ...ORDER_TOOLS,
  ...RECORD_TOOLS,
  ...CLOCK_TOOLS,
  ...OPTION_CHAIN_TOOLS,
  ...MARKET_TOOLS,
  ...NEWS_TOOLS,
  ...REFERENCE_DATA_READS,
  ...PREVIEW_TOOLS,
  ...STOCK_PLACE_TOOLS,
  ...OPTION_PLACE_TOOLS,
  ...BRACKET_TOOLS,
  ...OTHER_PLACE_TOOLS,
  ...JOB_TOOLS,
  ...CHANGE_TOOLS,
  ...INSTRUCTION_TOOLS,
  ...POLICY_TOOLS,
  ...WATCHLIST_TOOLS,
  ...WINDOW_TOOLS,
]

const OWN_TOOLS: readonly Tool[] = [...DIRECT_TOOLS, ...whenThenTools(DIRECT_TOOLS)]

/**
 * Every tool that an assistant can call, in listing order. Nothing outside this list can be called.
 */
export const TOOLS: readonly Tool[] = [...OWN_TOOLS, ...finderTools(OWN_TOOLS)]

/**
 * The tools that every assistant sees listed at first, where its toolsets allow them. The others
 * are found with `find_tools`: an assistant reads the whole list before its first answer, and
 * chooses worse from a long one.
 */
export const CORE_TOOLS: ReadonlySet<string> = new Set([
  'get_clock',
  'get_account_list',
  'get_account_balance',
  'get_account_positions',
  'get_open_orders',
  'get_order_detail',
  'search_instruments',
  'get_stock_snapshot',
  'get_stock_bars',
  'get_option_chain',
  'preview_stock_order',
  'place_stock_instruction',
  'place_option_single_instruction',
  'place_option_strategy_instruction',
  'place_bracket_instruction',
  'close_position_instruction',
  'protect_position_instruction',
  'replace_stock_instruction',
  'cancel_instruction',
  'get_pending_instruction',
  'wait_for_instruction',
  'revoke_instruction',
  'get_policy',
  'find_tools',
  'call_read_tool',
  'request_instruction',
])
