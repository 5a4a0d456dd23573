import { describe, expect, test } from 'vitest'
import { createDispatch, ticketOf } from '../../../../electron/core/instructions/dispatch.js'
import type { InstructionDeskDeps } from '../../../../electron/core/instructions/desk-deps.js'
import { createLedger } from '../../../../electron/core/instructions/ledger.js'
import { orderNameOf } from '../../../../electron/core/instructions/hosted-gate.js'
import type { Made, NewStoreRecord } from '../../../../electron/core/instructions/store.js'
import { listeners } from '../../../../electron/core/live.js'
import { accountId, clientOrderId } from '../../../../shared/domain/ids.js'
import type {
  ConnectionId,
  InstructionAction,
  InstructionId,
} from '../../../../shared/domain/instruction.js'
import type { Order } from '../../../../shared/domain/order.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { TradeOutcome } from '../../../../shared/ipc/contract.js'
import { appError, type AppError } from '../../../../shared/ipc/errors.js'
import { settle } from '../../../simulation/core/world.js'
import { ACC, draft, money, NOW, order, price } from './judge-rig.js'

type Answer = Result<TradeOutcome, AppError>
const ID = '1'.repeat(32) as InstructionId
const PLACE: InstructionAction = { kind: 'place', draft: draft() }
const change = (kind: 'replace' | 'cancel', of = order('o1')): InstructionAction =>
  kind === 'cancel'
    ? { kind, accountId: ACC, clientOrderId: of.clientOrderId, before: of }
    : {
        kind,
        accountId: ACC,
        clientOrderId: of.clientOrderId,
        change: { limitPrice: price('99') },
        before: of,
      }
const LONG = 'x'.repeat(900)

/**
 * A dispatch over a queue with one instruction, an order desk that answers as told, and timers that
 * the test fires.
 */
async function rig(
  action: InstructionAction = PLACE,
  more: { readonly sourceId?: string; readonly take?: () => Promise<Result<void, string>> } = {},
) {
  const changed = listeners<readonly Order[]>()
  const world = {
    rows: [] as Order[],
    calls: [] as string[],
    names: [] as unknown[],
    told: [] as NewStoreRecord[],
    audit: [] as string[],
    logged: [] as string[],
    timers: [] as { readonly ms: number; readonly run: () => void }[],
    answer: (): Promise<Answer> =>
      Promise.resolve(ok({ outcome: 'acknowledged', order: order('o1') })),
    outcome: (): Promise<Result<TradeOutcome | null, AppError>> =>
      Promise.resolve(err(appError('provider/unavailable', 'no'))),
    storeFails: null as NewStoreRecord['kind'] | null,
    gate: null as Promise<void> | null,
    row(of: Order) {
      this.rows = [of]
      changed.emit([of])
    },
    subscribed: 0,
  }
  const call = (name: string, rest: readonly unknown[] = []) => {
    world.calls.push(name)
    world.names.push(...rest)
    return world.answer()
  }
  const record = (kind: string, line: string) => {
    world.audit.push(`${kind}: ${line}`)
    return Promise.resolve(ok({ seq: 0, hash: '' }))
  }
  const ledger = createLedger({
    append: async (step) => {
      await world.gate
      if (world.storeFails === step.kind) return err({ kind: 'full', message: 'full' })
      world.told.push(step)
      return ok(undefined)
    },
    read: () => Promise.resolve(ok([])),
    close: () => Promise.resolve(),
  })
  await ledger.add(
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
      } as Made,
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
          world.logged.push(name)
        },
      },
      timers: {
        after: (ms: number, run: () => void) => {
          const timer = { ms, run }
          world.timers.push(timer)
          return () => {
            world.timers = world.timers.filter((each) => each !== timer)
          }
        },
      },
      door: {
        submit: (ticket: string, _draft: unknown, ...name: unknown[]) =>
          call(`submit ${ticket}`, name),
        replace: (_account: unknown, id: string) => call(`replace ${id}`),
        cancel: (_account: unknown, id: string) => call(`cancel ${id}`),
        outcome: (ticket: string) => {
          world.calls.push(`outcome ${ticket}`)
          return world.outcome()
        },
        orders: {
          all: () => world.rows,
          subscribe: (listener: (rows: readonly Order[]) => void) => {
            world.subscribed += 1
            const stop = changed.add(listener)
            return () => {
              world.subscribed -= 1
              stop()
            }
          },
        },
      },
      ...(more.take === undefined ? {} : { hosted: { take: more.take } }),
    } as unknown as InstructionDeskDeps,
    ledger,
  )
  const instruction = () => {
    const found = ledger.get(ID)
    if (found === undefined) throw new Error('gone')
    return found
  }
  const send = (detail = 'Approved by the person') =>
    dispatch.send(instruction(), {
      why: 'approved',
      detail,
      worth: money('1000'),
      digest: null,
      asked: '',
    })
  const after = () => {
    const { status, ending, outcome } = instruction()
    return outcome === null
      ? `${status}: ${ending?.why ?? ''} ${ending?.detail ?? ''}`
      : `${outcome.state} ${outcome.clientOrderId ?? 'none'}: ${outcome.text}`
  }
  /** What the first outcome on the record was, whatever was found out afterwards. */
  const first = () =>
    world.told.flatMap((step) =>
      step.kind === 'outcome'
        ? [`${step.state} ${step.clientOrderId ?? 'none'}: ${step.text}`]
        : [],
    )[0]
  return {
    world,
    ledger,
    dispatch,
    instruction,
    send,
    after,
    first,
    fire: async (ms: number) => {
      for (const timer of world.timers.filter((each) => each.ms === ms)) {
        world.timers = world.timers.filter((each) => each !== timer)
        timer.run()
      }
      await settle()
    },
  }
}

