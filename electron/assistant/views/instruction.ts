import { z } from 'zod'
import { decimalText, trim } from '../../../shared/domain/decimal.js'
import {
  ENDINGS,
  INSTRUCTION_STATUSES,
  type Instruction,
} from '../../../shared/domain/instructions/instruction.js'
import type {
  InstructionAction,
  Amendment,
} from '../../../shared/domain/instructions/instruction.schema.js'
import { exitPrice } from '../../../shared/domain/orders/exits.js'
import type {
  ComboMember,
  Order,
  OrderChange,
  OrderDraft,
} from '../../../shared/domain/orders/order.js'
import type { FollowedInstruction } from '../../core/instructions/assistant/assistant-port.js'
import { CLASS_WORD, SIDE_WORD, statusWord, TIME_WORD, TYPE_WORD } from '../format/wire-enums.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import {
  durationText,
  secondsLeft,
  text,
  when,
  zLeft,
  zMaybe,
  zMaybeWord,
  zWhen,
  zWord,
} from './view-fields.js'

const zChanged = z.object({ asked: zMaybe, approved: zMaybe })
const zTerms = z.object({
  order_type: zMaybeWord,
  time_in_force: zMaybeWord,
  quantity: zMaybe,
  total_cash_amount: zMaybe,
  limit_price: zMaybe,
  stop_price: zMaybe,
  trailing_type: zMaybeWord,
  trailing_stop_step: zMaybe,
})
/**
 * The requested terms. Loose, because the further members (algorithm terms, other orders) would
 * lengthen every list of tools.
 */
const zRequestedTerms = z.looseObject(zTerms.shape)

export const zInstructionView = z.object({
  instruction_id: zWord,
  status: z.enum(INSTRUCTION_STATUSES),
  message: zWord.describe('A summary for the user.'),
  expires_at: zWhen,
  expires_in_seconds: zLeft,
  action: z.enum(['PLACE', 'REPLACE', 'CANCEL']),
  account_id: zWord,
  instrument_type: zWord,
  symbol: zWord,
  side: zWord,
  client_order_id: zMaybeWord.describe(
    'The order that came of it, or that it is about; null before there is one.',
  ),
  asked_for: zRequestedTerms.describe(
    'What you requested; unchanged members of a replace are null. orders: the orders that change or are linked with it.',
  ),
  reason: zWord,
  batch_id: zMaybeWord,
  created_at: zWhen,
  times_asked: z.int(),
  ending: z.object({ why: z.enum(ENDINGS), detail: zWord, at: zWhen }).nullable(),
  changed: z
    .object({
      quantity: zChanged.optional(),
      total_cash_amount: zChanged.optional(),
      limit_price: zChanged.optional(),
      stop_price: zChanged.optional(),
    })
    .nullable()
    .describe('What the person changed before approving.'),
  outcome: z
    .object({ state: zWord, text: zWord, at: zWhen })
    .nullable()
    .describe(
      'The outcome of an approved instruction. UNKNOWN is an outcome: never repeat the request because of it, read the order.',
    ),
  order_status: zMaybeWord.describe('The status of the order now; null without one.'),
})
export type InstructionView = z.output<typeof zInstructionView>

/**
 * The declared output of tools that request or follow an instruction: the members of the provider's
 * tools (MCP-1). They return the full view; declaring it under each tool would add a third to what
 * every assistant reads.
 */
export const zInstructionSummary = z
  .looseObject({
    instruction_id: zWord,
    status: z.enum(INSTRUCTION_STATUSES),
    message: zWord.describe('A summary for the user.'),
    expires_at: zWhen,
  })
  .describe('And everything that get_processed_instruction returns.')

const trailTerms = (
  trail: OrderDraft['trail'] | undefined,
): Pick<z.output<typeof zTerms>, 'trailing_type' | 'trailing_stop_step'> => ({
  trailing_type: trail == null ? null : trail.kind === 'percent' ? 'PERCENTAGE' : 'AMOUNT',
  trailing_stop_step: text(trail?.step ?? null),
})
const draftTerms = (draft: OrderDraft): z.output<typeof zTerms> => ({
  order_type: TYPE_WORD[draft.type],
  time_in_force: TIME_WORD[draft.timeInForce],
  quantity: draft.size.kind === 'quantity' ? decimalText(draft.size.quantity) : null,
  total_cash_amount: draft.size.kind === 'amount' ? decimalText(draft.size.amount) : null,
  limit_price: text(draft.limitPrice),
  stop_price: text(draft.stopPrice),
  ...trailTerms(draft.trail),
})
/** The prices of the exits that are sent with a new order; none without exits. */
function exitTerms(exits: readonly ComboMember[] = []): Readonly<Record<string, string | null>> {
  const priceOf = (type: 'limit' | 'stop'): string | null => {
    const exit = exits.find(({ draft }) => draft.type === type)?.draft
    return exit === undefined ? null : text(exitPrice(exit))
  }
  return exits.length === 0
    ? {}
    : { take_profit_price: priceOf('limit'), stop_loss_price: priceOf('stop') }
}
/** The orders that are linked to a new order, in the words of the request; none without them. */
function linkedTerms(linked: readonly ComboMember[] = []): Readonly<Record<string, unknown>> {
  const [first] = linked
  return first === undefined
    ? {}
    : {
        combo_type: first.role.toUpperCase(),
        orders: linked.map(({ draft }) => ({ side: SIDE_WORD[draft.side], ...draftTerms(draft) })),
      }
}
const changeTerms = (change: OrderChange): z.output<typeof zRequestedTerms> => ({
  order_type: change.type === undefined ? null : TYPE_WORD[change.type],
  time_in_force: change.timeInForce === undefined ? null : TIME_WORD[change.timeInForce],
  quantity: text(change.quantity ?? null),
  total_cash_amount: null,
  limit_price: text(change.limitPrice ?? null),
  stop_price: text(change.stopPrice ?? null),
  ...trailTerms(change.trail),
  ...(change.algo === undefined
    ? {}
    : {
        target_vol_percent: text(change.algo.targetPercent ?? null),
        max_target_percent: text(change.algo.maxPercent ?? null),
        algo_start_time: change.algo.start ?? null,
        algo_end_time: change.algo.end ?? null,
      }),
})
const replaceTerms = ({
  change,
  others = [],
}: Extract<InstructionAction, { readonly kind: 'replace' }>): z.output<typeof zRequestedTerms> => ({
  ...changeTerms(change),
  ...(others.length === 0
    ? {}
    : {
        orders: others.map((other) => ({
          client_order_id: other.clientOrderId,
          ...changeTerms(other.change),
        })),
      }),
})
const NOTHING: z.output<typeof zTerms> = changeTerms({})

