import type { Tool } from '../tool.js'
import { ACCOUNT_TOOLS } from './accounts.js'
import { INSTRUCTION_TOOLS } from './instructions.js'
import { MARKET_TOOLS } from './market.js'
import { ORDER_TOOLS } from './orders.js'
import { BRACKET_TOOLS } from './place-bracket.js'
import { OPTION_PLACE_TOOLS } from './place-option.js'
import { OTHER_PLACE_TOOLS } from './place-others.js'
import { STOCK_PLACE_TOOLS } from './place-stock.js'
import { POLICY_TOOLS } from './policy.js'
import { PREVIEW_TOOLS } from './preview.js'
import { RECORD_TOOLS } from './records.js'
import { REFERENCE_DATA_READS } from './reference-data.js'
import { CHANGE_TOOLS } from './replace-cancel.js'

/**
 * Every tool that an assistant can call, in listing order. Nothing outside this list can be called.
 */
export const TOOLS: readonly Tool[] = [
  ...ACCOUNT_TOOLS,
  ...ORDER_TOOLS,
  ...RECORD_TOOLS,
  ...MARKET_TOOLS,
  ...REFERENCE_DATA_READS,
  ...PREVIEW_TOOLS,
  ...STOCK_PLACE_TOOLS,
  ...OPTION_PLACE_TOOLS,
  ...BRACKET_TOOLS,
  ...OTHER_PLACE_TOOLS,
  ...CHANGE_TOOLS,
  ...INSTRUCTION_TOOLS,
  ...POLICY_TOOLS,
]
