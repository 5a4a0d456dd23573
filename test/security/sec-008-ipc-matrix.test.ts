import { describe, expect, it, vi } from 'vitest'
import { laneOf } from '../../electron/app/ipc/call-limits.js'
import { InvokeGate } from '../../electron/app/ipc/invoke-gate.js'
import { createSenderRegistry } from '../../electron/app/ipc/sender-registry.js'
import type { SenderEvent } from '../../electron/app/ipc/sender-check.js'
import type { Handlers } from '../../electron/handlers/handler.js'
import { contract, type OpName } from '../../shared/ipc/contract.js'
import { TOPIC_SURFACES } from '../../shared/ipc/streams.js'
import { PANEL_OPERATIONS } from '../../shared/ipc/workspaces/panel-operations.js'
import { mayCall } from '../../shared/ipc/workspaces/surfaces.js'
import { appError } from '../../shared/domain/app/app-error.js'
import { epochMs } from '../../shared/domain/time.js'
import { foreign } from '../../shared/messages/make-message.js'
import { PERSON_PRESSES } from '../harness/windows/person-presses.js'
import { writtenOut } from '../harness/written-out.js'
import { VALID } from './valid-inputs.js'

const MAIN_ID = 7
const CONFIRM_ID = 8
const PANEL_ID = 9
const good: SenderEvent = {
  sender: { id: MAIN_ID },
  senderFrame: { url: 'app://desk/index.html', parent: null },
}
const confirming: SenderEvent = { ...good, sender: { id: CONFIRM_ID } }
const inPanelWindow: SenderEvent = { ...good, sender: { id: PANEL_ID } }
/** Returns the event of a window that may call the operation. */
const allowed = (op: OpName): SenderEvent => {
  const surfaces: readonly string[] = contract[op].surfaces
  if (surfaces.includes('main')) return good
  return surfaces.includes('panel') ? inPanelWindow : confirming
}

const OPS = Object.keys(contract) as OpName[]

function harness(
  answer: () => Promise<unknown> = () =>
    Promise.resolve({ ok: false, error: appError('session/not-ready', foreign('not yet')) }),
  locked = false,
) {
  const calls: string[] = []
  const handlers = Object.fromEntries(
    OPS.map((op) => [
      op,
      () => {
        calls.push(op)
        return answer()
      },
    ]),
  ) as unknown as Handlers
  const senders = createSenderRegistry()
  senders.add(MAIN_ID, 'main')
  senders.add(CONFIRM_ID, 'confirm')
  senders.add(PANEL_ID, 'panel')
  let now = 0
  const timers: { at: number; call: () => void }[] = []
  const invokeGate = new InvokeGate({
    handlers,
    senders,
    presses: PERSON_PRESSES,
    locked: () => locked,
    newRef: () => 'ref1',
    log: { event: vi.fn() },
    clock: { now: () => epochMs(now), monotonic: () => now },
    timers: {
      after(ms, call) {
        const entry = { at: now + ms, call }
        timers.push(entry)
        return () => void timers.splice(timers.indexOf(entry) >>> 0, 1)
      },
      every: () => () => undefined,
    },
  })
  const advance = (ms: number): void => {
    now += ms
    for (const entry of [...timers]) if (entry.at <= now) entry.call()
  }
  const gate: InvokeGate['invoke'] = (event, payload) => invokeGate.invoke(event, payload)
  return { gate, calls, advance }
}

const UNTRUSTED: readonly (readonly [string, SenderEvent])[] = [
  ['unknown web contents', { ...good, sender: { id: 99 } }],
  ['a sender without frame', { ...good, senderFrame: null }],
  ['a sub-frame', { ...good, senderFrame: { url: 'app://desk/index.html', parent: {} } }],
  ['another host', { ...good, senderFrame: { url: 'app://desk.evil/index.html', parent: null } }],
  [
    'an address with a user name',
    { ...good, senderFrame: { url: 'app://desk@evil/', parent: null } },
  ],
  ['another scheme', { ...good, senderFrame: { url: 'https://desk/index.html', parent: null } }],
  ['a blank page', { ...good, senderFrame: { url: 'about:blank', parent: null } }],
  ['an empty address', { ...good, senderFrame: { url: '', parent: null } }],
  [
    'an address with a port',
    { ...good, senderFrame: { url: 'app://desk:80/index.html', parent: null } },
  ],
]

