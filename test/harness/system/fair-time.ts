const BEAT_MS = 20
/**
 * More than this between two beats is a machine that was busy with something else, not work of ours
 * that was waited for.
 */
const MAX_BEAT_MS = 100

/**
 * Time in which this process could run, in ms since the call: a machine that stands still for
 * seconds makes nothing of ours slower. For
 * bounds on how long something takes that consists of waiting.
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
