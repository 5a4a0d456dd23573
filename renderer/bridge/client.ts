import type { InputOf, OpName, OutputOf } from '../../shared/ipc/contract.js'
import type { PreloadBridge } from '../../shared/ipc/channels.js'
import type { Reply } from '../../shared/ipc/envelope.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'

export type { InputOf, OpName, OutputOf } from '../../shared/ipc/contract.js'

/**
 * Requests one operation from main. Never rejects: a lost bridge is an error value like any other.
 */
export type Invoke = <K extends OpName>(op: K, input: InputOf<K>) => Promise<Reply<OutputOf<K>>>

/** The operations that can change an order; a test compares them with the contract's effects. */
export const TRADE_OPERATIONS: ReadonlySet<OpName> = new Set<OpName>([
  'orders.submit',
  'orders.submit-combo',
  'orders.replace',
  'orders.cancel',
  'trading.batch',
  'trading.flatten',
  'assistants.kill',
  'confirm.decide',
  'institution.send',
])

/**
 * Creates the typed calls over the preload's invoke function. Main is the trusted side: its replies
 * are typed, and the page checks only their envelope.
 */
export function createInvoke(bridge: PreloadBridge): Invoke {
  return async <K extends OpName>(op: K, input: InputOf<K>): Promise<Reply<OutputOf<K>>> => {
    try {
      const reply = await bridge.invoke(op, input)
      return isReply<OutputOf<K>>(reply)
        ? reply
        : { ok: false, error: lost(op, message('ipc.unreadable')) }
    } catch {
      return { ok: false, error: lost(op, message('ipc.noResponse')) }
    }
  }
}

function isReply<T>(value: unknown): value is Reply<T> {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false
  return value.ok === true
    ? 'value' in value
    : value.ok === false &&
        'error' in value &&
        typeof value.error === 'object' &&
        value.error !== null
}

/** The error for a missing reply. For a trade it is ambiguous: an order may exist at the broker. */
function lost(op: OpName, reason: Message): AppError {
  const trade = TRADE_OPERATIONS.has(op)
  return {
    code: 'internal',
    class: trade ? 'ambiguous' : 'internal',
    message: reason,
    retry: 'never',
    order: trade ? 'may-exist' : 'none',
    ref: '',
  }
}
