import { describe, expect, test } from 'vitest'
import {
  createDispatch,
  ticketOf,
} from '../../../../../electron/core/instructions/queue/dispatch.js'
import type { InstructionServiceDeps } from '../../../../../electron/core/instructions/queue/instruction-service-deps.js'
import { createInstructionStore } from '../../../../../electron/core/instructions/queue/instruction-store.js'
import { clientOrderIdOf } from '../../../../../electron/core/instructions/queue/hosted-gate.js'
import type {
  NewInstruction,
  NewLogRecord,
} from '../../../../../electron/core/instructions/queue/instruction-log.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import { accountId, clientOrderId } from '../../../../../shared/domain/ids.js'
import type {
  ConnectionId,
  InstructionAction,
  InstructionId,
} from '../../../../../shared/domain/instructions/instruction.js'
import type { Order } from '../../../../../shared/domain/orders/order.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../../../shared/domain/orders/trade-outcome.js'
import { appError, type AppError } from '../../../../../shared/domain/app/app-error.js'
import { settle } from '../../../../simulation/core/simulation.js'
import { ACC, draft, money, NOW, order, price } from '../policy/policy-fixture.js'
import { foreign } from '../../../../../shared/messages/make-message.js'

type Answer = Result<TradeOutcome, AppError>
const ID = '1'.repeat(32) as InstructionId
const PLACE: InstructionAction = { kind: 'place', draft: draft() }
const change = (kind: 'replace' | 'cancel', target = order('o1')): InstructionAction =>
  kind === 'cancel'
    ? { kind, accountId: ACC, clientOrderId: target.clientOrderId, before: target }
    : {
        kind,
        accountId: ACC,
        clientOrderId: target.clientOrderId,
        change: { limitPrice: price('99') },
        before: target,
      }
const LONG = 'x'.repeat(900)

/**
 * Opens a dispatch over one instruction, with an order service whose answers and timers the test
 * controls.
 */
