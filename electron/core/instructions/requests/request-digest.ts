import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { InstructionAction } from '../../../../shared/domain/instructions/instruction.schema.js'
import type { CryptoPort } from '../../net-ports.js'
import { requestIdentity } from './action.js'
import type { InstructionRequest } from '../../../../shared/domain/instructions/instruction-request.js'
import { digestOf } from './digest.js'

type Hash = Pick<CryptoPort, 'digestHex'>

/**
 * Returns the digest of a call. It is the same when the same connection requests the same, however
 * its numbers are written.
 */
export function requestDigest(
  crypto: Hash,
  connection: ConnectionId,
  action: InstructionRequest['action'],
): string {
  if (action.kind === 'place') {
    return digestOf(crypto, {
      connection,
      orders: action.drafts.map((draft) =>
        requestIdentity({ kind: 'place', draft, exits: action.exits, linked: action.linked }),
      ),
    })
  }
  return digestOf(crypto, { connection, ...requestIdentity(action) })
}

const cancelledOrder = ({ action }: { readonly action: InstructionAction }) =>
  action.kind === 'cancel' ? [action.clientOrderId] : []

/**
 * Computes the digest that identifies a stored call again from its request, because an earlier
 * version confused account "007" with "7". Audit records name the digest stored with the call.
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
            exits: action.exits,
            linked: action.linked,
            drafts: call.flatMap((entry) =>
              entry.action.kind === 'place' ? [entry.action.draft] : [],
            ),
          }
        : action.kind === 'cancel'
          ? { ...action, others: call.slice(1).flatMap(cancelledOrder) }
          : action,
    )
  }
