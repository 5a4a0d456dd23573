import type { TimerPort } from '../../ports.js'

interface DeadlineOptions<T> {
  readonly run: () => Promise<T>
  readonly timers: TimerPort
  readonly ms: number
  /** The result when the deadline passes. */
  readonly expired: T
  /** Receives the actual result when it arrives after the deadline. */
  readonly onLate: (value: T) => void
}

/** Waits at most `ms` for a promise that never rejects; a late result goes to `onLate`. */
export function withDeadline<T>(wait: DeadlineOptions<T>): Promise<T> {
  return new Promise((resolve) => {
    let over = false
    const cancel = wait.timers.after(wait.ms, () => {
      over = true
      resolve(wait.expired)
    })
    void wait.run().then((value) => {
      cancel()
      if (over) wait.onLate(value)
      else resolve(value)
    })
  })
}
