import type { Message } from '../../messages/message.js'
import type { DraftField } from '../orders/order-rules.js'
import { err, type Result } from '../result.js'
import type { Toolset } from './toolset.js'

/**
 * The codes of refusals to an assistant. Its tool returns `isError` with the code and message,
 * never a protocol error.
 */
export const REFUSAL_CODES = [
  'halted',
  'paused',
  'revoked',
  'toolset-off',
  'not-allowed',
  'account-hidden',
  'over-limit',
  'locked-out',
  'too-many',
  'invalid',
  'not-found',
  'already-ended',
  'key-conflict',
  'not-ready',
  'locked',
  'unavailable',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** An argument of a call that could not be read. `rule` says in a word what it breaks. */
export interface WrongArgument {
  readonly name: string | null
  readonly value: string | null
  readonly rule: string
  readonly didYouMean?: string | null
}

/** The wrong field of a request, its value, the broken rule, and a value that would pass. */
export interface RefusalDetail {
  readonly field:
    | DraftField
    | 'account'
    | 'side'
    | 'legs'
    | 'orders'
    | 'strategy'
    | 'algo'
    | 'outcome'
    | 'instrument'
    | 'strike'
    | 'expiration'
    | 'weights'
    | 'takeProfit'
    | 'stopLoss'
    | 'position'
    | 'order'
  readonly value: string | null
  readonly rule: string
  readonly didYouMean: string | null
  /** Tells whether the field `size` is a quantity or an amount. */
  readonly sizeKind: 'quantity' | 'amount'
}
export interface Refusal {
  readonly code: RefusalCode
  readonly message: Message
  /** With `toolset-off`, the toolset that the person would have to allow. */
  readonly toolset?: Toolset
  /**
   * What is wrong with a request, where it is a field of it (CONFIRM-44). Such a request was
   * refused before anything was recorded.
   */
  readonly detail?: RefusalDetail
  /** The argument that a tool could not read, as the caller named it. */
  readonly argument?: WrongArgument
  /** True when the call was interrupted and its request may have been accepted. */
  readonly mayBeAccepted?: boolean
}
/** The result of an assistant's call: a value, or a refusal. */
export type AsyncResult<T> = Promise<Result<T, Refusal>>

/** Makes the result of a call that is refused. */
export const refuse = (code: RefusalCode, message: Message): Result<never, Refusal> =>
  err({ code, message })

interface FieldFault extends Pick<RefusalDetail, 'field' | 'value' | 'rule'> {
  /** A value that would pass; none where it is absent or null. */
  readonly didYouMean?: string | null
  readonly reason: Message
}

/** Makes the refusal of one field of a request. */
export const fieldRefusal = ({
  field,
  value,
  rule,
  didYouMean = null,
  reason,
}: FieldFault): Refusal => ({
  code: 'invalid',
  message: reason,
  detail: { field, value, rule, didYouMean, sizeKind: 'quantity' },
})
