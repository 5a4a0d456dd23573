import { describe, expect, test } from 'vitest'
import type { AssistantReads } from '../../../../electron/core/instructions/assistant-reads.js'
import { createAssistantPort } from '../../../../electron/core/instructions/assistant-service.js'
import type { Connections } from '../../../../electron/core/instructions/policy-port.js'
import type { DeskSession } from '../../../../electron/core/session/desk-session.js'
import type {
  ConnectionId,
  Instruction,
  InstructionId,
} from '../../../../shared/domain/instruction.js'
import type { Result } from '../../../../shared/domain/result.js'
import type { ConnectionView } from '../../../../shared/ipc/instructions.js'
import type { Refusal } from '../../../../electron/core/instructions/assistant-port.js'
import { listeners } from '../../../../electron/core/live.js'
import { settle, World } from '../../../simulation/core/world.js'

const [MINE, OTHER] = ['00000000000000a1' as ConnectionId, '00000000000000b2' as ConnectionId]
const ID = 'f'.repeat(32) as InstructionId
type State = Pick<Instruction, 'status' | 'ending' | 'outcome'> &
  Partial<Pick<Instruction, 'asked'>>
const outcome = (state: NonNullable<Instruction['outcome']>['state']): State => ({
  status: 'APPROVED',
  ending: null,
  outcome: { state, clientOrderId: null, text: '', at: 0 as never },
})
const PENDING: State = { status: 'PENDING', ending: null, outcome: null }

/** One instruction whose state the test sets, in virtual time. */
function rig(first: State) {
  const world = new World(1)
  const changed = listeners<Instruction>()
  const connectionChanged = listeners<{ readonly id: ConnectionId; readonly what: 'revoked' }>()
  let state: State = first
  let connection: ConnectionView['state'] = 'active'
  const get = (): Instruction => ({ id: ID, connectionId: MINE, asked: 1, ...state }) as Instruction
  const port = createAssistantPort({
    reads: {} as AssistantReads,
    scope: {
      scope: () => ({ toolsets: [], accounts: [] }),
      admit: () => Promise.reject(new Error('not used')),
    },
    session: {} as DeskSession,
    timers: world.timers(),
    cutOff: () => false,
    desk: {
      instruct: () => Promise.reject(new Error('not used')),
      revoke: () => Promise.reject(new Error('not used')),
      get: (id) => (id === ID ? get() : null),
      of: () => [get()],
      onChange: (listener) => changed.add(listener),
    },
    connections: {
      authenticate: () => null,
      seen: () => undefined,
      get: () => ({ state: connection }) as ConnectionView,
      onChange: (listener: Parameters<Connections['onChange']>[0]) =>
        connectionChanged.add(listener),
    },
  })
  let answer: { readonly at: number; readonly of: Result<Instruction, Refusal> } | null = null
  return {
    world,
    async wait(ms = 25_000, signal = new AbortController().signal, who = MINE) {
      void port.wait(who, ID, ms, signal).then((of) => {
        answer = { at: world.now, of }
      })
      await settle()
    },
    async become(next: State) {
      state = next
      changed.emit(get())
      await settle()
    },
    async revokeConnection() {
      connection = 'revoked'
      connectionChanged.emit({ id: MINE, what: 'revoked' })
      await settle()
    },
    answer: () => answer,
    told: () =>
      answer?.of.ok === true
        ? [answer.of.value.status, answer.of.value.outcome?.state ?? null]
        : null,
  }
}

describe('wait_for_instruction', () => {
  test.each<[string, State]>([
    ['declined', { status: 'REJECTED', ending: null, outcome: null }],
    ['expired', { status: 'EXPIRED', ending: null, outcome: null }],
    ['acknowledged', outcome('acknowledged')],
    ['rejected by the broker', outcome('rejected')],
    ['denied', outcome('denied')],
  ])('what is over answers at once: %s', async (_what, state) => {
    const it = rig(state)
    await it.wait()
    expect(it.answer()?.at).toBe(0)
    expect(it.told()).toEqual([state.status, state.outcome?.state ?? null])
  })

  test('it waits through the decision and the sending to the outcome, and not on what decides nothing', async () => {
    const it = rig(PENDING)
    await it.wait()
    await it.world.run(4_000)
    await it.become({ ...PENDING, asked: 2 })
    await it.become(outcome('sending'))
    expect(it.answer()).toBeNull()
    await it.world.run(5_000)
    await it.become(outcome('acknowledged'))
    expect([it.answer()?.at, it.told()]).toEqual([5_000, ['APPROVED', 'acknowledged']])
  })

  test('an outcome that becomes unknown is news; one that is unknown is waited for', async () => {
    const first = rig(outcome('sending'))
    await first.wait()
    await first.become(outcome('unknown'))
    expect(first.told()).toEqual(['APPROVED', 'unknown'])
    const second = rig(outcome('unknown'))
    await second.wait()
    await second.become(outcome('unknown'))
    expect(second.answer()).toBeNull()
    await second.become(outcome('rejected'))
    expect(second.told()).toEqual(['APPROVED', 'rejected'])
  })

  test('nobody waits longer than 25 s, nor shorter than asked', async () => {
    const long = rig(PENDING)
    await long.wait(60_000)
    await long.world.run(24_999)
    expect(long.answer()).toBeNull()
    await long.world.run(25_000)
    expect([long.answer()?.at, long.told()]).toEqual([25_000, ['PENDING', null]])
    const short = rig(PENDING)
    await short.wait(0)
    await short.world.run(1)
    expect(short.answer()?.at).toBe(0)
  })

  test('an ended call ends the wait and changes nothing; another connection sees nothing; a revoked one is let go at once', async () => {
    const abort = new AbortController()
    const ended = rig(PENDING)
    await ended.wait(25_000, abort.signal)
    abort.abort()
    await settle()
    expect(ended.told()).toEqual(['PENDING', null])
    const foreign = rig(PENDING)
    await foreign.wait(25_000, new AbortController().signal, OTHER)
    expect(foreign.answer()?.of).toMatchObject({ ok: false, error: { code: 'not-found' } })
    const revoked = rig(PENDING)
    await revoked.wait()
    await revoked.revokeConnection()
    expect(revoked.answer()?.of).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})
