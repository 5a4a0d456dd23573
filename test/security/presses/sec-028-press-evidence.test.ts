import { describe, expect, it, vi } from 'vitest'
import { InvokeGate } from '../../../electron/app/ipc/invoke-gate.js'
import { needsPress } from '../../../electron/app/ipc/press-rules.js'
import { createSenderRegistry } from '../../../electron/app/ipc/sender-registry.js'
import {
  BATCH_VALID_MS,
  PRESS_VALID_MS,
  WindowPresses,
  type ObservedInput,
} from '../../../electron/app/ipc/window-presses.js'
import type { Handlers } from '../../../electron/handlers/handler.js'
import { DEFAULT_KEY_BINDINGS } from '../../../shared/domain/app/key-bindings.js'
import { appError } from '../../../shared/domain/app/app-error.js'
import { epochMs } from '../../../shared/domain/time.js'
import { contract, type OpName } from '../../../shared/ipc/contract.js'
import { mayCall } from '../../../shared/ipc/workspaces/surfaces.js'
import { foreign } from '../../../shared/messages/make-message.js'
import { VALID } from '../valid-inputs.js'

const WINDOWS = { main: 7, panel: 8, confirm: 9 } as const
type WindowName = keyof typeof WINDOWS
const OPS = Object.keys(contract) as OpName[]
const MOUSE = { source: 'pointer' } as const
const key = (name: string, hasModifier = false) =>
  ({ source: 'key', key: name, hasModifier }) as const

/** A gate whose handlers only record their calls, and the input that main observes. */
function start(chords: Readonly<Record<string, string>> = {}) {
  const calls: string[] = []
  const state = { now: 0, assistive: false }
  const senders = createSenderRegistry()
  for (const [surface, id] of Object.entries(WINDOWS)) senders.add(id, surface as WindowName)
  const clock = { now: () => epochMs(state.now), monotonic: () => state.now }
  const presses = new WindowPresses({
    clock,
    assistive: () => state.assistive,
    keyBindings: () => ({ ...DEFAULT_KEY_BINDINGS, chords }),
  })
  const log = { event: vi.fn() }
  const notReady = { ok: false, error: appError('session/not-ready', foreign('not yet')) }
  const gate = new InvokeGate({
    handlers: Object.fromEntries(
      OPS.map((op) => [op, () => (calls.push(op), Promise.resolve(notReady))]),
    ) as unknown as Handlers,
    senders,
    presses,
    locked: () => false,
    newRef: () => 'ref1',
    log,
    clock,
    timers: { after: () => () => undefined, every: () => () => undefined },
  })
  const half = (
    phase: 'begin' | 'end',
    input: Omit<ObservedInput, 'phase'>,
    window: WindowName = 'main',
  ): void => presses.observe(WINDOWS[window], { phase, ...input } as ObservedInput)
  const press = (input: Omit<ObservedInput, 'phase'> = MOUSE, window: WindowName = 'main') => {
    half('begin', input, window)
    half('end', input, window)
  }
  /** Calls an operation and returns whether it reached its handler. */
  const passes = async (
    op: OpName,
    input: unknown = VALID[op],
    window: WindowName = 'main',
  ): Promise<boolean> => {
    const before = calls.length
    const reply = await gate.invoke(
      { sender: { id: WINDOWS[window] }, senderFrame: { url: 'app://desk/x.html', parent: null } },
      { op, input },
    )
    if (calls.length === before) {
      const order = contract[op].effect === 'trade' ? 'not-placed' : 'none'
      expect(reply).toMatchObject({ ok: false, error: { code: 'ipc/no-press', order } })
    }
    return calls.length > before
  }
  return { state, half, press, passes, presses, log }
}

const OTHER_ORDER = { ...(VALID['orders.submit'] as object), ticket: 'another-ticket' }
const windowOf = (op: OpName): WindowName =>
  mayCall('main', op) ? 'main' : mayCall('panel', op) ? 'panel' : 'confirm'