describe.each(OPS)('SEC-08: %s', (op) => {
  it.each(UNTRUSTED)('is refused to %s without effect', async (_name, event) => {
    const { gate, calls } = harness()
    expect(await gate(event, { op, input: VALID[op] })).toMatchObject({
      ok: false,
      error: { code: 'ipc/not-allowed' },
    })
    expect(calls).toEqual([])
  })

  it('is refused to windows that may not call it', async () => {
    const { gate, calls } = harness()
    for (const [surface, event] of [
      ['main', good],
      ['panel', inPanelWindow],
      ['confirm', confirming],
    ] as const) {
      calls.length = 0
      const answer = await gate(event, { op, input: VALID[op] })
      if (mayCall(surface, op)) expect(calls).toEqual([op])
      else {
        expect(answer).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
        expect(calls).toEqual([])
      }
    }
  })

  it('refuses malformed input', async () => {
    const { gate, calls } = harness()
    const wrong: unknown[] = [null, undefined, 1, 'x', [], { ...(VALID[op] as object), extra: 1 }]
    for (const [key, value] of Object.entries(VALID[op] as object)) {
      wrong.push({ ...(VALID[op] as object), [key]: typeof value === 'number' ? 'x' : 12.5 })
    }
    const order = contract[op].effect === 'trade' ? 'not-placed' : 'none'
    for (const input of wrong) {
      expect(
        writtenOut(await gate(allowed(op), { op, input })),
        JSON.stringify(input),
      ).toMatchObject({
        ok: false,
        error: {
          code: 'ipc/invalid-input',
          order,
          message: expect.stringMatching(/wrong/) as string,
        },
      })
    }
    expect(calls).toEqual([])
  })

  it('refuses oversized requests before reading them', async () => {
    const { gate, calls } = harness()
    expect(
      await gate(allowed(op), {
        op,
        input: { ...(VALID[op] as object), text: 'x'.repeat(600_000) },
      }),
    ).toMatchObject({ ok: false, error: { code: 'ipc/too-large' } })
    expect(calls).toEqual([])
  })

  it('calls its handler with a valid input', async () => {
    const { gate, calls } = harness()
    expect(await gate(allowed(op), { op, input: VALID[op] })).toMatchObject({
      ok: false,
      error: { code: 'session/not-ready', ref: 'ref1' },
    })
    expect(calls).toEqual([op])
  })
})

/**
 * The operations that pass while the app is locked: reads, unlocking, and whatever can only reduce
 * risk.
 */
const PASSES_LOCKED: readonly OpName[] = [
  'lock.unlock',
  'lock.forget',
  'assistants.kill',
  'app.report',
  'session.set-trading',
]

describe('SEC-08: operations while the app is locked', () => {
  it.each(OPS)('%s', async (op) => {
    const { gate, calls } = harness(undefined, true)
    const answer = await gate(allowed(op), { op, input: VALID[op] })
    if (contract[op].effect === 'read' || PASSES_LOCKED.includes(op)) {
      return expect(calls).toEqual([op])
    }
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: 'lock/locked',
        order: contract[op].effect === 'trade' ? 'not-placed' : 'none',
      },
    })
    return expect(calls).toEqual([])
  })

  it('trading can be halted but not resumed', async () => {
    const { gate, calls } = harness(undefined, true)
    expect(
      await gate(good, { op: 'session.set-trading', input: { state: 'active', why: 'test' } }),
    ).toMatchObject({ ok: false, error: { code: 'lock/locked' } })
    expect(calls).toEqual([])
  })
})