async function openFixture(
  action: InstructionAction = PLACE,
  more: { readonly sourceId?: string; readonly acquire?: () => Promise<Result<void, string>> } = {},
) {
  const changed = createEmitter<readonly Order[]>()
  const state = {
    rows: [] as Order[],
    calls: [] as string[],
    names: [] as unknown[],
    records: [] as NewLogRecord[],
    audit: [] as string[],
    logged: [] as string[],
    timers: [] as { readonly ms: number; readonly run: () => void }[],
    answer: (): Promise<Answer> =>
      Promise.resolve(ok({ outcome: 'acknowledged', order: order('o1') })),
    outcome: (): Promise<Result<TradeOutcome | null, AppError>> =>
      Promise.resolve(err(appError('provider/unavailable', foreign('no')))),
    storeFails: null as NewLogRecord['kind'] | null,
    gate: null as Promise<void> | null,
    setRow(updated: Order) {
      this.rows = [updated]
      changed.emit([updated])
    },
    subscribed: 0,
  }
  const call = (name: string, rest: readonly unknown[] = []) => {
    state.calls.push(name)
    state.names.push(...rest)
    return state.answer()
  }
  const record = (kind: string, line: string) => {
    state.audit.push(`${kind}: ${line}`)
    return Promise.resolve(ok({ seq: 0, hash: '' }))
  }
  const store = createInstructionStore({
    append: async (step) => {
      await state.gate
      if (state.storeFails === step.kind) return err({ kind: 'full', message: 'full' })
      state.records.push(step)
      return ok(undefined)
    },
    read: () => Promise.resolve(ok([])),
    close: () => Promise.resolve(),
  })
  await store.add(
    [
      {
        id: ID,
        source: more.sourceId === undefined ? 'local' : 'hosted',
        ...(more.sourceId === undefined ? {} : { sourceId: more.sourceId }),
        connectionId: '00000000000000a1' as ConnectionId,
        connectionName: 'Helper',
        environment: 'practice',
        key: 'k',
        requestDigest: '0'.repeat(64),
        action,
        reason: '',
        batch: null,
        createdAt: NOW,
        expiresAt: epochMs(NOW + 60_000),
      } as NewInstruction,
    ],
    [money('1000')],
  )
  const dispatch = createDispatch(
    {
      audit: {
        append: (kind: string, _subject: string, line: string) => record(kind, line),
        begin: (kind: string, _subject: string, line: string) => {
          const written = record(kind, line)
          return { written, proved: written }
        },
      },
      clock: { now: () => NOW, monotonic: () => 0 },
      log: {
        event: (_level: string, name: string) => {
          state.logged.push(name)
        },
      },
      timers: {
        after: (ms: number, run: () => void) => {
          const timer = { ms, run }
          state.timers.push(timer)
          return () => {
            state.timers = state.timers.filter((other) => other !== timer)
          }
        },
      },
      orderGateway: {
        submit: (ticket: string, _draft: unknown, ...name: unknown[]) =>
          call(`submit ${ticket}`, name),
        replace: (_account: unknown, id: string) => call(`replace ${id}`),
        cancel: (_account: unknown, id: string) => call(`cancel ${id}`),
        outcome: (ticket: string) => {
          state.calls.push(`outcome ${ticket}`)
          return state.outcome()
        },
        orders: {
          all: () => state.rows,
          subscribe: (listener: (rows: readonly Order[]) => void) => {
            state.subscribed += 1
            const stop = changed.add(listener)
            return () => {
              state.subscribed -= 1
              stop()
            }
          },
        },
      },
      ...(more.acquire === undefined ? {} : { hosted: { acquire: more.acquire } }),
    } as unknown as InstructionServiceDeps,
    store,
  )
  const instruction = () => {
    const found = store.get(ID)
    if (found === undefined) throw new Error('gone')
    return found
  }
  const send = (detail = 'Approved by the person') =>
    dispatch.send(instruction(), {
      why: 'approved',
      detail,
      exposure: money('1000'),
      digest: null,
      requestDigest: '',
    })
  const after = () => {
    const { status, ending, outcome } = instruction()
    return outcome === null
      ? `${status}: ${ending?.why ?? ''} ${ending?.detail ?? ''}`
      : `${outcome.state} ${outcome.clientOrderId ?? 'none'}: ${outcome.text}`
  }
  /** Returns the first outcome on the record, whatever came later. */
  const first = () =>
    state.records.flatMap((step) =>
      step.kind === 'outcome'
        ? [`${step.state} ${step.clientOrderId ?? 'none'}: ${step.text}`]
        : [],
    )[0]
  return {
    state,
    store,
    dispatch,
    instruction,
    send,
    after,
    first,
    fire: async (ms: number) => {
      for (const timer of state.timers.filter((candidate) => candidate.ms === ms)) {
        state.timers = state.timers.filter((other) => other !== timer)
        timer.run()
      }
      await settle()
    },
  }
}

