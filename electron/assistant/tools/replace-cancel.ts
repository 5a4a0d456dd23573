import { z } from 'zod'
import { accountId, clientOrderId } from '../../../shared/domain/ids.js'
import type { MemberChange } from '../../../shared/domain/orders/order.js'
import { ok } from '../../../shared/domain/result.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { InstructionRequest } from '../../../shared/domain/instructions/instruction-request.js'
import { invalid, toChange, type Drafted, type WireChange } from '../format/order-drafts.js'
import {
  CHANGE_FIELDS,
  zClientOrderId,
  zClock,
  zDay,
  zFuturesType,
  zLimitPrice,
  zNumber,
  zPercent,
  zQuantity,
  zStockTime,
  zStockType,
  zStopPrice,
  zTrailing,
  zTrailStep,
} from '../format/input-fields.js'
import { tool, type Tool } from '../tool.js'
import { zInstructionSummary } from '../views/instruction.js'
import { instructOne } from './instruct.js'
import { inEnglish } from '../../../shared/messages/format-message.js'

const PENDING_NOTE =
  'Nothing changes until a person approves it in Countersign; the answer is a PENDING instruction. Members that are absent stay as they are.'

/**
 * Makes the tool that requests a change of a working order. Products differ only in what may change
 * (MCP-2, replace tools).
 */
const replace = (
  product: 'option' | 'futures' | 'event',
  title: string,
  members: z.ZodRawShape,
): Tool =>
  tool({
    name: ASSUMPTIONS.assistantTools.replace(product),
    toolset: 'trading',
    title,
    effect: 'instruct',
    description: `Requests to change a working ${product} order. ${PENDING_NOTE}`,
    input: z.strictObject({ ...CHANGE_FIELDS, ...members }),
    output: zInstructionSummary,
    run(input, call) {
      const { account_id, client_order_id, instruction_key, reason, ...wire } = input
      const change = toChange(wire as WireChange)
      return instructOne(
        call,
        { instruction_key, reason },
        change.ok
          ? ok({
              kind: 'replace',
              accountId: accountId(account_id),
              clientOrderId: clientOrderId(client_order_id),
              change: change.value,
            })
          : change,
      )
    },
  })

const QUANTITY = { quantity: zQuantity.optional() }
const LIMIT = { limit_price: zLimitPrice.optional() }
const STOCK = {
  ...QUANTITY,
  ...LIMIT,
  stop_price: zStopPrice.optional(),
  time_in_force: zStockTime.optional(),
  order_type: zStockType.optional(),
  trailing_type: zTrailing.optional(),
  trailing_stop_step: zTrailStep.optional(),
}
/**
 * The same parameters without descriptions, which are already given once and would lengthen what
 * every assistant reads.
 */
const MEMBER_FIELDS = {
  quantity: zNumber.optional(),
  limit_price: zNumber.optional(),
  stop_price: zNumber.optional(),
  time_in_force: zStockTime.extract(['DAY', 'GTC']).optional(),
  order_type: zStockType.exclude([]).optional(),
  trailing_type: zTrailing.exclude([]).optional(),
  trailing_stop_step: zNumber.optional(),
}
/** The most orders of one combination (TRADING-4.3). */
const MAX_ORDERS = 7
type OrderReplacement = Extract<InstructionRequest['action'], { readonly kind: 'replace' }>

/**
 * Converts a change of one order, or of several of a combination: given at the top level or in
 * `orders`, never both.
 */
