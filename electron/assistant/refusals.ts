import type { CallToolResult } from '@modelcontextprotocol/server'
import type {
  Refusal,
  RefusalCode,
  RefusalDetail,
  WrongArgument,
} from '../../shared/domain/instructions/refusal.js'
import { inEnglish } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'
import type { Effect } from './effect.js'
import {
  ALGO_WORD,
  SESSION_WORD,
  SIDE_WORD,
  STRATEGY_WORD,
  TIME_WORD,
  TYPE_WORD,
} from './format/wire-enums.js'

/** Makes the message of a refusal that only assistants read, in English. */
export const plainReason = (text: string): Message => ({ code: 'errors.foreign', params: { text } })

/** The recommended next step after a refusal. */
const NEXT_STEPS: Readonly<Record<RefusalCode, string>> = {
  halted:
    'Only the person can end the halt, in Countersign. Inform them, and do not repeat the request until they say so.',
  paused:
    'Only the person can resume this connection, in Countersign. Inform them, and do not repeat the request until they say so.',
  revoked: 'The person has to pair this assistant again in Countersign.',
  'toolset-off':
    'Only the person can allow this toolset, in Countersign, among the limits of this connection. Tell them its name, and do not call its tools until they say so.',
  'not-allowed':
    'get_policy lists what this connection may request; only the person can change it, in Countersign.',
  'account-hidden': 'get_account_list lists the accounts that this connection may use.',
  'over-limit':
    'get_policy lists the limits and how much of them is used. Request less, or inform the user.',
  'locked-out':
    'get_policy lists the account and the end under locked_out; nobody can lift it earlier. You may still request cancels and orders that only reduce a position. Inform the user.',
  'too-many':
    'Wait until your requests are decided: get_pending_instruction lists the pending ones.',
  invalid: 'Correct the arguments and call again.',
  'not-found':
    'Look the id up: get_pending_instruction, get_processed_instruction or get_open_orders list those that exist.',
  'already-ended': 'get_processed_instruction returns its outcome.',
  'key-conflict':
    'Use another instruction_key for another order. To follow the first one, look at get_pending_instruction and get_processed_instruction.',
  'not-ready': 'Try again in a moment.',
  locked: 'The person has to unlock Countersign first. Tell them.',
  unavailable: 'Try again in a moment.',
}
const UNSURE = 'Read get_pending_instruction and get_open_orders before you repeat the request.'
const MAYBE =
  'It is not known here whether this was taken; whatever was taken and not sent is withdrawn.'
const NOTHING = 'Nothing was requested and nothing was sent.'

/** The argument that a field of an order is in the tools. */
const ARGUMENTS: Readonly<Record<RefusalDetail['field'], string | null>> = {
  account: 'account_id',
  symbol: 'symbol',
  side: 'side',
  size: 'quantity',
  limitPrice: 'limit_price',
  stopPrice: 'stop_price',
  trail: 'trailing_stop_step',
  timeInForce: 'time_in_force',
  session: 'trading_session',
  type: 'order_type',
  legs: 'legs',
  orders: 'orders',
  strategy: 'strategy',
  algo: 'algo_type',
  outcome: 'event_outcome',
  instrument: 'instrument_type',
  strike: 'strike_price',
  expiration: 'expiration_date',
  weights: 'weights',
  takeProfit: 'take_profit_price',
  position: 'position_id',
  stopLoss: 'stop_loss_price',
  order: null,
}

/** Writes a value of a draft as an argument of the tools. */
function argumentOf(field: RefusalDetail['field'], value: string | null): string | null {
  if (value === null) return null
  const notation: Partial<Record<RefusalDetail['field'], Readonly<Record<string, string>>>> = {
    side: SIDE_WORD,
    timeInForce: TIME_WORD,
    type: TYPE_WORD,
    session: SESSION_WORD,
    strategy: STRATEGY_WORD,
    algo: ALGO_WORD,
  }
  return notation[field]?.[value] ?? value
}

