import { describe, expect, test } from 'vitest'
import type { FollowedInstruction } from '../../../../../electron/core/instructions/assistant/assistant-port.js'
import { AssistantService } from '../../../../../electron/core/instructions/assistant/assistant-service.js'
import type { Connections } from '../../../../../electron/core/instructions/connections/connections-port.js'
import type { TradingSession } from '../../../../../electron/core/session/trading-session.js'
import type { ConnectionId, InstructionId } from '../../../../../shared/domain/ids.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import type { Result } from '../../../../../shared/domain/result.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { Refusal } from '../../../../../shared/domain/instructions/refusal.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { settle, Simulation } from '../../../../simulation/core/simulation.js'
import { expectOk } from '../../../../harness/system/expect-ok.js'
import { draft, orderRow } from '../../../../simulation/instructions/harness/fake-order-gateway.js'

const [OWN_CONNECTION, OTHER_CONNECTION] = [
  '00000000000000a1' as ConnectionId,
  '00000000000000b2' as ConnectionId,
]
const ID = 'f'.repeat(32) as InstructionId
type State = Pick<Instruction, 'status' | 'ending' | 'outcome'> &
  Partial<Pick<Instruction, 'requestCount' | 'action'>>
const outcome = (state: NonNullable<Instruction['outcome']>['state']): State => ({
  status: 'APPROVED',
  ending: null,
  outcome: { state, clientOrderId: null, text: '', at: 0 as never },
  action: { kind: 'place', draft: draft() },
})
const PENDING: State = { status: 'PENDING', ending: null, outcome: null }

