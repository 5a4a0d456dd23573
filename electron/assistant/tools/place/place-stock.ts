import { z } from 'zod'
import {
  INSTRUCTION_FIELDS,
  zAccountId,
  zAmount,
  zDay,
  zEntrust,
  zLimitPrice,
  zMarket,
  zQuantity,
  zSession,
  zSide,
  zStockTime,
  zStockType,
  zStopPrice,
  zSymbol,
  zTrailing,
  zTrailStep,
} from '../../format/input-fields.js'
import { ok } from '../../../../shared/domain/result.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import { toDraft } from '../../format/order-drafts.js'
import { tool, type Tool } from '../../tool.js'
import { zInstructionSummary } from '../../views/instruction.js'
import { instruct, instructPlace, PENDING_NOTE } from '../instruct.js'

/** The parameters of a stock order, without the account (MCP-2, place_stock_order). */
const STOCK = {
  symbol: zSymbol,
  side: zSide,
  order_type: zStockType,
  time_in_force: zStockTime.default('DAY'),
  quantity: zQuantity.optional(),
  market: zMarket,
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
  entrust_type: zEntrust,
  total_cash_amount: zAmount.optional(),
  trading_session: zSession,
  extended_hours: z.boolean().default(false).describe('True is the same as trading_session ALL.'),
  trailing_type: zTrailing.optional(),
  trailing_stop_step: zTrailStep.optional(),
} as const

export const placeStockInstruction = tool({
  name: 'place_stock_instruction',
  toolset: 'trading',
  title: 'Ask for a stock order',
  effect: 'instruct',
  description: `Requests an order of a US stock or ETF. ${PENDING_NOTE}`,
  input: z.strictObject({
    account_id: zAccountId,
    ...STOCK,
    expire_date: zDay('For GTD, which stocks do not have.').optional(),
    ...INSTRUCTION_FIELDS,
  }),
  output: zInstructionSummary,
  run: (input, call) => instructPlace(call, input, toDraft('stock', input)),
})

const MAX_ORDERS = 20

/**
 * Our own tool: several independent orders on one card, each with its own check box (CONFIRM-29).
 */
export const placeStockBatchInstruction = tool({
  name: 'place_stock_batch_instruction',
  toolset: 'trading',
  title: 'Ask for several stock orders',
  effect: 'instruct',
  description: `Requests several independent stock orders of one account at once; a person may approve some and decline others. ${PENDING_NOTE}`,
  input: z.strictObject({
    account_id: zAccountId,
    orders: z.array(z.strictObject(STOCK)).min(2).max(MAX_ORDERS),
    instruction_key: INSTRUCTION_FIELDS.instruction_key,
    reason: INSTRUCTION_FIELDS.reason,
  }),
  output: z.object({ instructions: z.array(zInstructionSummary) }),
  async run(input, call) {
    const drafts: OrderDraft[] = []
    for (const order of input.orders) {
      const draft = toDraft('stock', { account_id: input.account_id, ...order })
      if (!draft.ok) return draft
      drafts.push(draft.value)
    }
    const made = await instruct(call, input, ok({ kind: 'place', drafts }))
    return made.ok ? ok({ instructions: [...made.value] }) : made
  },
})

/** The tools for requests to place stock orders, in listing order. */
export const STOCK_PLACE_TOOLS: readonly Tool[] = [
  placeStockInstruction,
  placeStockBatchInstruction,
]
