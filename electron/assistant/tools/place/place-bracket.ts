import { z } from 'zod'
import { err, ok } from '../../../../shared/domain/result.js'
import { exitsOf } from '../../../../shared/domain/orders/exits.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import type { Refusal } from '../../../../shared/domain/instructions/refusal.js'
import { message } from '../../../../shared/messages/make-message.js'
import {
  INSTRUCTION_FIELDS,
  zAccountId,
  zExpiration,
  zLimitPrice,
  zNumber,
  zQuantity,
  zRight,
  zSession,
  zSide,
  zStockTime,
  zStockType,
  zStopPrice,
  zStrike,
  zSymbol,
  zOptionType,
} from '../../format/input-fields.js'
import { invalid, price, toDraft, type Drafted } from '../../format/order-drafts.js'
import { tool, type Tool } from '../../tool.js'
import { zInstructionSummary } from '../../views/instruction.js'
import { instructOne, PENDING_NOTE } from '../instruct.js'
import { toOptionDraft } from './place-option.js'

const CLASSES = {
  EQUITY: 'stock',
  OPTION: 'option',
  FUTURES: 'futures',
  CRYPTO: 'crypto',
  EVENT: 'event',
} as const

const zBracket = z.strictObject({
  account_id: zAccountId,
  instrument_type: z
    .enum(['EQUITY', 'OPTION', 'FUTURES', 'CRYPTO', 'EVENT'])
    .default('EQUITY')
    .describe('Others than EQUITY and OPTION are refused.'),
  symbol: zSymbol.describe('Of an option the underlying.'),
  side: zSide,
  order_type: zStockType.exclude(['TRAILING_STOP_LOSS']),
  time_in_force: zStockTime.default('DAY'),
  quantity: zQuantity,
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
  take_profit_price: zNumber.describe('Limit price, as text.').optional(),
  stop_loss_price: zNumber.describe('Stop price, as text.').optional(),
  option_type: zRight.optional(),
  strike_price: zStrike.optional(),
  expiration_date: zExpiration.optional(),
  ...INSTRUCTION_FIELDS,
})
type Bracket = z.output<typeof zBracket>

/** Converts the entry to a draft of its product. */
function toEntry(input: Bracket): Drafted<OrderDraft> {
  const { account_id, symbol, side, order_type, time_in_force, quantity } = input
  const prices = {
    ...(input.limit_price === undefined ? {} : { limit_price: input.limit_price }),
    ...(input.stop_price === undefined ? {} : { stop_price: input.stop_price }),
  }
  const order = { account_id, symbol, side, order_type, time_in_force, quantity, ...prices }
  const { option_type, strike_price, expiration_date } = input
  if (input.instrument_type !== 'OPTION') {
    const stray = Object.entries({ option_type, strike_price, expiration_date }).find(
      ([, value]) => value !== undefined,
    )
    return stray === undefined
      ? toDraft(CLASSES[input.instrument_type], order)
      : invalid(`${stray[0]} belongs to instrument_type OPTION.`, stray[0], stray[1], 'not-used')
  }
  if (option_type === undefined || strike_price === undefined || expiration_date === undefined) {
    return invalid(
      'An option needs option_type, strike_price and expiration_date.',
      'option_type',
      null,
      'missing',
    )
  }
  const optionType = zOptionType.safeParse(order_type)
  if (!optionType.success) {
    return invalid(`Options have no ${order_type} orders.`, 'order_type', order_type, 'not-offered')
  }
  if (side === 'SHORT') {
    return invalid('An option is bought or sold.', 'side', side, 'not-offered')
  }
  return toOptionDraft({
    ...order,
    side,
    order_type: optionType.data,
    option_type,
    strike_price,
    expiration_date,
  })
}

