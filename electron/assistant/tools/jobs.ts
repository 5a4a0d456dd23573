import { z } from 'zod'
import { dec } from '../../../shared/domain/decimal.js'
import { accountId, symbol } from '../../../shared/domain/ids.js'
import { err, ok } from '../../../shared/domain/result.js'
import type { AsyncResult, Refusal } from '../../../shared/domain/instructions/refusal.js'
import { ASSUMPTIONS } from '../../../shared/wire/assumptions.js'
import type { AssistantJob, JobPlan } from '../../../shared/domain/instructions/assistant-job.js'
import {
  INSTRUCTION_FIELDS,
  zAccountId,
  zExpiration,
  zNumber,
  zQuantity,
  zSide,
  zStrike,
  zSymbol,
} from '../format/input-fields.js'
import { price, quantity } from '../format/order-drafts.js'
import { SIDES } from '../format/wire-enums.js'
import { tool, type Call, type Tool } from '../tool.js'
import { zInstructionSummary, type InstructionView } from '../views/instruction.js'
import { zWord } from '../views/view-fields.js'
import { instruct, instructOne, PENDING_NOTE } from './instruct.js'

const MAX_WEIGHTS = 20
const { instruction_key, reason } = INSTRUCTION_FIELDS
/** The position that a job is about. */
const POSITION = {
  account_id: zAccountId,
  position: zSymbol.describe('Symbol, option symbol, or position_id of what is held.'),
  quantity: zQuantity.describe('All of it where absent.').optional(),
}
const CONTEXT = { instruction_key, reason }
type Context = { readonly instruction_key?: string | undefined; readonly reason: string }

const positionOf = (input: {
  readonly account_id: string
  readonly position: string
  readonly quantity?: string | undefined
}) => ({
  accountId: accountId(input.account_id),
  name: input.position,
  quantity: quantity(input.quantity),
})

/** Plans a job and requests its one order. */
async function requestOne(
  call: Call,
  context: Context,
  job: AssistantJob,
): AsyncResult<InstructionView> {
  const plan = await call.port.plan(call.connection, job)
  return plan.ok ? instructOne(call, context, ok(plan.value.action)) : plan
}

/** Plans a job and requests its orders as one batch, on one card. */
async function requestAll(
  call: Call,
  context: Context,
  job: AssistantJob,
): AsyncResult<{ readonly plan: JobPlan; readonly instructions: InstructionView[] }> {
  const plan = await call.port.plan(call.connection, job)
  if (!plan.ok) return plan
  const made = await instruct(call, context, ok(plan.value.action))
  return made.ok ? ok({ plan: plan.value, instructions: [...made.value] }) : made
}

export const closePosition = tool({
  name: 'close_position_instruction',
  toolset: 'trading',
  title: 'Ask to close a position',
  effect: 'instruct',
  description: `Requests the order that closes a position of any product, or a part: at the market, or at limit_price. ${PENDING_NOTE}`,
  input: z.strictObject({
    ...POSITION,
    limit_price: zNumber.describe('Limit price, as text.').optional(),
    ...CONTEXT,
  }),
  output: zInstructionSummary,
  run: (input, call) =>
    requestOne(call, input, {
      kind: 'close',
      ...positionOf(input),
      limitPrice: price(input.limit_price),
    }),
})

export const protectPosition = tool({
  name: 'protect_position_instruction',
  toolset: 'trading',
  title: 'Ask to protect a position',
  effect: 'instruct',
  description: `Requests a stop, a target, or both for a stock or option that is held; with both, the fill of one cancels the other (OCO). ${PENDING_NOTE}`,
  input: z.strictObject({
    ...POSITION,
    stop_loss_price: zNumber.describe('Stop price, as text.').optional(),
    take_profit_price: zNumber.describe('Limit price, as text.').optional(),
    ...CONTEXT,
  }),
  output: zInstructionSummary,
  run: async (input, call) => {
    const created = await requestOne(call, input, {
      kind: 'protect',
      ...positionOf(input),
      stopPrice: price(input.stop_loss_price),
      targetPrice: price(input.take_profit_price),
    })
    return created.ok ? created : err(namingExits(created.error))
  },
})