describe('SEC-08: the IPC gate', () => {
  it('refuses malformed envelopes and unknown operations, including inherited names', async () => {
    const { gate, calls } = harness()
    for (const payload of [null, 'x', {}, { op: 1 }, { op: 'app.info', input: {}, more: 1 }]) {
      expect(await gate(good, payload)).toMatchObject({
        ok: false,
        error: { code: 'ipc/invalid-input' },
      })
    }
    for (const op of ['nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(await gate(good, { op, input: {} })).toMatchObject({
        ok: false,
        error: { code: 'ipc/unknown-operation' },
      })
    }
    expect(calls).toEqual([])
  })

  it('refuses payloads that cannot be measured', async () => {
    const { gate } = harness()
    const loop: Record<string, unknown> = {}
    loop['self'] = loop
    expect(await gate(good, loop)).toMatchObject({ ok: false, error: { code: 'ipc/too-large' } })
  })

  it('runs one submission of a ticket at a time', async () => {
    let release: (value: unknown) => void = () => undefined
    const { gate, calls } = harness(
      () =>
        new Promise((resolve) => {
          release = resolve
        }),
    )
    const first = gate(good, { op: 'orders.submit', input: VALID['orders.submit'] })
    expect(await gate(good, { op: 'orders.submit', input: VALID['orders.submit'] })).toMatchObject({
      ok: false,
      error: { code: 'ipc/busy', order: 'not-placed', retry: { afterMs: 250 } },
    })
    release({ ok: false, error: appError('session/not-ready', foreign('')) })
    await first
    expect(calls).toEqual(['orders.submit'])
  })

  describe('REL-36: while calls get no answer', () => {
    const silent = () => harness(() => new Promise(() => undefined))
    const cancelOf = (clientOrderId: string) => ({
      op: 'orders.cancel' as const,
      input: { accountId: 'ACC', clientOrderId },
    })
    const passes = async (
      { gate, calls }: ReturnType<typeof silent>,
      call: { readonly op: OpName; readonly input: unknown },
    ): Promise<boolean> => {
      const before = calls.length
      const reply = await Promise.race([gate(allowed(call.op), call), Promise.resolve(null)])
      expect(reply === null || !reply.ok).toBe(true)
      return calls.length > before
    }

    it('cancels another order while a cancel hangs', async () => {
      const fixture = silent()
      expect(await passes(fixture, cancelOf('order00001'))).toBe(true)
      expect(await passes(fixture, cancelOf('order00002'))).toBe(true)
      expect(await passes(fixture, cancelOf('order00001'))).toBe(false)
    })

    it('cancels a thousand orders at once', async () => {
      const fixture = silent()
      for (let order = 0; order < 1_000; order += 1) {
        expect(await passes(fixture, cancelOf(`order${10_000 + order}`))).toBe(true)
      }
    })

    it('submits, replaces and decides on other orders while one of each hangs', async () => {
      const fixture = silent()
      for (const [op, member] of [
        ['orders.submit', { ticket: 'abcdefgh' }],
        ['orders.submit-combo', { ticket: 'abcdefgh' }],
        ['orders.replace', { clientOrderId: 'order00001' }],
        ['confirm.decide', { id: 'd'.repeat(32) }],
        ['trading.flatten', { plan: 'd'.repeat(32) }],
      ] as const) {
        const input = VALID[op] as object
        expect(await passes(fixture, { op, input }), op).toBe(true)
        expect(await passes(fixture, { op, input }), op).toBe(false)
        expect(await passes(fixture, { op, input: { ...input, ...member } }), op).toBe(true)
      }
    })

    it('halts and cancels when every other lane is full', async () => {
      const fixture = silent()
      const { gate } = fixture
      for (const op of OPS) {
        if (['orders.cancel', 'assistants.kill'].includes(op)) continue
        const input =
          op === 'session.set-trading' ? { state: 'active', why: 'test' } : (VALID[op] as object)
        for (let call = 0; call < 130; call += 1) {
          const ticket = op === 'orders.submit' ? { ticket: `ticket-${call}` } : {}
          void gate(allowed(op), { op, input: { ...input, ...ticket } })
        }
      }
      expect(await passes(fixture, { op: 'session.get', input: {} })).toBe(false)
      for (const op of ['orders.cancel', 'assistants.kill', 'session.set-trading'] as const) {
        expect(await passes(fixture, { op, input: VALID[op] }), op).toBe(true)
      }
      // A person who presses the switch again is not refused.
      expect(await passes(fixture, { op: 'assistants.kill', input: { why: 'again' } })).toBe(true)
    })

    it('names the subject of every trade', () => {
      for (const op of OPS.filter((name) => contract[name].effect === 'trade')) {
        expect(laneOf(op, 'trade', VALID[op]).subject === '', op).toBe(op === 'assistants.kill')
      }
    })
  })

  it('never marks a slow or failed trade call as safe to repeat', async () => {
    const slow = harness(() => new Promise(() => undefined))
    const pending = slow.gate(good, { op: 'orders.submit', input: VALID['orders.submit'] })
    slow.advance(60_000)
    expect(await pending).toMatchObject({
      ok: false,
      error: { code: 'order/outcome-unknown', order: 'may-exist', retry: 'never' },
    })
    const failing = harness(() => Promise.reject(new Error('token=secret')))
    const answer = await failing.gate(good, { op: 'orders.cancel', input: VALID['orders.cancel'] })
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'order/outcome-unknown', retry: 'never' },
    })
    expect(JSON.stringify(answer)).not.toContain('secret')
    const careless = harness(() =>
      Promise.resolve({
        ok: false,
        error: appError('provider/unavailable', foreign('gone'), { retry: 'safe' }),
      }),
    )
    expect(
      await careless.gate(good, { op: 'orders.replace', input: VALID['orders.replace'] }),
    ).toMatchObject({ ok: false, error: { retry: 'never' } })
    expect(await careless.gate(good, { op: 'session.get', input: {} })).toMatchObject({
      ok: false,
      error: { retry: 'safe' },
    })
  })
})