describe('rule-12: what the order desk answers is what is written down, at once', () => {
  test.each<[string, Answer, string]>([
    [
      'taken',
      ok({ outcome: 'acknowledged', order: order('o1') }),
      'acknowledged o1: The broker took it',
    ],
    [
      'refused with its order',
      ok({ outcome: 'rejected', order: order('o1'), code: 'NO', reason: 'too poor' }),
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'refused without one',
      ok({
        outcome: 'rejected',
        order: null,
        code: 'NO',
        reason: 'too poor',
      } as unknown as TradeOutcome),
      'rejected none: The broker refused it: too poor',
    ],
    [
      'denied here',
      ok({ outcome: 'denied', reasons: ['one', 'two'] }),
      'denied none: Not sent: one; two',
    ],
    [
      'not known',
      ok({ outcome: 'unknown', order: order('o1') }),
      'unknown o1: It is not known yet whether it was done; the desk is finding out',
    ],
    [
      'an error that proves that nothing was sent',
      err(appError('session/not-ready', 'not connected', { order: 'not-placed' })),
      'denied none: not connected',
    ],
    [
      'an error after which it may exist',
      err(appError('session/not-ready', 'gone', { order: 'may-exist' })),
      'unknown none: It is not known whether it was done: gone',
    ],
    [
      'an error that says neither',
      err(appError('session/not-ready', 'gone', { class: 'ambiguous' })),
      'unknown none: It is not known whether it was done: gone',
    ],
  ])('%s', async (_what, answer, text) => {
    const at = await rig()
    at.world.answer = () => Promise.resolve(answer)
    await at.send()
    expect([at.first(), at.world.calls[0], at.world.audit.at(2)]).toEqual([
      text,
      `submit ${ticketOf(ID)}`,
      `outcome: ${text.slice(text.indexOf(':') + 2)}`,
    ])
  })

  test('only what is not known is asked about', async () => {
    const [known, open] = [await rig(), await rig()]
    open.world.answer = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await known.send()
    await open.send()
    expect([known.world.calls, open.world.calls]).toEqual([
      [`submit i-${ID}`],
      [`submit i-${ID}`, `outcome i-${ID}`],
    ])
  })

  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
    ['a cancel', change('cancel'), 'o1'],
  ])(
    '%s whose request broke off is not known, under the name that it has',
    async (_what, action, name) => {
      const at = await rig(action)
      at.world.answer = () => Promise.reject(new Error('broken'))
      await at.send()
      expect(at.first()).toBe(
        `unknown ${name}: It is not known whether it was done: the request broke off`,
      )
    },
  )

  test('a change and a cancel keep the name of their order, whatever the answer says', async () => {
    for (const kind of ['replace', 'cancel'] as const) {
      const at = await rig(change(kind))
      at.world.answer = () => Promise.resolve(ok({ outcome: 'denied', reasons: ['no'] }))
      await at.send()
      expect([at.world.calls, at.first()]).toEqual([[`${kind} o1`], 'denied o1: Not sent: no'])
    }
  })

  test('however long a text is, it fits into the records; an outcome that could not be kept is logged', async () => {
    const at = await rig()
    at.world.answer = () => Promise.resolve(ok({ outcome: 'denied', reasons: [LONG] }))
    at.world.storeFails = 'outcome'
    await at.send(LONG)
    expect([
      at.instruction().outcome?.text.length,
      at.instruction().ending?.detail.length,
      at.world.audit.at(-1)?.length,
      at.world.logged,
    ]).toEqual([500, 500, 'outcome: '.length + 300, ['instruction.outcome-not-kept']])
    const kept = await rig()
    await kept.send()
    expect(kept.world.logged).toEqual([])
  })
})

