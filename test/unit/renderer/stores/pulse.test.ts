import { describe, expect, it } from 'vitest'
import { Pulse } from '../../../../renderer/stores/throttled/pulse.js'

/** Timers whose time the test advances; counts the tasks that ran. */
function manualTimers() {
  let now = 1_130
  let timers: { readonly time: number; readonly run: () => void }[] = []
  const state = { tasks: 0 }
  return {
    state,
    now: () => now,
    setTimer: (run: () => void, ms: number) => void timers.push({ time: now + ms, run }),
    advance(ms: number) {
      const end = now + ms
      for (;;) {
        const [next] = timers.filter(({ time }) => time <= end).toSorted((a, b) => a.time - b.time)
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        now = next.time
        state.tasks += 1
        next.run()
      }
      now = end
    },
  }
}

describe('the pulse of a page', () => {
  it('calls what is due at the same multiple in one task', () => {
    const timers = manualTimers()
    const pulse = new Pulse(timers)
    const called: string[] = []
    pulse.after(250, () => called.push(`quote ${timers.now()}`))
    pulse.after(250, () => called.push(`spot ${timers.now()}`))
    timers.advance(10)
    pulse.after(500, () => called.push(`balance ${timers.now()}`))
    timers.advance(1_000)
    expect(called).toEqual(['quote 1250', 'spot 1250', 'balance 1500'])
    expect(timers.state.tasks).toBe(2)
    pulse.after(250, () => called.push('a'))
    pulse.after(500, () => called.push('b'))
    timers.advance(120)
    expect(timers.now()).toBeLessThan(2_500)
    timers.advance(500)
    expect(called.slice(3)).toEqual(['a', 'b'])
  })

  it('joins a frame that comes shortly before its time, and is not due again at that time', () => {
    const timers = manualTimers()
    const pulse = new Pulse(timers)
    const called: number[] = []
    const follow = (): void => {
      called.push(timers.now())
      pulse.after(250, follow)
    }
    pulse.after(250, follow)
    pulse.join()
    expect(called).toEqual([])
    timers.advance(80)
    pulse.join()
    expect(called).toEqual([1_210])
    pulse.join()
    timers.advance(1_000)
    expect(called).toEqual([1_210, 1_500, 1_750, 2_000])
  })

  it('calls the same function as often as it was requested, and not what was taken back', () => {
    const timers = manualTimers()
    const pulse = new Pulse(timers)
    let called = 0
    const run = (): void => void (called += 1)
    pulse.after(250, run)
    const cancel = pulse.after(250, run)
    pulse.after(250, run)
    cancel()
    timers.advance(1_000)
    expect(called).toBe(2)
  })

  it('calls within the interval, at any time, and needs no timer while nothing is due', () => {
    const timers = manualTimers()
    const pulse = new Pulse(timers)
    for (let turn = 0; turn < 50; turn += 1) {
      let calledTime: number | null = null
      const from = timers.now()
      pulse.after(250, () => (calledTime = timers.now()))
      timers.advance(251)
      expect(calledTime === null ? Number.NaN : calledTime - from).toBeLessThanOrEqual(250)
      timers.advance(turn * 7)
    }
    const { tasks } = timers.state
    timers.advance(10_000)
    expect(timers.state.tasks).toBe(tasks)
  })
})
