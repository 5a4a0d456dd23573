import { z } from 'zod'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import { ok } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import { toChange, type WireChange } from '../drafts.js'
import { CHANGING, zFuturesType, zLimitPrice, zQuantity, zStockTime, zStockType, zStopPrice, zTrailing, zTrailStep } from '../fields.js'
import { tool, type Tool } from '../tool.js'
import { zAskedView } from '../views/instruction.js'
import { instructOne } from './ask.js'

const WAITS = 'Nothing changes until a person countersigns it in Countersign; the answer is a PENDING instruction. Members that are absent stay as they are.'

/** Asks for a change of a working order. Products differ only in what may change (contract/mcp.md 2, replace tools). */
const replace = (product: 'stock' | 'option' | 'futures' | 'event', title: string, members: z.ZodRawShape): Tool => tool({
  name: ASSUMPTIONS.assistantTools.replace(product), title, effect: 'instruct',
  description: `Asks to change a working ${product} order. ${WAITS}`, input: z.strictObject({ ...CHANGING, ...members }), output: zAskedView,
  run(input, call) {
    const { account_id, client_order_id, instruction_key, reason, ...wire } = input
    const change = toChange(wire as WireChange)
    return instructOne(call, { instruction_key, reason }, change.ok ? ok({ kind: 'replace', accountId: accountId(account_id), clientOrderId: clientOrderId(client_order_id), change: change.value }) : change)
  },
})

const QUANTITY = { quantity: zQuantity.optional() }
const LIMIT = { limit_price: zLimitPrice.optional() }
export const replaceStockInstruction = replace('stock', 'Ask to change a stock order', {
  ...QUANTITY, ...LIMIT, stop_price: zStopPrice.optional(), time_in_force: zStockTime.optional(), order_type: zStockType.optional(), trailing_type: zTrailing.optional(), trailing_stop_step: zTrailStep.optional(),
})
export const replaceOptionInstruction = replace('option', 'Ask to change an option order', { ...LIMIT, stop_price: zStopPrice.optional(), ...QUANTITY, time_in_force: zStockTime.optional() })
export const replaceFuturesInstruction = replace('futures', 'Ask to change a futures order', { ...QUANTITY, ...LIMIT, order_type: zFuturesType.optional() })
export const replaceEventInstruction = replace('event', 'Ask to change an event contract order', { ...QUANTITY, ...LIMIT })

export const cancelInstruction = tool({
  name: ASSUMPTIONS.assistantTools.cancel, title: 'Ask to cancel an order', effect: 'instruct',
  description: 'Asks to cancel a working order. Nothing is cancelled until a person countersigns it in Countersign; the answer is a PENDING instruction. To withdraw something that you asked for yourself, use revoke_instruction.',
  input: z.strictObject(CHANGING), output: zAskedView,
  run: (input, call) => instructOne(call, input, ok({ kind: 'cancel', accountId: accountId(input.account_id), clientOrderId: clientOrderId(input.client_order_id) })),
})