describe('rule-12: what stops an order between its decision and the order desk', () => {
  test('a stop that comes while it is written down; the first one holds, and is waited for', async () => {
    const at = await rig()
    const sending = at.send()
    expect([
      at.dispatch.busy(ID),
      at.dispatch.busy('2'.repeat(32) as InstructionId),
      at.dispatch.stop('2'.repeat(32) as InstructionId, { why: 'revoked', detail: '' }),
    ]).toEqual([true, false, null])
    const stopping = at.dispatch.stop(ID, { why: 'revoked', detail: LONG })
    void at.dispatch.stop(ID, { why: 'withdrawn', detail: 'later' })
    await stopping
    expect([
      at.dispatch.busy(ID),
      at.world.calls,
      at.instruction().status,
      at.instruction().ending?.why,
      at.instruction().ending?.detail.length,
      at.world.audit.at(-1)?.length,
    ]).toEqual([false, [], 'REJECTED', 'revoked', 500, 'ended: '.length + 300])
    await sending
  })

  test('an order that has been handed over cannot be stopped any more, and is not taken for stopped', async () => {
    const at = await rig()
    let go: () => void = () => undefined
    at.world.answer = () =>
      new Promise((resolve) => {
        go = () => resolve(ok({ outcome: 'acknowledged', order: order('o1') }))
      })
    const sending = at.send()
    await settle()
    expect([
      at.world.calls.length,
      at.dispatch.busy(ID),
      at.dispatch.stop(ID, { why: 'revoked', detail: 'too late' }),
    ]).toEqual([1, false, null])
    go()
    await sending
    expect([at.after(), at.dispatch.busy(ID)]).toEqual([
      'acknowledged o1: The broker took it',
      false,
    ])
  })

  test('a queue that cannot be written, and an instruction that ended meanwhile, are not sent', async () => {
    const at = await rig()
    at.world.storeFails = 'sending'
    await at.send()
    expect([at.world.calls, at.after()]).toEqual([
      [],
      'REJECTED: withdrawn Not sent: it could not be written down',
    ])
  })

  test('after the session ended nothing is sent, asked or followed', async () => {
    const at = await rig()
    const sending = at.send()
    at.dispatch.dispose()
    await sending
    expect([at.world.calls, at.after(), at.world.subscribed]).toEqual([
      [],
      'denied none: Not sent: the session ended',
      0,
    ])
  })
})