/** Creates one instruction in virtual time whose state, and whose orders, the test sets. */
function createFixture(first: State) {
  const orders: Order[] = []
  const simulation = new Simulation(1)
  const changed = createEmitter<Instruction>()
  const connectionChanged = createEmitter<{ readonly id: ConnectionId; readonly kind: 'revoked' }>()
  let state: State = first
  let connection: ConnectionView['state'] = 'active'
  const get = (): Instruction =>
    ({ id: ID, connectionId: OWN_CONNECTION, requestCount: 1, ...state }) as Instruction
  const port = new AssistantService({
    readLog: { record: () => undefined, close: () => undefined },
    usage: () => ({ pending: [], working: [], today: [], requestTimes: [] }),
    halted: { get: () => false, subscribe: () => () => undefined },
    watchlists: {
      book: {
        read: () => Promise.reject(new Error('not used')),
        change: () => Promise.reject(new Error('not used')),
      },
      audit: { append: () => Promise.reject(new Error('not used')) },
      refusals: { record: () => Promise.reject(new Error('not used')) },
      clock: simulation.clock,
      isShown: true,
    },
    window: {
      book: {} as never,
      audit: { append: () => Promise.reject(new Error('not used')) },
      refusals: { record: () => Promise.reject(new Error('not used')) },
      clock: simulation.clock,
      isShown: true,
      locked: () => false,
      isCardOpen: () => false,
    },
    scope: {
      scope: () => ({ toolsets: [], accounts: [] }),
      authorizeTool: () => Promise.reject(new Error('not used')),
    },
    session: { streams: { orders: { all: () => orders } } } as unknown as TradingSession,
    timers: simulation.timers(),
    isCutOff: () => false,
    instructionService: {
      intake: { instruct: () => Promise.reject(new Error('not used')) },
      endings: { revoke: () => Promise.reject(new Error('not used')) },
      get: (id) => (id === ID ? get() : null),
      byConnection: () => [get()],
      onChange: (listener) => changed.add(listener),
    },
    waiting: {
      intake: { add: () => Promise.reject(new Error('not used')) },
      byConnection: () => [],
      remove: () => Promise.reject(new Error('not used')),
      heldBy: () => null,
      onChange: () => () => undefined,
    },
    connections: {
      authenticate: () => null,
      markSeen: () => undefined,
      get: () => ({ state: connection }) as ConnectionView,
      onChange: (listener: Parameters<Connections['onChange']>[0]) =>
        connectionChanged.add(listener),
    },
  })
  let answer: {
    readonly time: number
    readonly result: Result<FollowedInstruction, Refusal>
  } | null = null
  return {
    simulation,
    orders,
    processed: () => port.processed(OWN_CONNECTION, 10),
    async wait(ms = 25_000, signal = new AbortController().signal, connectionId = OWN_CONNECTION) {
      void port.wait(connectionId, ID, ms, signal).then((result) => {
        answer = { time: simulation.now, result }
      })
      await settle()
    },
    async setState(next: State) {
      state = next
      changed.emit(get())
      await settle()
    },
    async revokeConnection() {
      connection = 'revoked'
      connectionChanged.emit({ id: OWN_CONNECTION, kind: 'revoked' })
      await settle()
    },
    answer: () => answer,
    answeredState: () =>
      answer?.result.ok === true
        ? [answer.result.value.status, answer.result.value.outcome?.state ?? null]
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
  ])('answers at once when the instruction is over: %s', async (_title, state) => {
    const fixture = createFixture(state)
    await fixture.wait()
    expect(fixture.answer()?.time).toBe(0)
    expect(fixture.answeredState()).toEqual([state.status, state.outcome?.state ?? null])
  })

  test('waits through the decision and the sending for the outcome', async () => {
    const fixture = createFixture(PENDING)
    await fixture.wait()
    await fixture.simulation.run(4_000)
    await fixture.setState({ ...PENDING, requestCount: 2 })
    await fixture.setState(outcome('sending'))
    expect(fixture.answer()).toBeNull()
    await fixture.simulation.run(5_000)
    await fixture.setState(outcome('acknowledged'))
    expect([fixture.answer()?.time, fixture.answeredState()]).toEqual([
      5_000,
      ['APPROVED', 'acknowledged'],
    ])
  })

  test('answers when an outcome becomes unknown, and waits while it stays unknown', async () => {
    const first = createFixture(outcome('sending'))
    await first.wait()
    await first.setState(outcome('unknown'))
    expect(first.answeredState()).toEqual(['APPROVED', 'unknown'])
    const second = createFixture(outcome('unknown'))
    await second.wait()
    await second.setState(outcome('unknown'))
    expect(second.answer()).toBeNull()
    await second.setState(outcome('rejected'))
    expect(second.answeredState()).toEqual(['APPROVED', 'rejected'])
  })

  test('waits at most 25 s and no longer than requested', async () => {
    const long = createFixture(PENDING)
    await long.wait(60_000)
    await long.simulation.run(24_999)
    expect(long.answer()).toBeNull()
    await long.simulation.run(25_000)
    expect([long.answer()?.time, long.answeredState()]).toEqual([25_000, ['PENDING', null]])
    const short = createFixture(PENDING)
    await short.wait(0)
    await short.simulation.run(1)
    expect(short.answer()?.time).toBe(0)
  })

  test('ends with an aborted call or a revoked key, and shows another connection nothing', async () => {
    const abort = new AbortController()
    const ended = createFixture(PENDING)
    await ended.wait(25_000, abort.signal)
    abort.abort()
    await settle()
    expect(ended.answeredState()).toEqual(['PENDING', null])
    const foreign = createFixture(PENDING)
    await foreign.wait(25_000, new AbortController().signal, OTHER_CONNECTION)
    expect(foreign.answer()?.result).toMatchObject({ ok: false, error: { code: 'not-found' } })
    const revoked = createFixture(PENDING)
    await revoked.wait()
    await revoked.revokeConnection()
    expect(revoked.answer()?.result).toMatchObject({ ok: false, error: { code: 'not-found' } })
  })
})

describe('CONFIRM-43: what came of an instruction', () => {
  const approved = (clientOrderId: string): State => ({
    ...outcome('acknowledged'),
    outcome: {
      state: 'acknowledged',
      clientOrderId: clientOrderId as never,
      text: '',
      at: 0 as never,
    },
  })

  test('is its order as it is now, in the answer to a wait and in the list', async () => {
    const fixture = createFixture(approved('one'))
    fixture.orders.push(orderRow(draft(), 'other'), orderRow(draft(), 'one'))
    await fixture.wait()
    expect(fixture.answer()?.result).toMatchObject({ value: { order: { status: 'working' } } })
    fixture.orders[1] = orderRow(draft(), 'one', { status: 'cancelled' })
    expect(expectOk(await fixture.processed())).toMatchObject([{ order: { status: 'cancelled' } }])
  })

  test('is not guessed when the order is of another account, or not known any more', async () => {
    const fixture = createFixture(approved('one'))
    fixture.orders.push(orderRow({ ...draft(), accountId: 'ACC2' as never }, 'one'))
    expect(expectOk(await fixture.processed())).toMatchObject([{ order: null }])
  })
})