const GUARDED = OPS.filter((op) => ['trade', 'authority'].includes(contract[op].effect)).filter(
  (op) => !['assistants.kill', 'confirm.decide', 'preferences.set'].includes(op),
)
const guardedInput = (op: OpName): unknown =>
  op === 'session.set-trading' ? { state: 'active', why: 'by hand' } : VALID[op]

describe('SEC-28: the operations that need a press', () => {
  it('are all that trade, arm, resume or change limits', () => {
    expect(GUARDED).toEqual(
      expect.arrayContaining([
        'orders.submit',
        'orders.submit-combo',
        'orders.replace',
        'orders.cancel',
        'trading.flatten',
        'trading.arm',
        'institution.send',
        'profiles.switch',
        'session.set-trading',
        'assistants.endpoint',
        'assistants.hosted',
        'assistants.renew-key',
        'assistants.resume',
        'assistants.release',
        'assistants.policy',
        'limits.set',
      ]),
    )
    const named =
      /(^orders\.(submit|replace|cancel)|\.(arm|resume|release|policy|send|flatten)$|limits\.set)/
    for (const op of OPS) if (named.test(op)) expect(GUARDED, op).toContain(op)
  })

  it.each(['assistants.endpoint', 'assistants.hosted'] as const)(
    'are not those that close access: %s',
    async (op) => {
      const { passes } = start()
      const closing = { ...(VALID[op] as object), on: false }
      expect([await passes(op, VALID[op]), await passes(op, closing)]).toEqual([false, true])
    },
  )

  it.each(GUARDED)('include %s: once per press, and never without', async (op) => {
    const { passes, press } = start()
    const window = windowOf(op)
    expect(await passes(op, guardedInput(op), window)).toBe(false)
    press(MOUSE, window)
    expect(await passes(op, guardedInput(op), window)).toBe(true)
    const next = op === 'trading.batch' ? 'orders.replace' : op
    expect(await passes(next, guardedInput(next), window)).toBe(false)
  })

  it('never include what halts, and no reading', async () => {
    const { passes } = start()
    expect(await passes('assistants.kill')).toBe(true)
    expect(await passes('session.set-trading', { state: 'halted', why: 'by hand' })).toBe(true)
    expect(await passes('orders.outcome')).toBe(true)
    expect(await passes('preferences.set', { theme: 'dark' })).toBe(true)
  })

  it.each([
    { confirmOrders: false },
    { keyBindings: DEFAULT_KEY_BINDINGS },
    { priceTolerance: 'usual' },
  ])('include the setting %o', (change) => {
    expect(needsPress('preferences.set', change)).toBe(true)
  })
})

