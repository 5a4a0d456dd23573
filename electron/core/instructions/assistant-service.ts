import { err, ok } from '../../../shared/domain/result.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../shared/domain/instruction.js'
import type { TimerPort } from '../ports.js'
import type { DeskSession } from '../session/desk-session.js'
import type { AssistantPort, Asked, Refusal } from './assistant-port.js'
import type { AssistantReads } from './assistant-reads.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'

/** Clients give up after a minute; a wait ends well before (instructions 1). */
const LONGEST_WAIT_MS = 25_000

export interface AssistantServiceDeps {
  readonly reads: AssistantReads
  readonly scope: Pick<AssistantPort, 'scope' | 'admit'>
  readonly desk: Pick<InstructionDesk, 'instruct' | 'get' | 'of' | 'revoke' | 'onChange'>
  readonly connections: Pick<Connections, 'authenticate' | 'seen' | 'get' | 'onChange'>
  readonly session: Pick<DeskSession, 'streams'>
  readonly timers: TimerPort
  /** True while a kill stands: then no key opens anything, whoever holds it (instructions 2). */
  readonly cutOff: () => boolean
}

/**
 * Nothing more can become of it here: it ended without being sent, or what came of sending it is
 * known.
 */
const isSettled = ({ status, outcome }: Instruction): boolean =>
  status !== 'PENDING' && outcome?.state !== 'sending' && outcome?.state !== 'unknown'

/** Everything an assistant can reach, in one hand: reads, the queue, and who it is. */
export function createAssistantPort({
  reads,
  scope,
  desk,
  connections,
  session,
  timers,
  cutOff,
}: AssistantServiceDeps): AssistantPort {
  const refused = (code: Refusal['code'], message: string) => err<Refusal>({ code, message })
  /** Another connection's instruction is as unknown as one that never was. */
  const own = (id: ConnectionId, instruction: InstructionId): Instruction | null => {
    const found = desk.get(instruction)
    return found?.connectionId === id && connections.get(id)?.state !== 'revoked' ? found : null
  }
  const unknown = () => refused('not-found', 'There is no such instruction')
  const mine = (id: ConnectionId): readonly Instruction[] =>
    connections.get(id)?.state === 'revoked' ? [] : desk.of(id)

  return {
    ...reads,
    ...scope,
    authenticate(token) {
      // Compared all the same: how long it takes tells nobody whether the key is good.
      const identity = connections.authenticate(token)
      return Promise.resolve(cutOff() ? null : identity)
    },
    seen: (id, client) => connections.seen(id, client),
    instruct: (id, request) => desk.instruct(id, request),
    instruction(id, instruction) {
      const found = own(id, instruction)
      return Promise.resolve(found === null ? unknown() : ok(found))
    },
    pending: (id) => Promise.resolve(ok(mine(id).filter(({ status }) => status === 'PENDING'))),
    processed: (id, limit) =>
      Promise.resolve(
        ok(
          mine(id)
            .filter(({ status }) => status !== 'PENDING')
            .sort((a, b) => (b.ending?.at ?? 0) - (a.ending?.at ?? 0))
            .slice(0, limit),
        ),
      ),
    revoke: (id, instruction) =>
      own(id, instruction) === null ? Promise.resolve(unknown()) : desk.revoke(id, instruction),
    wait(id, instruction, ms, signal): Asked<Instruction> {
      const before = own(id, instruction)
      if (before === null) return Promise.resolve(unknown())
      /**
       * News for who waits; that it was folded, amended or given more time decides nothing, and
       * that it is on its way passes in a moment.
       */
      const news = (): boolean => {
        const now = own(id, instruction)
        return (
          now === null ||
          isSettled(now) ||
          (now.outcome?.state === 'unknown' && before.outcome?.state !== 'unknown')
        )
      }
      if (news() || signal.aborted) return Promise.resolve(ok(before))
      return new Promise((resolve) => {
        const end = (): void => {
          for (const stop of stops) stop()
          signal.removeEventListener('abort', end)
          const now = own(id, instruction)
          resolve(now === null ? unknown() : ok(now))
        }
        const look = (): void => {
          if (news()) end()
        }
        const stops = [
          timers.after(Math.min(Math.max(0, ms), LONGEST_WAIT_MS), end),
          desk.onChange((changed) => {
            if (changed.id === instruction) look()
          }),
          connections.onChange((changed) => {
            if (changed.id === id) look()
          }),
        ]
        signal.addEventListener('abort', end)
      })
    },
    watch(id, changed) {
      const sees = (accountId: string): boolean => {
        const accounts = connections.get(id)?.policy.accounts ?? []
        return accounts === 'all' || accounts.some((each) => each === accountId)
      }
      const stops = [
        desk.onChange((instruction) => {
          if (instruction.connectionId === id) changed()
        }),
        connections.onChange((change) => {
          if (change.id === id && change.what === 'policy') changed()
        }),
        session.streams.orders.subscribe((rows) => {
          if (rows.some(({ accountId }) => sees(accountId))) changed()
        }),
        session.streams.positions.subscribe(() => {
          if (session.streams.positions.get().some(({ accountId }) => sees(accountId))) changed()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