/** Names the arguments of the exits in a refusal of the order that one of them becomes. */
function namingExits(refusal: Refusal): Refusal {
  const { detail } = refusal
  if (detail === undefined) return refusal
  const field =
    detail.field === 'stopPrice'
      ? 'stopLoss'
      : detail.field === 'limitPrice'
        ? 'takeProfit'
        : detail.field
  return { ...refusal, detail: { ...detail, field } }
}

export const rollOption = tool({
  name: 'roll_option_instruction',
  toolset: 'trading',
  title: 'Ask to roll an option',
  effect: 'instruct',
  description: `Requests one order that closes a held option and opens the same kind at another expiration or strike, at one net price: by default the next expiration, the same strike, the present price. ${PENDING_NOTE}`,
  input: z.strictObject({
    ...POSITION,
    expiration_date: zExpiration.optional(),
    strike_price: zStrike.optional(),
    limit_price: zNumber.describe('Net price per share, as text.').optional(),
    ...CONTEXT,
  }),
  output: zInstructionSummary,
  run: (input, call) =>
    requestOne(call, input, {
      kind: 'roll',
      ...positionOf(input),
      expiration: input.expiration_date ?? null,
      strike: price(input.strike_price),
      limitPrice: price(input.limit_price),
    }),
})

export const cancelAll = tool({
  name: ASSUMPTIONS.assistantTools.cancel.replace('cancel_', 'cancel_all_'),
  toolset: 'trading',
  title: 'Ask to cancel all orders',
  effect: 'instruct',
  description:
    'Requests to cancel every working order of an account, or those of one symbol or side, on one card. Nothing is canceled until a person approves it in Countersign.',
  input: z.strictObject({
    account_id: zAccountId,
    symbol: zSymbol.optional(),
    side: zSide.optional(),
    ...CONTEXT,
  }),
  output: z.object({
    instructions: z.array(zInstructionSummary),
    left: z.int().describe('Working orders beyond one request; call again for them.'),
  }),
  async run(input, call) {
    const created = await requestAll(call, input, {
      kind: 'cancel-all',
      accountId: accountId(input.account_id),
      symbol: input.symbol === undefined ? null : symbol(input.symbol),
      side: input.side === undefined ? null : SIDES[input.side],
    })
    return created.ok
      ? ok({ instructions: created.value.instructions, left: created.value.plan.left })
      : created
  },
})

const zPlanRow = z.object({
  symbol: zWord,
  price: zWord,
  quantity_before: zWord,
  quantity_after: zWord,
  weight_before: zWord,
  weight_after: zWord,
})

export const rebalance = tool({
  name: 'rebalance_instruction',
  toolset: 'trading',
  title: 'Ask to rebalance',
  effect: 'instruct',
  description: `Requests the limit orders that bring stocks to parts of the account’s equity, sales first, on one card; answers before and after. What is not named stays. ${PENDING_NOTE}`,
  input: z.strictObject({
    account_id: zAccountId,
    weights: z
      .array(z.strictObject({ symbol: zSymbol, weight: zNumber.describe('A fraction: 0.25.') }))
      .min(1)
      .max(MAX_WEIGHTS),
    min_trade_usd: zNumber.default('100').describe('Smaller trades are left out.'),
    ...CONTEXT,
  }),
  output: z.object({ instructions: z.array(zInstructionSummary), plan: z.array(zPlanRow) }),
  async run(input, call) {
    const created = await requestAll(call, input, {
      kind: 'rebalance',
      accountId: accountId(input.account_id),
      weights: input.weights.map(({ symbol: name, weight }) => ({
        symbol: symbol(name),
        fraction: dec(weight),
      })),
      minTrade: dec(input.min_trade_usd),
    })
    if (!created.ok) return created
    const { instructions, plan } = created.value
    return ok({
      instructions,
      plan: plan.rows.map((row) => ({
        symbol: row.symbol,
        price: row.price,
        quantity_before: row.before,
        quantity_after: row.after,
        weight_before: row.weightBefore,
        weight_after: row.weightAfter,
      })),
    })
  },
})

/** The tools for common jobs, each one request on one card, in listing order. */
export const JOB_TOOLS: readonly Tool[] = [
  closePosition,
  protectPosition,
  rollOption,
  cancelAll,
  rebalance,
]
