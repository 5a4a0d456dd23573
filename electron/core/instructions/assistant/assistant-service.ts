import { err, ok } from '../../../../shared/domain/result.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instructions/instruction.js'
import type { TimerPort } from '../../ports.js'
import type { TradingSession } from '../../session/trading-session.js'
import type { AssistantPort } from './assistant-port.js'
import type { AsyncResult, Refusal } from '../../../../shared/domain/instructions/refusal.js'
import type { AssistantReads } from './assistant-reads.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { Connections } from '../connections/connections-port.js'

/** The maximum wait in ms, well below the minute after which clients give up. */
const MAX_WAIT_MS = 25_000

export interface AssistantServiceDeps {
  readonly reads: AssistantReads
  readonly scope: Pick<AssistantPort, 'scope' | 'authorizeTool'>
  readonly instructionService: Pick<
    InstructionService,
    'instruct' | 'get' | 'byConnection' | 'revoke' | 'onChange'
  >
  readonly connections: Pick<Connections, 'authenticate' | 'markSeen' | 'get' | 'onChange'>
  readonly session: Pick<TradingSession, 'streams'>
  readonly timers: TimerPort
  /** True while a kill is in effect. No key is accepted then. */
  readonly isCutOff: () => boolean
}

/** True when the state is final: it ended without being sent, or its outcome is known. */
const isSettled = ({ status, outcome }: Instruction): boolean =>
  status !== 'PENDING' && outcome?.state !== 'sending' && outcome?.state !== 'unknown'

/** Combines an assistant's reads, instructions and identity in one port. */
export function createAssistantPort({
  reads,
  scope,
  instructionService,
  connections,
  session,
  timers,
  isCutOff,
}: AssistantServiceDeps): AssistantPort {
  const refused = (code: Refusal['code'], message: string) => err<Refusal>({ code, message })
  /** Returns the connection's own instruction. Those of other connections appear unknown. */
  const ownInstruction = (id: ConnectionId, instruction: InstructionId): Instruction | null => {
    const found = instructionService.get(instruction)
    return found?.connectionId === id && connections.get(id)?.state !== 'revoked' ? found : null
  }
  const unknown = () => refused('not-found', 'There is no such instruction')
  const instructionsOf = (id: ConnectionId): readonly Instruction[] =>
    connections.get(id)?.state === 'revoked' ? [] : instructionService.byConnection(id)

  return {
    ...reads,
    ...scope,
    authenticate(token) {
      // The key is compared even when cut off, so that the response time does not reveal whether it
      // is valid.
      const identity = connections.authenticate(token)
      return Promise.resolve(isCutOff() ? null : identity)
    },
    markSeen: (id, client) => connections.markSeen(id, client),
    instruct: (id, request) => instructionService.instruct(id, request),
    instruction(id, instruction) {
      const found = ownInstruction(id, instruction)
      return Promise.resolve(found === null ? unknown() : ok(found))
    },
    pending: (id) =>
      Promise.resolve(ok(instructionsOf(id).filter(({ status }) => status === 'PENDING'))),
    processed: (id, limit) =>
      Promise.resolve(
        ok(
          instructionsOf(id)
            .filter(({ status }) => status !== 'PENDING')
            .sort((a, b) => (b.ending?.endedAt ?? 0) - (a.ending?.endedAt ?? 0))
            .slice(0, limit),
        ),
      ),
    revoke: (id, instruction) =>
      ownInstruction(id, instruction) === null
        ? Promise.resolve(unknown())
        : instructionService.revoke(id, instruction),
    wait(id, instruction, ms, signal): AsyncResult<Instruction> {
      const before = ownInstruction(id, instruction)
      if (before === null) return Promise.resolve(unknown())
      /**
       * True for a change that ends the wait. Repeats, amendments, extensions and sending do not.
       */
      const isNews = (): boolean => {
        const now = ownInstruction(id, instruction)
        return (
          now === null ||
          isSettled(now) ||
          (now.outcome?.state === 'unknown' && before.outcome?.state !== 'unknown')
        )
      }
      if (isNews() || signal.aborted) return Promise.resolve(ok(before))
      return new Promise((resolve) => {
        const end = (): void => {
          for (const stop of stops) stop()
          signal.removeEventListener('abort', end)
          const now = ownInstruction(id, instruction)
          resolve(now === null ? unknown() : ok(now))
        }
        const endOnNews = (): void => {
          if (isNews()) end()
        }
        const stops = [
          timers.after(Math.min(Math.max(0, ms), MAX_WAIT_MS), end),
          instructionService.onChange((changed) => {
            if (changed.id === instruction) endOnNews()
          }),
          connections.onChange((changed) => {
            if (changed.id === id) endOnNews()
          }),
        ]
        signal.addEventListener('abort', end)
      })
    },
    watch(id, changed) {
      const canSee = (accountId: string): boolean => {
        const accounts = connections.get(id)?.policy.accounts ?? []
        return accounts === 'all' || accounts.some((visible) => visible === accountId)
      }
      const stops = [
        instructionService.onChange((instruction) => {
          if (instruction.connectionId === id) changed()
        }),
        connections.onChange((change) => {
          if (change.id === id && change.kind === 'policy') changed()
        }),
        session.streams.orders.subscribe((rows) => {
          if (rows.some(({ accountId }) => canSee(accountId))) changed()
        }),
        session.streams.positions.subscribe(() => {
          if (session.streams.positions.get().some(({ accountId }) => canSee(accountId))) changed()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
