import { describe, expect, it } from 'vitest'
import {
  REDRAW_INTERVAL_MS,
  createRedrawGate,
  type RedrawTimers,
} from '../../../../renderer/chart/redraw-gate.js'

/** A manual clock: frames come every 16 ms, timers when they are due. */
function fakeTimers() {
  let time = 0
  let handle = 0
  const frames = new Map<number, () => void>()
  const due = new Map<number, { at: number; run: () => void }>()
  const timers: RedrawTimers = {
    now: () => time,
    requestFrame: (run) => (frames.set(++handle, run), handle),
    cancelFrame: (id) => void frames.delete(id),
    setTimer: (run, ms) => (due.set(++handle, { at: time + ms, run }), handle),
    clearTimer: (id) => void due.delete(id),
  }
  const frame = (): void => {
    time += 16
    for (const [id, timer] of [...due]) {
      if (timer.at <= time) {
        due.delete(id)
        timer.run()
      }
    }
    for (const [id, run] of [...frames]) {
      frames.delete(id)
      run()
    }
  }
  return { timers, frame, idle: () => frames.size + due.size === 0 }
}

describe('the redraw gate of a chart', () => {
  it('draws at most ten times a second under a flood of ticks', () => {
    const { timers, frame } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    for (let index = 0; index < 625; index += 1) {
      gate.request()
      gate.request()
      frame()
    }
    expect(draws).toBeGreaterThan(80)
    expect(draws).toBeLessThanOrEqual(Math.ceil((625 * 16) / REDRAW_INTERVAL_MS) + 1)
  })

  it('draws the last request, and then stops', () => {
    const { timers, frame, idle } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    gate.request()
    frame()
    gate.request()
    expect(draws).toBe(1)
    for (let index = 0; index < 10; index += 1) frame()
    expect(draws).toBe(2)
    expect(idle()).toBe(true)
  })

  it('never draws while hidden, and once when it is shown again', () => {
    const { timers, frame, idle } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers)
    gate.setVisible(false)
    for (let index = 0; index < 50; index += 1) {
      gate.request()
      frame()
    }
    expect(draws).toBe(0)
    expect(idle()).toBe(true)
    gate.setVisible(true)
    for (let index = 0; index < 20; index += 1) frame()
    expect(draws).toBe(1)
  })

  it('draws nothing after it is disposed', () => {
    const { timers, frame } = fakeTimers()
    let draws = 0
    const gate = createRedrawGate(() => (draws += 1), timers, 50)
    gate.request()
    gate.dispose()
    gate.request()
    for (let index = 0; index < 20; index += 1) frame()
    expect(draws).toBe(0)
  })
})
