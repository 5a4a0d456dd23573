const BEAT_MS = 20
/** A longer gap between two beats means that the machine was busy with something else. */
const MAX_BEAT_MS = 100

/**
 * Measures the time in which this process could run, in ms since the call, so that a stalled
 * machine does not count. Use it to bound durations that consist of waiting.
 */
export function fairTime(): { readonly ms: () => number; readonly stop: () => void } {
  let last = performance.now()
  let sum = 0
  const beat = (): void => {
    const now = performance.now()
    sum += Math.min(now - last, MAX_BEAT_MS)
    last = now
  }
  const timer = setInterval(beat, BEAT_MS)
  return {
    ms() {
      beat()
      return sum
    },
    stop: () => clearInterval(timer),
  }
}
