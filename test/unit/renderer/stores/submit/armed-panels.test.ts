import { describe, expect, it } from 'vitest'
import { symbol } from '../../../../../shared/domain/ids.js'
import {
  createSelectionStore,
  selectOutcome,
  selectSymbol,
} from '../../../../../renderer/stores/selection.js'
import {
  createAppStateStore,
  createAssistantsStore,
  createHealthStore,
  createSessionStore,
} from '../../../../../renderer/stores/snapshot-stores.js'
import { ARMED_CLICKS_MS, ArmedPanels } from '../../../../../renderer/stores/submit/armed-panels.js'

const PANEL = 'price-ladder'
const READY = { phase: 'ready', trading: 'active', selectedAccount: 'A' }
const PRACTICE = {
  current: { id: 'practice', environment: 'practice' },
  armed: false,
  lock: { locked: false },
}
const channels = (state: string) => ({ channels: [{ channel: 'events', state }] })

function setUp() {
  const stores = {
    appState: createAppStateStore(),
    session: createSessionStore(),
    assistants: createAssistantsStore(),
    health: createHealthStore(),
    selection: createSelectionStore(),
  }
  const put = (store: { setState(change: object): void }, value: object): void =>
    store.setState({ value })
  put(stores.appState, PRACTICE)
  put(stores.session, READY)
  put(stores.health, channels('live'))
  selectSymbol(stores.selection, symbol('AAPL'))
  let time = 0
  const timers: { run: () => void; due: number; cancelled: boolean }[] = []
  const armed = new ArmedPanels(stores, {
    now: () => time,
    after(delayMs, run) {
      const timer = { run, due: time + delayMs, cancelled: false }
      timers.push(timer)
      return () => {
        timer.cancelled = true
      }
    },
  })
  armed.follow()
  return {
    ...stores,
    armed,
    put,
    isArmed: () => armed.state.getState().armed[PANEL] !== undefined,
    reason: () => armed.state.getState().reasons[PANEL],
    pass(ms: number) {
      time += ms
      for (const timer of timers) if (!timer.cancelled && timer.due <= time) timer.run()
    },
  }
}

describe('an armed panel', () => {
  it('is armed by hand only, and not another panel with it', () => {
    const { armed, isArmed } = setUp()
    expect(isArmed()).toBe(false)
    expect(armed.arm(PANEL)).toBe(true)
    expect(isArmed()).toBe(true)
    expect(armed.state.getState().armed['price-ladder:2']).toBeUndefined()
    armed.disarm(PANEL)
    expect(isArmed()).toBe(false)
  })

  const ends: readonly (readonly [string, string, (desk: ReturnType<typeof setUp>) => void])[] = [
    ['another symbol', 'symbol', (desk) => selectSymbol(desk.selection, symbol('MSFT'))],
    ['the other outcome', 'symbol', (desk) => selectOutcome(desk.selection, 'no')],
    [
      'another account',
      'account',
      (desk) => desk.put(desk.session, { ...READY, selectedAccount: 'B' }),
    ],
    [
      'another profile',
      'profile',
      (desk) => desk.put(desk.appState, { ...PRACTICE, current: { ...PRACTICE.current, id: 'x' } }),
    ],
    ['a halt', 'halted', (desk) => desk.put(desk.session, { ...READY, trading: 'halted' })],
    ['the kill switch', 'halted', (desk) => desk.put(desk.assistants, { halt: {} })],
    [
      'a lock',
      'locked',
      (desk) => desk.put(desk.appState, { ...PRACTICE, lock: { locked: true } }),
    ],
    [
      'a lost session',
      'connection',
      (desk) => desk.put(desk.session, { ...READY, phase: 'reconnecting' }),
    ],
    ['lost events', 'connection', (desk) => desk.put(desk.health, channels('connecting'))],
    ['a long pause', 'idle', (desk) => desk.pass(ARMED_CLICKS_MS)],
  ]
  it.each(ends)('is disarmed by %s, and says so', (_name, reason, end) => {
    const desk = setUp()
    desk.armed.arm(PANEL)
    end(desk)
    expect([desk.isArmed(), desk.reason()]).toEqual([false, reason])
  })

  it('is not armed again by the end of what disarmed it', () => {
    const desk = setUp()
    desk.armed.arm(PANEL)
    desk.put(desk.session, { ...READY, trading: 'halted' })
    expect(desk.armed.arm(PANEL)).toBe(false)
    desk.put(desk.session, READY)
    expect(desk.isArmed()).toBe(false)
    expect(desk.armed.arm(PANEL)).toBe(true)
  })

  it('stays armed while it is used, and knows for how long', () => {
    const desk = setUp()
    desk.armed.arm(PANEL)
    desk.pass(ARMED_CLICKS_MS - 1)
    desk.armed.used(PANEL)
    desk.pass(ARMED_CLICKS_MS - 1)
    expect(desk.armed.armedFor(PANEL)).toBe(2 * ARMED_CLICKS_MS - 2)
  })

  it('cannot be armed in a production profile that is not armed', () => {
    const desk = setUp()
    desk.put(desk.appState, {
      ...PRACTICE,
      current: { id: 'live', environment: 'production' },
    })
    expect(desk.armed.arm(PANEL)).toBe(false)
  })
})
