import type { SessionView } from '../../../../shared/ipc/views.js'
import type { Refusal } from './assistant-port.js'

/**
 * Why an assistant is told nothing of accounts, orders and prices yet; null when it is. Before the
 * desk knows its accounts and orders, an
 * empty answer would be a wrong one: no account open to it, no such order, market closed.
 */
export function notReadyReason({ phase }: Pick<SessionView, 'phase'>): Refusal | null {
  switch (phase) {
    case 'ready':
    case 'reconnecting':
      return null
    case 'starting':
      return {
        code: 'not-ready',
        message: 'The desk is not ready: it is still connecting to its broker.',
      }
    case 'signing-in':
    case 'signed-out':
      return {
        code: 'not-ready',
        message: 'The desk is not ready: nobody is signed in to its broker.',
      }
    case 'attention':
      return { code: 'not-ready', message: 'The desk is not ready: its sign-in needs the person.' }
  }
}
