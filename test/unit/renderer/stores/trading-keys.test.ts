import { describe, expect, it } from 'vitest'
import { symbol } from '../../../../shared/domain/ids.js'
import type { AppStateView } from '../../../../shared/domain/app/app-state.js'
import type { AssistantsView } from '../../../../shared/domain/instructions/assistants-view.js'
import type { SessionView } from '../../../../shared/domain/session/session-view.js'
import {
  createAppStateStore,
  createAssistantsStore,
  createSessionStore,
} from '../../../../renderer/stores/snapshot-stores.js'
import { ARMED_MS, TradingKeys } from '../../../../renderer/stores/submit/trading-keys.js'

function fixture() {
  const timers: { due: number; run: () => void }[] = []
  let now = 10_000
  const keys = new TradingKeys(
    () => now,
    (delayMs, run) => {
      const timer = { due: now + delayMs, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  )
  const stores = {
    appState: createAppStateStore(),
    session: createSessionStore(),
    assistants: createAssistantsStore(),
  }
  keys.follow(stores)
  return {
    keys,
    ...stores,
    armed: () => keys.state.getState().armed,
    pass(ms: number) {
      now += ms
      for (const timer of timers.filter(({ due }) => due <= now)) timer.run()
    },
  }
}

describe('trading shortcuts', () => {
  it('are off at the start, and a press does nothing then', () => {
    const { keys, armed } = fixture()
    expect(armed()).toBe(false)
    expect(keys.accept()).toBe(false)
  })

  it('accept one of two presses in quick succession', () => {
    const { keys, pass } = fixture()
    keys.arm()
    expect(keys.accept()).toBe(true)
    pass(200)
    expect(keys.accept()).toBe(false)
    pass(600)
    expect(keys.accept(), 'a bouncing key keeps being refused').toBe(false)
    pass(800)
    expect(keys.accept()).toBe(true)
  })

  it('disarm after some time without use, which each use begins again', () => {
    const { keys, armed, pass } = fixture()
    keys.arm()
    pass(ARMED_MS - 1)
    keys.accept()
    pass(ARMED_MS - 1)
    expect(armed()).toBe(true)
    pass(1)
    expect(armed()).toBe(false)
  })

  it.each<[string, (stores: ReturnType<typeof fixture>) => void]>([
    [
      'the lock',
      ({ appState }) =>
        appState.setState({ value: { lock: { locked: true }, current: null } as AppStateView }),
    ],
    [
      'another profile',
      ({ appState }) =>
        appState.setState({
          value: { lock: { locked: false }, current: { id: 'p2' } } as unknown as AppStateView,
        }),
    ],
    [
      'a halt of trading',
      ({ session }) => session.setState({ value: { trading: 'halted' } as SessionView }),
    ],
    [
      'the kill switch',
      ({ assistants }) =>
        assistants.setState({ value: { halt: { phase: 'clear' } } as unknown as AssistantsView }),
    ],
  ])('disarm at %s', (_name, happens) => {
    const run = fixture()
    run.keys.arm()
    run.keys.request({ symbol: symbol('AAPL'), side: 'buy', type: 'market' })
    happens(run)
    expect(run.keys.state.getState()).toEqual({ armed: false, order: null })
  })

  it('give an order to the ticket once, and not after its price is old', () => {
    const { keys, pass } = fixture()
    keys.arm()
    keys.request({ symbol: symbol('AAPL'), side: 'buy', type: 'market' })
    const { order } = keys.state.getState()
    if (order === null) throw new Error('no order')
    expect(keys.take(order)).toBe(order)
    expect(keys.take(order)).toBeNull()
    keys.request({ symbol: symbol('AAPL'), side: 'buy', type: 'market' })
    const late = keys.state.getState().order
    pass(3_000)
    expect(late === null ? null : keys.take(late)).toBeNull()
  })
})