describe('CONFIRM-12: the answer of the order service is recorded at once', () => {
  test.each<[string, Answer, string]>([
    [
      'records an acknowledged order',
      ok({ outcome: 'acknowledged', order: order('o1') }),
      'acknowledged o1: The broker accepted it',
    ],
    [
      'records a rejection with its order',
      ok({ outcome: 'rejected', order: order('o1'), code: 'NO', reason: foreign('too poor') }),
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'records a rejection without an order',
      ok({
        outcome: 'rejected',
        order: null,
        code: 'NO',
        reason: foreign('too poor'),
      } as unknown as TradeOutcome),
      'rejected none: The broker refused it: too poor',
    ],
    [
      'records a denial',
      ok({ outcome: 'denied', reasons: [foreign('one'), foreign('two')] }),
      'denied none: Not sent: one; two',
    ],
    [
      'records an unknown outcome',
      ok({ outcome: 'unknown', order: order('o1') }),
      'unknown o1: It is not known yet whether it was done; Countersign is checking',
    ],
    [
      'records an error that proves that nothing was sent as a denial',
      err(appError('session/not-ready', foreign('not connected'), { order: 'not-placed' })),
      'denied none: not connected',
    ],
    [
      'records an error after which the order may exist as unknown',
      err(appError('session/not-ready', foreign('gone'), { order: 'may-exist' })),
      'unknown none: It is not known whether it was done: gone',
    ],
    [
      'records an error that says neither as unknown',
      err(appError('session/not-ready', foreign('gone'), { class: 'ambiguous' })),
      'unknown none: It is not known whether it was done: gone',
    ],
  ])('%s', async (_title, answer, text) => {
    const fixture = await openFixture()
    fixture.state.answer = () => Promise.resolve(answer)
    await fixture.send()
    expect([fixture.first(), fixture.state.calls[0], fixture.state.audit.at(2)]).toEqual([
      text,
      `submit ${ticketOf(ID)}`,
      `outcome: ${text.slice(text.indexOf(':') + 2)}`,
    ])
  })

  test('queries the outcome only when it is unknown', async () => {
    const [known, open] = [await openFixture(), await openFixture()]
    open.state.answer = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await known.send()
    await open.send()
    expect([known.state.calls, open.state.calls]).toEqual([
      [`submit i-${ID}`],
      [`submit i-${ID}`, `outcome i-${ID}`],
    ])
  })

  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
    ['a cancel', change('cancel'), 'o1'],
  ])('records %s whose request failed as unknown, with its id', async (_title, action, name) => {
    const fixture = await openFixture(action)
    fixture.state.answer = () => Promise.reject(new Error('broken'))
    await fixture.send()
    expect(fixture.first()).toBe(
      `unknown ${name}: It is not known whether it was done: the request was interrupted`,
    )
  })

  test("keeps the order's id for a change and a cancel, whatever the answer is", async () => {
    for (const kind of ['replace', 'cancel'] as const) {
      const fixture = await openFixture(change(kind))
      fixture.state.answer = () =>
        Promise.resolve(ok({ outcome: 'denied', reasons: [foreign('no')] }))
      await fixture.send()
      expect([fixture.state.calls, fixture.first()]).toEqual([
        [`${kind} o1`],
        'denied o1: Not sent: no',
      ])
    }
  })

  test('shortens long texts for the records, and logs an outcome that could not be stored', async () => {
    const fixture = await openFixture()
    fixture.state.answer = () =>
      Promise.resolve(ok({ outcome: 'denied', reasons: [foreign(LONG)] }))
    fixture.state.storeFails = 'outcome'
    await fixture.send(LONG)
    expect([
      fixture.instruction().outcome?.text.length,
      fixture.instruction().ending?.detail.length,
      fixture.state.audit.at(-1)?.length,
      fixture.state.logged,
    ]).toEqual([500, 500, 'outcome: '.length + 300, ['instruction.outcome-not-saved']])
    const stored = await openFixture()
    await stored.send()
    expect(stored.state.logged).toEqual([])
  })
})

describe('CONFIRM-12: stopping an order between the decision and the order service', () => {
  test('accepts the first stop while the send is written down, and waits for it', async () => {
    const fixture = await openFixture()
    const sending = fixture.send()
    expect([
      fixture.dispatch.isRunning(ID),
      fixture.dispatch.isRunning('2'.repeat(32) as InstructionId),
      fixture.dispatch.stop('2'.repeat(32) as InstructionId, { why: 'revoked', detail: '' }),
    ]).toEqual([true, false, null])
    const stopping = fixture.dispatch.stop(ID, { why: 'revoked', detail: LONG })
    void fixture.dispatch.stop(ID, { why: 'withdrawn', detail: 'later' })
    await stopping
    expect([
      fixture.dispatch.isRunning(ID),
      fixture.state.calls,
      fixture.instruction().status,
      fixture.instruction().ending?.why,
      fixture.instruction().ending?.detail.length,
      fixture.state.audit.at(-1)?.length,
    ]).toEqual([false, [], 'REJECTED', 'revoked', 500, 'ended: '.length + 300])
    await sending
  })

  test('refuses a stop after the order was handed over, and records the real outcome', async () => {
    const fixture = await openFixture()
    let resolveAnswer: () => void = () => undefined
    fixture.state.answer = () =>
      new Promise((resolve) => {
        resolveAnswer = () => resolve(ok({ outcome: 'acknowledged', order: order('o1') }))
      })
    const sending = fixture.send()
    await settle()
    expect([
      fixture.state.calls.length,
      fixture.dispatch.isRunning(ID),
      fixture.dispatch.stop(ID, { why: 'revoked', detail: 'too late' }),
    ]).toEqual([1, false, null])
    resolveAnswer()
    await sending
    expect([fixture.after(), fixture.dispatch.isRunning(ID)]).toEqual([
      'acknowledged o1: The broker accepted it',
      false,
    ])
  })

  test('sends nothing when the store cannot be written', async () => {
    const fixture = await openFixture()
    fixture.state.storeFails = 'sending'
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([
      [],
      'REJECTED: withdrawn Not sent: it could not be saved',
    ])
  })

  test('sends, queries and subscribes nothing after the session ended', async () => {
    const fixture = await openFixture()
    const sending = fixture.send()
    fixture.dispatch.dispose()
    await sending
    expect([fixture.state.calls, fixture.after(), fixture.state.subscribed]).toEqual([
      [],
      'denied none: Not sent: the session ended',
      0,
    ])
  })
})