describe('rule-12: what waits at its source as well', () => {
  const hosted = (take: () => Promise<Result<void, string>>) => rig(PLACE, { sourceId: 's1', take })

  test('is sent only with the word of the source, under a name that the source knows', async () => {
    const [at, local] = [await hosted(() => Promise.resolve(ok(undefined))), await rig()]
    await at.send()
    await local.send()
    expect([at.world.calls, at.world.names, local.world.names]).toEqual([
      [`submit i-${ID}`],
      [orderNameOf(ID)],
      [],
    ])
  })

  test.each<[string, () => Promise<Result<void, string>>, string]>([
    [
      'it was taken back there',
      () => Promise.resolve(err('it was taken back')),
      'denied none: Not sent: it was taken back',
    ],
    [
      'nobody could be asked',
      () => Promise.reject(new Error('broken')),
      'denied none: Not sent: the provider could not be asked whether it still waits',
    ],
  ])('%s', async (_what, take, text) => {
    const at = await hosted(take)
    await at.send()
    expect([at.world.calls, at.after()]).toEqual([[], text])
  })

  test('without a gate to the source nothing of the source is sent', async () => {
    const at = await rig(PLACE, { sourceId: 's1' })
    await at.send()
    expect([at.world.calls, at.after()]).toEqual([
      [],
      'denied none: Not sent: the provider could not be asked whether it still waits',
    ])
  })
})

describe('rule-12: how what is not known becomes known', () => {
  const open = async (action: InstructionAction = PLACE, name: string | null = 'o1') => {
    const at = await rig(action)
    at.world.answer = () =>
      name === null
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(ok({ outcome: 'unknown', order: order(name) }))
    await at.send()
    await settle()
    return at
  }
  const asked = (at: Awaited<ReturnType<typeof open>>) =>
    at.world.calls.filter((call) => call.startsWith('outcome')).length

  test.each<[string, Partial<Order>, string]>([
    ['working', { status: 'working' }, 'acknowledged o1: The broker took it'],
    [
      'rejected',
      { status: 'rejected', note: 'too poor' },
      'rejected o1: The broker refused it: too poor',
    ],
    [
      'rejected without a word',
      { status: 'rejected' },
      'rejected o1: The broker refused it: no reason was given',
    ],
    ['denied', { status: 'denied' }, 'denied o1: It was not placed'],
    ['not placed', { status: 'not-placed', note: 'nobody knows it' }, 'denied o1: nobody knows it'],
  ])('its row shows it: %s', async (_what, row, text) => {
    const at = await open()
    at.world.row(order('o2', row))
    at.world.row(order('o1', { ...row, accountId: accountId('ELSEWHERE') }))
    at.world.row(order('o1', { status: 'unknown' }))
    await settle()
    expect(at.instruction().outcome?.state).toBe('unknown')
    at.world.row(order('o1', row))
    await settle()
    expect(at.after()).toBe(text)
  })

  test('it is asked about every two seconds until somebody knows, also when asking breaks', async () => {
    const at = await open()
    at.world.outcome = () => Promise.reject(new Error('broken'))
    await at.fire(2_000)
    await at.fire(2_000)
    expect([
      asked(at),
      at.instruction().outcome?.state,
      at.world.timers.map(({ ms }) => ms),
    ]).toEqual([3, 'unknown', [2_000]])
    at.world.outcome = () => Promise.resolve(ok(null))
    await at.fire(2_000)
    expect([at.after(), at.world.timers]).toEqual([
      'denied none: Not sent: it never came to the order desk',
      [],
    ])
  })

  test('one that has become known meanwhile is not asked about again, nor one of a session that ended', async () => {
    const at = await open()
    at.world.row(order('o1'))
    await settle()
    await at.fire(2_000)
    expect(asked(at)).toBe(1)
    const over = await open()
    over.dispatch.dispose()
    await over.fire(2_000)
    expect([asked(over), over.world.timers, over.world.subscribed]).toEqual([1, [], 0])
  })

  test('a session that ends while it is asked does not ask again', async () => {
    const at = await open()
    at.world.outcome = () => {
      at.dispatch.dispose()
      return Promise.resolve(err(appError('provider/unavailable', 'no')))
    }
    await at.fire(2_000)
    expect([asked(at), at.world.timers]).toEqual([2, []])
  })

  test('the order desk tells the name first: it is written down, and from then on the row of that name tells', async () => {
    const at = await open(PLACE, null)
    at.world.rows = [order('other', { status: 'rejected' }), order('o1', { status: 'unknown' })]
    at.world.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await at.fire(2_000)
    expect(at.instruction().outcome).toMatchObject({
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
    })
    // The same again tells nothing new: nothing is written, and nothing is asked again.
    expect([
      at.world.told.filter(({ kind }) => kind === 'outcome').length,
      asked(at),
      at.world.timers,
    ]).toEqual([2, 3, []])
    at.world.row(order('o1'))
    await settle()
    expect(at.after()).toBe('acknowledged o1: The broker took it')
  })

  test('a row that told already, before anybody asked, is not missed', async () => {
    const at = await open()
    at.world.rows = [
      order('other', { status: 'rejected' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'rejected' }),
      order('o1'),
    ]
    at.world.outcome = () => Promise.resolve(ok({ outcome: 'unknown', order: order('o1') }))
    await at.fire(2_000)
    expect(at.after()).toBe('acknowledged o1: The broker took it')
  })

  test('a change is found in its own order, once the order desk can say so', async () => {
    const at = await open(change('cancel'))
    at.world.outcome = () => Promise.resolve(ok(null))
    await at.fire(2_000)
    expect([at.instruction().outcome?.state, at.world.timers.length]).toEqual(['unknown', 1])
    at.world.rows = [
      order('other', { status: 'cancelled' }),
      order('o1', { accountId: accountId('ELSEWHERE'), status: 'cancelled' }),
      order('o1', { pending: { kind: 'cancel', state: 'unknown', since: NOW } }),
    ]
    await at.fire(2_000)
    expect(at.instruction().outcome?.state).toBe('unknown')
    at.world.rows = [order('other'), order('o1', { status: 'cancelled' })]
    await at.fire(2_000)
    expect(at.after()).toBe('acknowledged o1: The order is cancelled')
  })
})

