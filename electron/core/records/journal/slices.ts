import type { TimerPort } from '../../ports.js'

/** A long calculation that can be interrupted at each `yield`. */
export type Slices<T> = Generator<void, T, void>

/** The events of one slice: a few milliseconds. */
export const SLICE = 50

/**
 * Runs a calculation slice by slice. Between them orders, cancels and their answers pass, which a
 * journal of many trades would otherwise delay by seconds.
 */
export async function runInSlices<T>(slices: Slices<T>, timers: TimerPort): Promise<T> {
  for (;;) {
    const step = slices.next()
    if (step.done === true) return step.value
    await new Promise<void>((resolve) => {
      timers.after(0, resolve)
    })
  }
}
