import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemTimers } from '../../../electron/adapters/timers.js'
import type { Disposer } from '../../../shared/domain/brand.js'

const stops: Disposer[] = []
const every = (ms: number, call: () => void): Disposer => {
  const stop = systemTimers.every(ms, call)
  stops.push(stop)
  return stop
}

beforeEach(() =>
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'performance',
    ],
  }),
)
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

describe('repeated calls', () => {
  it('share their moments, whenever they began', () => {
    const moments = new Set<number>()
    for (const ms of [1_000, 2_000, 5_000, 1_000]) {
      every(ms, () => void moments.add(performance.now()))
      vi.advanceTimersByTime(170)
    }
    const began = performance.now()
    vi.advanceTimersByTime(10_000)
    expect(moments.size).toBeLessThanOrEqual(10)
    expect([...moments].every((moment) => moment > began && moment % 1_000 === 0)).toBe(true)
  })

  it('come no sooner than their interval, and then at their interval', () => {
    vi.advanceTimersByTime(300)
    const began = performance.now()
    const times: number[] = []
    every(2_000, () => times.push(performance.now() - began))
    vi.advanceTimersByTime(9_000)
    expect(times).toHaveLength(4)
    expect(times[0]).toBeGreaterThanOrEqual(2_000)
    expect(times[0]).toBeLessThan(3_000)
    expect(times.map((time, index) => time - (times[0] ?? 0) - 2_000 * index)).toEqual([0, 0, 0, 0])
  })

  it('end with their disposer, also when another call of the same moment disposes them', () => {
    const [first, second] = [vi.fn(() => stop()), vi.fn()]
    every(1_000, first)
    const stop = every(1_000, second)
    vi.advanceTimersByTime(3_000)
    expect([first.mock.calls.length > 1, second.mock.calls.length]).toEqual([true, 0])
    for (const end of stops.splice(0)) end()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('go on after one of them fails, whose error is an uncaught one', () => {
    const other = vi.fn()
    const stop = every(1_000, () => {
      stop()
      throw new Error('broken')
    })
    every(1_000, other)
    expect(() => vi.advanceTimersByTime(2_500)).toThrow('broken')
    vi.advanceTimersByTime(3_000)
    expect(other.mock.calls.length).toBeGreaterThanOrEqual(3)
  })

  it('keep an interval that is no whole number of seconds', () => {
    const call = vi.fn()
    every(150, call)
    vi.advanceTimersByTime(1_000)
    expect(call).toHaveBeenCalledTimes(6)
  })
})
