import type { TimerPort } from '../core/ports.js'

/** The event loop's timers. */
export const systemTimers: TimerPort = {
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  every(ms, call) {
    const timer = setInterval(call, ms)
    return () => clearInterval(timer)
  },
}