describe('rel-028: what the last run left open', () => {
  test.each<[string, InstructionAction, string]>([
    ['an order', PLACE, 'none'],
    ['a change', change('replace'), 'o1'],
  ])(
    '%s that was being sent is not known, and is asked about; nothing is sent again',
    async (_what, action, name) => {
      const at = await rig(action)
      await at.ledger.enact({
        kind: 'sending',
        id: ID,
        why: 'approved',
        detail: '',
        worth: money('1'),
        at: NOW,
      })
      at.dispatch.recover()
      await settle()
      expect([at.after(), at.world.calls]).toEqual([
        `unknown ${name}: The program ended while it was being sent; the desk is finding out what became of it`,
        [`outcome i-${ID}`],
      ])
    },
  )

  test('one that was not known is asked about again, without another record of that; what is settled is left alone', async () => {
    const at = await rig()
    await at.ledger.enact({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await at.ledger.note({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: null,
      text: 'as it was',
      at: NOW,
    })
    at.dispatch.recover()
    await settle()
    expect([at.after(), at.world.calls, at.world.audit]).toEqual([
      'unknown none: as it was',
      [`outcome i-${ID}`],
      [],
    ])
    await at.ledger.note({
      kind: 'outcome',
      id: ID,
      state: 'acknowledged',
      clientOrderId: clientOrderId('o1'),
      text: 'done',
      at: NOW,
    })
    at.dispatch.recover()
    await settle()
    expect(at.world.calls).toHaveLength(1)
  })

  test('rows are no outcome before the order desk has told something in this run', async () => {
    const at = await rig()
    await at.ledger.enact({
      kind: 'sending',
      id: ID,
      why: 'approved',
      detail: '',
      worth: money('1'),
      at: NOW,
    })
    await at.ledger.note({
      kind: 'outcome',
      id: ID,
      state: 'unknown',
      clientOrderId: clientOrderId('o1'),
      text: 'as it was',
      at: NOW,
    })
    at.world.row(order('o1'))
    await settle()
    expect(at.after()).toBe('unknown o1: as it was')
  })
})