describe('SEC-28: a press', () => {
  it('counts for one call only, whatever the second one is about', async () => {
    const { passes, press } = start()
    press()
    expect(await passes('orders.submit')).toBe(true)
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(false)
    expect(await passes('trading.arm')).toBe(false)
    expect(await passes('orders.cancel')).toBe(false)
  })

  it('counts in its own window only', async () => {
    const { passes, press } = start()
    press(MOUSE, 'panel')
    press(MOUSE, 'confirm')
    expect(await passes('orders.submit')).toBe(false)
    expect(await passes('orders.submit', VALID['orders.submit'], 'panel')).toBe(true)
  })

  it('counts for a short time after it began and after it ended, not while it is held', async () => {
    const { passes, half, state } = start()
    half('begin', MOUSE)
    state.now = PRESS_VALID_MS + 1
    expect(await passes('orders.submit')).toBe(false)
    state.now = 60_000
    half('end', MOUSE)
    state.now += PRESS_VALID_MS + 1
    expect(await passes('orders.submit')).toBe(false)
    half('begin', MOUSE)
    state.now += 60_000
    half('end', MOUSE)
    expect(await passes('orders.replace')).toBe(true)
  })

  it('does not count again at its end when its begin was used', async () => {
    const { passes, half } = start()
    half('begin', key('Enter'))
    expect(await passes('orders.submit')).toBe(true)
    half('end', key('Enter'))
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(false)
  })

  it('is as many calls as presses, when a hand is quicker than the page', async () => {
    const { passes, press } = start()
    press()
    press()
    expect(await passes('orders.submit')).toBe(true)
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(true)
    expect(await passes('orders.replace')).toBe(false)
  })

  it.each([
    ['Enter', key('Enter')],
    ['Space', key(' ')],
    ['Delete', key('Delete')],
    ['a chord', key('b', true)],
    ['a function key', key('F4')],
    ['a key of the price ladder', key('B')],
    ['touch', { source: 'touch' }],
  ] as const)('may be %s', async (_name, input) => {
    const { passes, press } = start()
    press(input)
    expect(await passes('orders.submit')).toBe(true)
  })

  it.each(['a', '1', 'Tab', 'Shift', 'ArrowDown', 'Escape', 'Process'])(
    'is not the key %s, which types or moves',
    async (name) => {
      const { passes, press } = start()
      press(key(name))
      expect(await passes('orders.submit')).toBe(false)
    },
  )

  it('is a key that the person bound to a trading command', async () => {
    const { passes, press } = start({ 'trade:buy': 'G Q', 'app:help': 'H' })
    press(key('h'))
    expect(await passes('orders.submit')).toBe(false)
    press(key('q'))
    expect(await passes('orders.submit')).toBe(true)
  })

  it('is not needed with assistive technology, and the log says which it was', async () => {
    const { passes, press, state, log } = start()
    state.assistive = true
    expect(await passes('orders.submit')).toBe(true)
    press()
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(true)
    const calls = log.event.mock.calls.filter(([, name]) => name === 'ipc.call')
    expect(calls.map(([, , detail]) => (detail as { press: string }).press)).toEqual([
      'assistive',
      'observed',
    ])
  })

  it('is also the proof of the person before a step that needs one', async () => {
    const { passes, presses } = start()
    presses.proven(WINDOWS.main)
    expect(await passes('assistants.release')).toBe(true)
  })

  it('a press that is stolen for another call is one call at most, soon, in the log, and noticed', async () => {
    const { passes, press, state, log } = start()
    // The person presses a tab, and code of the page is quicker than a call of its own.
    press()
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(true)
    for (const op of ['orders.submit', 'trading.arm', 'trading.batch'] as const) {
      expect(await passes(op)).toBe(false)
    }
    const named = log.event.mock.calls.map(([, name, detail]) => [name, detail])
    expect(named[0]).toEqual(['ipc.call', expect.objectContaining({ op: 'orders.submit' })])
    // Code that waits for the person to look away comes too late.
    press()
    state.now += 2_001
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(false)
    // A call of the person that lost its press is refused, and says so.
    press()
    expect(await passes('orders.submit', OTHER_ORDER)).toBe(true)
    expect(await passes('orders.submit')).toBe(false)
  })

  it('ends with its window', async () => {
    const { passes, press, presses } = start()
    press()
    presses.forget(WINDOWS.main)
    expect(await passes('orders.submit')).toBe(false)
  })
})

describe('SEC-28: a press for several orders', () => {
  const order = (id: string) => ({ accountId: 'ACC', clientOrderId: id })
  const [first, second, third] = [order('first-order'), order('second-order'), order('third-order')]
  const BATCH = { op: 'orders.cancel', inputs: [first, second] }

  it('counts once for each order that was named before, and for no other', async () => {
    const { passes, press } = start()
    press()
    expect(await passes('trading.batch', BATCH)).toBe(true)
    expect(await passes('orders.cancel', third)).toBe(false)
    expect(await passes('orders.cancel', second)).toBe(true)
    expect(await passes('orders.cancel', second)).toBe(false)
    expect(await passes('orders.replace')).toBe(false)
    expect(await passes('orders.cancel', first)).toBe(true)
  })

  it('ends when nothing of it is called for a while, and belongs to its window', async () => {
    const { passes, press, state } = start()
    press()
    await passes('trading.batch', BATCH)
    expect(await passes('orders.cancel', first, 'panel')).toBe(false)
    state.now += BATCH_VALID_MS + 1
    expect(await passes('orders.cancel', first)).toBe(false)
  })
})