describe('CONFIRM-12: an instruction of the hosted server', () => {
  const hosted = (acquire: () => Promise<Result<void, string>>) =>
    openFixture(PLACE, { sourceId: 's1', acquire })

  test('is sent only after the provider released it, under an id that the provider knows', async () => {
    const [fixture, local] = [
      await hosted(() => Promise.resolve(ok(undefined))),
      await openFixture(),
    ]
    await fixture.send()
    await local.send()
    expect([fixture.state.calls, fixture.state.names, local.state.names]).toEqual([
      [`submit i-${ID}`],
      [clientOrderIdOf(ID)],
      [],
    ])
  })

  test.each<[string, () => Promise<Result<void, string>>, string]>([
    [
      'is not sent when it was taken back at the provider',
      () => Promise.resolve(err('it was taken back')),
      'denied none: Not sent: it was taken back',
    ],
    [
      'is not sent when the provider could not be reached',
      () => Promise.reject(new Error('broken')),
      'denied none: Not sent: the broker could not be asked whether it is still pending',
    ],
  ])('%s', async (_title, acquire, text) => {
    const fixture = await hosted(acquire)
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([[], text])
  })

  test('is not sent when there is no hosted source to release it', async () => {
    const fixture = await openFixture(PLACE, { sourceId: 's1' })
    await fixture.send()
    expect([fixture.state.calls, fixture.after()]).toEqual([
      [],
      'denied none: Not sent: the broker could not be asked whether it is still pending',
    ])
  })
})

