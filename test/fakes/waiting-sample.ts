import { asPrice, dec } from '../../shared/domain/decimal.js'
import { symbol, type ConnectionId, type WaitingId } from '../../shared/domain/ids.js'
import type { InstructionRequest } from '../../shared/domain/instructions/instruction-request.js'
import type { WaitingInstruction } from '../../shared/domain/instructions/waiting-instruction.js'
import { foreign } from '../../shared/messages/make-message.js'
import type {
  AssistantPort,
  WaitingView,
} from '../../electron/core/instructions/assistant/assistant-port.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { Refusal } from '../../shared/domain/instructions/refusal.js'
import { AT } from './assistant-samples.js'

/** A request that waits until 190 is reached. */
const waitingSample = (
  id: string,
  connection: ConnectionId | null,
  request: InstructionRequest | null,
): WaitingInstruction => ({
  id: id as WaitingId,
  connectionId: connection ?? ('0'.repeat(16) as ConnectionId),
  connectionName: 'Claude',
  key: request?.key ?? '-',
  requestDigest: 'd'.repeat(64),
  reason: request?.reason ?? '',
  actions:
    request?.action.kind === 'place'
      ? request.action.drafts.map((draft) => ({ kind: 'place', draft }))
      : [],
  condition: {
    kind: 'price',
    symbol: symbol('AAPL'),
    when: 'above',
    price: asPrice(dec('190')),
    startedBelow: true,
  },
  createdAt: AT,
  expiresAt: AT,
  state: 'waiting',
  endedAt: null,
  detail: null,
  instructions: [],
  gaps: [],
})

const waitingView = (waiting: WaitingInstruction): WaitingView => ({
  waiting,
  condition: foreign('AAPL trades at 190.00 or above'),
  held: null,
  expiresInMs: 0,
})

type Record = <T>(name: string, result: Result<T, Refusal>) => Promise<Result<T, Refusal>>

/** The methods of the port for waiting instructions; one waits already. */
export function waitingMethods(
  record: Record,
): Pick<AssistantPort, 'addWaiting' | 'waiting' | 'removeWaiting'> {
  const first = waitingSample('0'.padStart(32, 'c'), null, null)
  const waiting = new Map([[first.id, first]])
  return {
    addWaiting: (connection, { request }) => {
      const entry = waitingSample(`${waiting.size}`.padStart(32, 'c'), connection, request)
      waiting.set(entry.id, entry)
      return record('addWaiting', ok(waitingView(entry)))
    },
    waiting: () => record('waiting', ok([...waiting.values()].map(waitingView))),
    removeWaiting: (_connection, id) => {
      const found = waiting.get(id)
      return record(
        'removeWaiting',
        found === undefined
          ? err({ code: 'not-found', message: foreign('There is no such waiting instruction.') })
          : ok(waitingView({ ...found, state: 'revoked', endedAt: AT })),
      )
    },
  }
}