/** Returns the wrong argument, its value, the rule, and the value that was probably meant. */
function described({ field, value, rule, didYouMean, sizeKind }: RefusalDetail) {
  const meant = argumentOf(field, didYouMean)
  return {
    field: field === 'size' && sizeKind === 'amount' ? 'total_cash_amount' : ARGUMENTS[field],
    value: argumentOf(field, value),
    rule,
    ...(meant === null ? {} : { did_you_mean: meant }),
  }
}

function describedArgument({ name, value, rule, didYouMean = null }: WrongArgument) {
  return {
    field: name,
    value,
    rule,
    ...(didYouMean === null ? {} : { did_you_mean: didYouMean }),
  }
}

/**
 * Next steps of refusals whose code alone does not say whether the same call can succeed later.
 */
const STEPS_OF_MESSAGES: Readonly<Partial<Record<Message['code'], string>>> = {
  'refusals.signedOut':
    'Only the person can sign in, in Countersign. Tell them, and do not repeat the call until they say so.',
  'refusals.signInNeeded':
    'Only the person can complete the sign-in, in Countersign. Tell them, and do not repeat the call until they say so.',
  'refusals.noOrderBook':
    'Not every instrument has an order book. Read bid and ask from the snapshot tool of its product.',
  'refusals.noQuote':
    'It may not have traded yet. Read get_clock for the session, and ask for it again when the session changes.',
  'waiting.unknown': 'get_waiting_instruction lists those that exist.',
  'watchlists.unknown': 'get_panel_watchlists lists those that exist.',
  'watchlists.changesTooFast':
    'Wait a minute. One call adds or removes several symbols, separated by commas.',
  'watchlists.inConflict':
    'Only the person can choose a copy, in the Watchlist panel. Tell them, and use another list.',
  'watchlists.notShown': 'Do not call it again in shadow practice.',
  'watchlists.undecided': 'Ask the person to keep or undo them, at the top of the window.',
  'windowChanges.changesTooFast': 'Wait a minute. Make only the changes that the person asked for.',
  'windowChanges.windowTooFast': 'Wait a minute. Make only the changes that the person asked for.',
  'windowChanges.showsTooFast': 'Wait a few seconds, and show only the symbol that matters.',
  'windowChanges.notShown': 'Do not call it again in shadow practice.',
  'windowChanges.noWindow':
    'Tell the person, who can open the window of Countersign, and call again when they did.',
  'windowChanges.cardOpen':
    'Call again after the person decided: wait_for_instruction waits for it.',
  'windowChanges.undecided': 'Ask the person to keep or undo them, at the top of the window.',
  'windowChanges.tooManyAlerts':
    'Remove one of yours with remove_alert: get_window_items lists them.',
  'windowChanges.tooManyDrawings':
    'Remove one of yours with remove_drawing: get_window_items lists them.',
  'windowChanges.notOwn':
    'get_window_items lists those that you may remove; the others are the person’s.',
  'session.notOffered': 'This broker does not offer it, now or later. Do not call it again.',
}

/**
 * Returns a refusal as a tool result, never as a protocol error: a code for programs, a sentence
 * for people, and the next step. It says whether anything was requested, where that is known
 * (CONFIRM-44).
 */
export function refused(
  { code, message, mayBeAccepted: maybe = false, toolset, detail, argument }: Refusal,
  effect: Effect,
): CallToolResult {
  const step = STEPS_OF_MESSAGES[message.code] ?? NEXT_STEPS[code]
  const next =
    effect !== 'instruct'
      ? step
      : code === 'unavailable' && detail === undefined
        ? UNSURE
        : `${maybe ? MAYBE : NOTHING} ${step}`
  return {
    isError: true,
    content: [
      {
        type: 'text',
        text: JSON.stringify({
          error: {
            code,
            message: inEnglish(message),
            next,
            ...(detail === undefined ? {} : described(detail)),
            ...(argument === undefined ? {} : describedArgument(argument)),
            ...(toolset === undefined ? {} : { toolset }),
          },
        }),
      },
    ],
  }
}