describe('CONFIRM-12: settling an unknown outcome', () => {
  const open = async (action: InstructionAction = PLACE, name: string | null = 'o1') => {
    const fixture = await openFixture(action)
    fixture.state.answer = () =>
      name === null
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(ok({ outcome: 'unknown', order: order(name) }))
    await fixture.send()
    await settle()
    return fixture
  }
  const queryCount = (fixture: Awaited<ReturnType<typeof open>>) =>
    fixture.state.calls.filter((call) => call.startsWith('outcome')).length

  test.each<[string, Partial<Order>, string]>([
    ['working', { status: 'working' }, 'acknowledged o1: The broker accepted it'],
    [
      'rejected',
      { status: 'rejected', note: foreign('too poor') },
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'rejected without a reason',
      { status: 'rejected' },
      'rejected o1: The broker refused it: no reason was given',
    ],
    ['denied', { status: 'denied' }, 'denied o1: It was not placed'],
    [
      'not placed',
      { status: 'not-placed', note: foreign('nobody knows it') },
      'denied o1: nobody knows it',
    ],
  ])("uses the order's row: %s", async (_title, row, text) => {
    const fixture = await open()
    fixture.state.setRow(order('o2', row))
    fixture.state.setRow(order('o1', { ...row, accountId: accountId('ELSEWHERE') }))
    fixture.state.setRow(order('o1', { status: 'unknown' }))
    await settle()
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.setRow(order('o1', row))
    await settle()
    expect(fixture.after()).toBe(text)
  })

  test('queries every two seconds until there is an answer, also after failures', async () => {
    const fixture = await open()
    fixture.state.outcome = () => Promise.reject(new Error('broken'))
    await fixture.fire(2_000)
    await fixture.fire(2_000)
    expect([
      queryCount(fixture),
      fixture.instruction().outcome?.state,
      fixture.state.timers.map(({ ms }) => ms),
    ]).toEqual([3, 'unknown', [2_000]])
    fixture.state.outcome = () => Promise.resolve(ok(null))
    await fixture.fire(2_000)
    expect([fixture.after(), fixture.state.timers]).toEqual([
      'denied none: Not sent: Countersign has no record of the order',
      [],
    ])
  })

  test('does not query again once the outcome is known or the session has ended', async () => {
    const fixture = await open()
    fixture.state.setRow(order('o1'))
    await settle()
    await fixture.fire(2_000)
    expect(queryCount(fixture)).toBe(1)
    const over = await open()
    over.dispatch.dispose()
    await over.fire(2_000)
    expect([queryCount(over), over.state.timers, over.state.subscribed]).toEqual([1, [], 0])
  })

  test('does not query again when the session ends during a query', async () => {
    const fixture = await open()
    fixture.state.outcome = () => {
      fixture.dispatch.dispose()
      return Promise.resolve(err(appError('provider/unavailable', foreign('no'))))
    }
    await fixture.fire(2_000)
    expect([queryCount(fixture), fixture.state.timers]).toEqual([2, []])
  })

  test('records the id from the order service, and then uses the row of that id', async () => {
    const fixture = await open(PLACE, null)
    fixture.state.rows = [
      order('other', { status: 'rejected' }),
      order('o1', { status: 'unknown' }),
    ]
    fixture.state.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome).toMatchObject({
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
    })
    // The same answer again has nothing new: nothing is written or queried again.
    expect([
      fixture.state.records.filter(({ kind }) => kind === 'outcome').length,
      queryCount(fixture),
      fixture.state.timers,
    ]).toEqual([2, 3, []])
    fixture.state.setRow(order('o1'))
    await settle()
    expect(fixture.after()).toBe('acknowledged o1: The broker accepted it')
  })

  test('uses a row that had the outcome before the first query', async () => {
    const fixture = await open()
    fixture.state.rows = [
      order('other', { status: 'rejected' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'rejected' }),
      order('o1'),
    ]
    fixture.state.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await fixture.fire(2_000)
    expect(fixture.after()).toBe('acknowledged o1: The broker accepted it')
  })

  test("settles a cancel from its order's row once that shows the result", async () => {
    const fixture = await open(change('cancel'))
    fixture.state.outcome = () => Promise.resolve(ok(null))
    await fixture.fire(2_000)
    expect([fixture.instruction().outcome?.state, fixture.state.timers.length]).toEqual([
      'unknown',
      1,
    ])
    fixture.state.rows = [
      order('other', { status: 'cancelled' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'cancelled' }),
      order('o1', { pending: { kind: 'cancel', state: 'unknown', since: NOW } }),
    ]
    await fixture.fire(2_000)
    expect(fixture.instruction().outcome?.state).toBe('unknown')
    fixture.state.rows = [order('other'), order('o1', { status: 'cancelled' })]
    await fixture.fire(2_000)
    expect(fixture.after()).toBe('acknowledged o1: The order is canceled')
  })
})

describe('REL-28: instructions that the last run left open', () => {
  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
  ])(
    'records %s that was being sent as unknown and queries it, but sends nothing again',
    async (_title, action, name) => {
      const fixture = await openFixture(action)
      await fixture.store.commit({
        kind: 'sending',
        id: ID,
        why: 'approved',
        detail: '',
        worth: money('1'),
        at: NOW,
      })
      fixture.dispatch.recover()
      await settle()
      expect([fixture.after(), fixture.state.calls]).toEqual([
        `unknown ${name}: Countersign ended while it was being sent and is checking the outcome`,
        [`outcome i-${ID}`],
      ])
    },
  )

  test('queries an unknown one again without recording that, and leaves settled ones alone', async () => {
    const fixture = await openFixture()
    await fixture.store.commit({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: null,
      text: 'as it was',
      at: NOW,
    })
    fixture.dispatch.recover()
    await settle()
    expect([fixture.after(), fixture.state.calls, fixture.state.audit]).toEqual([
      'unknown none: as it was',
      [`outcome i-${ID}`],
      [],
    ])
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'acknowledged',
      clientOrderId: clientOrderId('o1'),
      text: 'done',
      at: NOW,
    })
    fixture.dispatch.recover()
    await settle()
    expect(fixture.state.calls).toHaveLength(1)
  })

  test('does not use rows before the order service has answered in this run', async () => {
    const fixture = await openFixture()
    await fixture.store.commit({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await fixture.store.append({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
      text: 'as it was',
      at: NOW,
    })
    fixture.state.setRow(order('o1'))
    await settle()
    expect(fixture.after()).toBe('unknown o1: as it was')
  })
})
