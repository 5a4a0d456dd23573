import type { TimerPort } from '../ports.js'

interface DeadlineOptions<T> {
  readonly run: () => Promise<T>
  readonly timers: TimerPort
  readonly ms: number
  /** What the caller gets when the time is over. */
  readonly expired: T
  /** Gets the real result when it comes after all. */
  readonly onLate: (value: T) => void
}

/** Waits at most `ms` for a promise that never rejects; its late result is not lost. */
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
