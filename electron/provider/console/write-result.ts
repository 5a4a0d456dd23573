import type { ConsolePage } from '../../../shared/domain/institution/institution-view.js'
import type { Result } from '../../../shared/domain/result.js'
import type { Message } from '../../../shared/messages/message.js'
import type { CallFailure } from '../http/call-failure.js'
import { failureMessage } from '../http/provider-failure.js'
import { toPage } from './response-records.js'

/** The end of a write. `unknown`: it may have had its effect. */
export type WriteResult =
  | { readonly kind: 'done'; readonly page: ConsolePage }
  | {
      readonly kind: 'rejected' | 'unknown' | 'not-sent'
      readonly code: string | null
      readonly reason: Message
    }

/** Converts the answer to a write. */
export function answerOf(answer: Result<unknown, CallFailure>): WriteResult {
  if (answer.ok) return { kind: 'done', page: toPage(answer.value, 0) }
  const { error } = answer
  const kind =
    error.class === 'ambiguous' ? 'unknown' : error.class === 'not-sent' ? 'not-sent' : 'rejected'
  return { kind, code: error.providerCode, reason: failureMessage(error) }
}
