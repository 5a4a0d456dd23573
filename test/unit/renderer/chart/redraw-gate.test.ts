import { describe, expect, it } from 'vitest'
import {
  REDRAW_INTERVAL_MS,
  createRedrawGate,
  type RedrawTimers,
} from '../../../../renderer/chart/redraw-gate.js'

/** A manual clock: tasks come every 16 ms, timers when they are due. */
function fakeTimers() {
  let time = 0
  let handle = 0
  const next: (() => void)[] = []
  const due = new Map<number, { at: number; run: () => void }>()
  const timers: RedrawTimers = {
    now: () => time,
    afterTask: (run) => void next.push(run),
    setTimer: (run, ms) => (due.set(++handle, { at: time + ms, run }), handle),
    clearTimer: (id) => void due.delete(id),
  }
  const pass = (): void => {
    time += 16
    for (const [id, timer] of [...due]) {
      if (timer.at <= time) {
        due.delete(id)
        timer.run()
      }
    }
    for (const run of next.splice(0)) run()
  }
  return { timers, pass, idle: () => next.length + due.size === 0 }
}

describe('the redraw gate of a chart', () => {
  it('draws at most ten times a second under a flood of ticks', () => {
    const { timers, pass } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    for (let index = 0; index < 625; index += 1) {
      gate.request()
      gate.request()
      pass()
    }
    expect(draws).toBeGreaterThan(80)
    expect(draws).toBeLessThanOrEqual(Math.ceil((625 * 16) / REDRAW_INTERVAL_MS) + 1)
  })

  it('draws the last request, and then stops', () => {
    const { timers, pass, idle } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    gate.request()
    pass()
    gate.request()
    expect(draws).toBe(1)
    for (let index = 0; index < 10; index += 1) pass()
    expect(draws).toBe(2)
    expect(idle()).toBe(true)
  })

  it('never draws while hidden, and once when it is shown again', () => {
    const { timers, pass, idle } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    gate.setVisible(false)
    for (let index = 0; index < 50; index += 1) {
      gate.request()
      pass()
    }
    expect(draws).toBe(0)
    expect(idle()).toBe(true)
    gate.setVisible(true)
    for (let index = 0; index < 20; index += 1) pass()
    expect(draws).toBe(1)
  })

  it('REL-41: draws in the task of a delivery, however recent the last draw', () => {
    const { timers, pass } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers, 100)
    for (let index = 1; index <= 5; index += 1) {
      gate.request()
      gate.requestNow()
      gate.requestNow()
      pass()
      expect(draws).toBe(index)
    }
  })

  it('draws nothing of a delivery while hidden or after it is disposed', () => {
    const { timers, pass, idle } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    gate.requestNow()
    gate.setVisible(false)
    pass()
    gate.requestNow()
    pass()
    expect(draws).toBe(0)
    gate.setVisible(true)
    gate.dispose()
    pass()
    gate.requestNow()
    pass()
    expect(draws).toBe(0)
    expect(idle()).toBe(true)
  })

  it('draws nothing after it is disposed', () => {
    const { timers, pass } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers, 50)
    gate.request()
    gate.dispose()
    gate.request()
    for (let index = 0; index < 20; index += 1) pass()
    expect(draws).toBe(0)
  })
})