describe('SEC-08: a window with panels', () => {
  it('reaches no profile, credential, limit, lock setting, assistant or workspace', () => {
    const reached = OPS.filter((op) => mayCall('panel', op))
    const folders = new Set(reached.map((op) => op.split('.')[0]))
    for (const closed of [
      'profiles',
      'credentials',
      'proxy',
      'limits',
      'practice',
      'institution',
      'instructions',
      'confirm',
      'audit',
      'log',
      'workspaces',
    ]) {
      expect([closed, folders.has(closed)]).toEqual([closed, false])
    }
    expect(reached.filter((op) => op.startsWith('lock.')).toSorted()).toEqual([
      'lock.now',
      'lock.unlock',
    ])
    expect(reached.filter((op) => op.startsWith('assistants.'))).toEqual(['assistants.kill'])
    for (const op of ['trading.arm', 'session.sign-in', 'session.sign-out', 'session.paste']) {
      expect([op, reached.includes(op as OpName)]).toEqual([op, false])
    }
  })

  it('names no operation that does not exist', () => {
    for (const op of PANEL_OPERATIONS) expect([op, OPS.includes(op)]).toEqual([op, true])
  })

  it('halts trading but never resumes it', async () => {
    const { gate, calls } = harness()
    const set = (state: string) =>
      gate(inPanelWindow, { op: 'session.set-trading', input: { state, why: 'test' } })
    expect(await set('active')).toMatchObject({ ok: false, error: { code: 'ipc/not-allowed' } })
    expect(calls).toEqual([])
    await set('halted')
    expect(calls).toEqual(['session.set-trading'])
  })

  it('changes the watchlist and the theme, and no preference about orders', async () => {
    const { gate, calls } = harness()
    for (const input of [
      { confirmOrders: false },
      { assistiveApproval: true },
      { theme: 'dark', priceTolerance: 'wide' },
    ]) {
      await gate(inPanelWindow, { op: 'preferences.set', input })
      expect([input, calls]).toEqual([input, []])
    }
    await gate(inPanelWindow, { op: 'preferences.set', input: { watchlist: ['SPY'] } })
    expect(calls).toEqual(['preferences.set'])
  })

  it('hears everything that its panels show, and neither the card nor the console', () => {
    const subscribed = Object.entries(TOPIC_SURFACES).filter(([, surfaces]) =>
      (surfaces as readonly string[]).includes('panel'),
    )
    const names = subscribed.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['app', 'windows', 'orders', 'quotes', 'bar']))
    expect(names).not.toContain('confirm')
    expect(names).not.toContain('institution-events')
  })
})

describe('SEC-08: an input with a class', () => {
  it.each([new Map([['a', 1]]), new Date(0), new Error('x'), new Set()])(
    'is refused, and is not an empty object: %s',
    async (input) => {
      const { gate, calls } = harness()
      expect(await gate(good, { op: 'session.get', input })).toMatchObject({
        ok: false,
        error: { code: 'ipc/invalid-input' },
      })
      expect(calls).toEqual([])
    },
  )
})

describe('a call that waits for the person in a file dialog', () => {
  it.each([
    'app.save-table',
    'audit.export',
    'keys.export',
    'keys.import',
    'picture.take',
    'audit.save-receipt',
    'audit.save-receipt-key',
    'audit.check-receipt',
    'profiles.export',
    'profiles.import',
    'workspaces.export',
    'workspaces.import',
  ] as const)('has no time limit: %s', (op) => {
    expect(laneOf(op, contract[op].effect, VALID[op]).bounds).toMatchObject({
      deadlineMs: null,
      inFlight: 1,
    })
  })
})