const AMENDABLE = [
  ['quantity', 'quantity'],
  ['amount', 'total_cash_amount'],
  ['limitPrice', 'limit_price'],
  ['stopPrice', 'stop_price'],
] as const satisfies readonly (readonly [keyof Amendment, keyof z.output<typeof zTerms>])[]

function changedBy(
  amendment: Amendment | null,
  requested: z.output<typeof zTerms>,
): InstructionView['changed'] {
  if (amendment === null) return null
  return Object.fromEntries(
    AMENDABLE.flatMap(([ours, theirs]) => {
      const approved = amendment[ours]
      return approved === undefined
        ? []
        : [[theirs, { asked: requested[theirs], approved: decimalText(approved) }]]
    }),
  )
}

const ENDING_MESSAGES: Readonly<Record<NonNullable<Instruction['ending']>['why'], string>> = {
  approved: 'Approved by the person.',
  'allowed-by-rule': 'Approved by a rule that the person made; nobody has to decide.',
  declined: 'Declined by the person. Do not request the same again unless the person wants it.',
  expired: 'Its time ran out without a decision. Nothing was sent.',
  revoked:
    'Withdrawn by you. Nothing was sent. A repeat with the same instruction_key, or without one within a minute, returns this instruction; to request the order again, call with a new instruction_key.',
  withdrawn: 'Withdrawn by Countersign. Nothing was sent.',
}

/** Says what the order is now: the outcome says only what the broker answered at first. */
const presentState = (order: Order | null | undefined): string =>
  order == null
    ? ''
    : `. The order is ${statusWord(order.status)} now, ${decimalText(trim(order.filledQuantity))} filled.`

/**
 * Returns one sentence for the user; it never claims that an order was placed when that is not
 * known.
 */
function messageOf(
  { status, ending, outcome, expiresAt, order }: FollowedInstruction,
  now: EpochMs,
): string {
  if (status === 'PENDING' || ending === null) {
    return `Not sent. It is pending until a person approves it in the Countersign window, for at most ${durationText(expiresAt - now)} more. Call wait_for_instruction or get_processed_instruction for its outcome.`
  }
  const detail = ending.detail === '' ? '' : ` ${ending.detail}`
  if (outcome === null) return `${ENDING_MESSAGES[ending.why]}${detail}`
  // The reason of a denial alone does not say that nothing was carried out.
  const refusal = outcome.state === 'denied' ? 'It was not carried out. ' : ''
  return `${ENDING_MESSAGES[ending.why]} ${refusal}${outcome.text}${presentState(order)}`
}

/** Returns an instruction as the assistant that requested it sees it. */
export function instructionView(instruction: FollowedInstruction, now: EpochMs): InstructionView {
  const { action } = instruction
  const about = action.kind === 'place' ? action.draft : action.before
  const requested =
    action.kind === 'place'
      ? {
          ...draftTerms(action.draft),
          ...exitTerms(action.exits),
          ...linkedTerms(action.linked),
        }
      : action.kind === 'replace'
        ? replaceTerms(action)
        : NOTHING
  return {
    instruction_id: instruction.id,
    status: instruction.status,
    message: messageOf(instruction, now),
    expires_at: when(instruction.expiresAt),
    expires_in_seconds: secondsLeft(
      instruction.status === 'PENDING' ? instruction.expiresAt - now : null,
    ),
    action: action.kind === 'place' ? 'PLACE' : action.kind === 'replace' ? 'REPLACE' : 'CANCEL',
    account_id: about.accountId,
    instrument_type: CLASS_WORD[about.assetClass],
    symbol: about.symbol,
    side: SIDE_WORD[about.side],
    client_order_id:
      action.kind === 'place' ? (instruction.outcome?.clientOrderId ?? null) : action.clientOrderId,
    asked_for: requested,
    reason: instruction.reason,
    batch_id: instruction.batch?.batchId ?? null,
    created_at: when(instruction.createdAt),
    times_asked: instruction.requestCount,
    ending:
      instruction.ending === null
        ? null
        : {
            why: instruction.ending.why,
            detail: instruction.ending.detail,
            at: when(instruction.ending.endedAt),
          },
    changed: changedBy(instruction.amendment, requested),
    outcome:
      instruction.outcome === null
        ? null
        : {
            state: instruction.outcome.state.toUpperCase(),
            text: instruction.outcome.text,
            at: when(instruction.outcome.at),
          },
    order_status: instruction.order == null ? null : statusWord(instruction.order.status),
  }
}
