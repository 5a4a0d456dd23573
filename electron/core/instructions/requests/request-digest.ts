import type {
  ConnectionId,
  InstructionAction,
} from '../../../../shared/domain/instructions/instruction.js'
import type { CryptoPort } from '../../net-ports.js'
import { requestIdentity } from './action.js'
import type { InstructionRequest } from '../assistant/assistant-port.js'
import { digestOf } from './digest.js'

type Hash = Pick<CryptoPort, 'digestHex'>

/**
 * The digest of a call: the same when the same connection asks for the same, whatever way the
 * numbers in it are written.
 */
export function requestDigest(
  crypto: Hash,
  connection: ConnectionId,
  action: InstructionRequest['action'],
): string {
  if (action.kind === 'place') {
    return digestOf(crypto, {
      connection,
      orders: action.drafts.map((draft) => requestIdentity({ kind: 'place', draft })),
    })
  }
  return digestOf(crypto, { connection, ...requestIdentity(action) })
}

/**
 * The digest by which a call that was written down is known again: made from what it asked for, so
 * that it is right whichever version
 * wrote it (an earlier one took account "007" for account "7"). The digest that was kept with it
 * stays what its audit records name.
 */
export const storedRequestDigest =
  (crypto: Hash) =>
  (
    call: readonly {
      readonly connectionId: ConnectionId
      readonly action: InstructionAction
      readonly requestDigest: string
    }[],
  ): string => {
    const [first] = call
    if (first === undefined) return ''
    const { action, connectionId } = first
    return requestDigest(
      crypto,
      connectionId,
      action.kind === 'place'
        ? {
            kind: 'place',
            drafts: call.flatMap((entry) =>
              entry.action.kind === 'place' ? [entry.action.draft] : [],
            ),
          }
        : action,
    )
  }