function stockChange(
  account: string,
  id: string | undefined,
  top: WireChange,
  orders: readonly (WireChange & { readonly client_order_id: string })[] | undefined,
): Drafted<OrderReplacement> {
  const [accountIdOf, changesTop] = [
    accountId(account),
    Object.values(top).some((value) => value !== undefined),
  ]
  if (orders === undefined) {
    if (id === undefined) {
      return invalid('client_order_id is needed; or orders, for several orders of one combination.')
    }
    const change = toChange(top)
    return change.ok
      ? ok({
          kind: 'replace',
          accountId: accountIdOf,
          clientOrderId: clientOrderId(id),
          change: change.value,
        })
      : change
  }
  if (id !== undefined || changesTop) {
    return invalid(
      'With orders every order is named there with what changes in it, and nothing beside it.',
    )
  }
  const members: MemberChange[] = []
  for (const { client_order_id: name, ...wire } of orders) {
    const change = toChange(wire)
    if (!change.ok) return invalid(`${name}: ${inEnglish(change.error.message)}`)
    members.push({ clientOrderId: clientOrderId(name), change: change.value })
  }
  const [first, ...furtherChanges] = members
  return first === undefined
    ? invalid('Nothing would change.')
    : ok({
        kind: 'replace',
        accountId: accountIdOf,
        ...first,
        ...(furtherChanges.length === 0 ? {} : { others: furtherChanges }),
      })
}

export const replaceStockInstruction = tool({
  name: ASSUMPTIONS.assistantTools.replace('stock'),
  toolset: 'trading',
  title: 'Ask to change a stock order',
  effect: 'instruct',
  description: `Requests to change a working stock order. ${PENDING_NOTE}`,
  input: z.strictObject({
    ...CHANGE_FIELDS,
    client_order_id: zClientOrderId.optional(),
    ...STOCK,
    target_vol_percent: zPercent.optional(),
    max_target_percent: zPercent.optional(),
    algo_start_time: zClock('HH:mm:ss in New York.').optional(),
    algo_end_time: zClock('HH:mm:ss in New York.').optional(),
    expire_date: zDay('Never changes: refused.').optional(),
    orders: z
      .array(z.strictObject({ client_order_id: zClientOrderId, ...MEMBER_FIELDS }))
      .min(1)
      .max(MAX_ORDERS)
      .optional()
      .describe(
        'In place of client_order_id: orders of one combination, which change all or none.',
      ),
  }),
  output: zInstructionSummary,
  run(
    { account_id, client_order_id, instruction_key, reason, expire_date, orders, ...wire },
    call,
  ) {
    const context = { instruction_key, reason }
    // TRADING-4.5: Replace has no such member, although the tool has the parameter.
    if (expire_date !== undefined) {
      return instructOne(
        call,
        context,
        invalid(
          'expire_date cannot be changed: the brokerage’s Replace has no such member. Ask to cancel the order and to place another.',
        ),
      )
    }
    return instructOne(call, context, stockChange(account_id, client_order_id, wire, orders))
  },
})
export const replaceOptionInstruction = replace('option', 'Ask to change an option order', {
  ...LIMIT,
  stop_price: zStopPrice.optional(),
  ...QUANTITY,
  time_in_force: zStockTime.optional(),
})
export const replaceFuturesInstruction = replace('futures', 'Ask to change a futures order', {
  ...QUANTITY,
  ...LIMIT,
  order_type: zFuturesType.optional(),
})
export const replaceEventInstruction = replace('event', 'Ask to change an event contract order', {
  ...QUANTITY,
  ...LIMIT,
})

export const cancelInstruction = tool({
  name: ASSUMPTIONS.assistantTools.cancel,
  toolset: 'trading',
  title: 'Ask to cancel an order',
  effect: 'instruct',
  description:
    'Requests to cancel a working order. Nothing is canceled until a person approves it in Countersign; the answer is a PENDING instruction. To withdraw a request of your own, use revoke_instruction.',
  input: z.strictObject(CHANGE_FIELDS),
  output: zInstructionSummary,
  run: (input, call) =>
    instructOne(
      call,
      input,
      ok({
        kind: 'cancel',
        accountId: accountId(input.account_id),
        clientOrderId: clientOrderId(input.client_order_id),
      }),
    ),
})

/** The tools for requests to replace and cancel orders, in listing order. */
export const CHANGE_TOOLS: readonly Tool[] = [
  replaceStockInstruction,
  replaceOptionInstruction,
  replaceFuturesInstruction,
  replaceEventInstruction,
  cancelInstruction,
]