/** Our own tool: an entry with its exits as one card, sent by the broker's linked orders. */
export const placeBracketInstruction = tool({
  name: 'place_bracket_instruction',
  toolset: 'trading',
  title: 'Ask for a protected entry',
  effect: 'instruct',
  description: `Requests an entry with its take profit, stop loss, or both, as one card: they work once it fills, and the fill of one cancels the other. ${PENDING_NOTE}`,
  input: zBracket,
  output: zInstructionSummary,
  async run(input, call) {
    const { instrument_type } = input
    if (instrument_type !== 'EQUITY' && instrument_type !== 'OPTION') {
      return err({
        code: 'invalid',
        message: message('refusals.exitsNotOffered', {
          product: CLASSES[instrument_type],
        }),
        argument: { name: 'instrument_type', value: instrument_type, rule: 'product-not-offered' },
      })
    }
    const prices = {
      takeProfit: price(input.take_profit_price),
      stopLoss: price(input.stop_loss_price),
    }
    if (prices.takeProfit === null && prices.stopLoss === null) {
      return invalid(
        'take_profit_price, stop_loss_price or both are needed.',
        'stop_loss_price',
        null,
        'missing',
      )
    }
    const entry = toEntry(input)
    return instructOne(
      call,
      {
        instruction_key: input.instruction_key ?? input.client_order_id,
        reason: input.reason,
      },
      entry.ok
        ? ok({ kind: 'place', drafts: [entry.value], exits: exitsOf(entry.value, prices) })
        : entry,
    )
  },
})

const zLinkedOrder = z.strictObject({
  side: zSide,
  order_type: zStockType.exclude(['TRAILING_STOP_LOSS']),
  time_in_force: zStockTime.default('DAY'),
  quantity: zQuantity,
  limit_price: zLimitPrice.optional(),
  stop_price: zStopPrice.optional(),
  trading_session: zSession,
})
const zLinked = z.strictObject({
  account_id: zAccountId,
  instrument_type: z
    .enum(['EQUITY', 'OPTION', 'FUTURES', 'CRYPTO', 'EVENT'])
    .default('EQUITY')
    .describe('Others than EQUITY are refused.'),
  symbol: zSymbol.describe('Of all the orders.'),
  combo_type: z
    .enum(['OTO', 'OCO', 'OTOCO'])
    .describe(
      'OTO: the first order starts the others when it fills. OCO: a fill of one cancels the others. OTOCO: the first starts the others, of which one fill cancels the rest.',
    ),
  orders: z.array(zLinkedOrder).min(2).max(7).describe('OTO and OTOCO: the first order first.'),
  ...INSTRUCTION_FIELDS,
})

const ROLES = { OTO: 'oto', OCO: 'oco', OTOCO: 'otoco' } as const

/** Converts the orders to the first one and those that are linked to it. */
function toLinked({
  account_id,
  symbol,
  combo_type,
  orders,
}: z.output<typeof zLinked>): Drafted<InstructionRequest['action']> {
  const drafts: OrderDraft[] = []
  for (const order of orders) {
    const draft = toDraft('stock', { account_id, symbol, ...order })
    if (!draft.ok) return draft
    drafts.push(draft.value)
  }
  const [first, ...others] = drafts
  const role = ROLES[combo_type]
  return ok({
    kind: 'place',
    drafts: first === undefined ? [] : [first],
    linked: others.map((draft) => ({ role, draft })),
  })
}

/** Our own tool: orders of which one starts or cancels others, as one card. */
export const placeLinkedInstruction = tool({
  name: 'place_linked_instruction',
  toolset: 'trading',
  title: 'Ask for linked orders',
  effect: 'instruct',
  description: `Requests linked orders of one stock as one card: an order that starts others, or orders of which one fill cancels the others. For an entry with its exits use place_bracket_instruction. ${PENDING_NOTE}`,
  input: zLinked,
  output: zInstructionSummary,
  async run(input, call) {
    const { instrument_type } = input
    const action =
      instrument_type === 'EQUITY'
        ? toLinked(input)
        : err<Refusal>({
            code: 'invalid',
            message: message('refusals.linkedNotOffered', { product: CLASSES[instrument_type] }),
            argument: {
              name: 'instrument_type',
              value: instrument_type,
              rule: 'product-not-offered',
            },
          })
    return instructOne(
      call,
      {
        instruction_key: input.instruction_key ?? input.client_order_id,
        reason: input.reason,
      },
      action,
    )
  },
})

/** The tools for requests of an entry with its exits and of linked orders, in listing order. */
export const BRACKET_TOOLS: readonly Tool[] = [placeBracketInstruction, placeLinkedInstruction]
