const LONGEST_DELAY_MS = 60_000
const CLOCK_SLACK_MS = 1_000

/**
 * The delay from publishing to receiving, in ms, or null when the two clocks obviously have nothing
 * to do with each other
 * (the practice exchange runs on its own clock; sandbox data is delayed on purpose).
 */
export function plausibleDelay(publishedAt: number, receivedAt: number): number | null {
  const delay = receivedAt - publishedAt
  return Number.isFinite(delay) &&
    publishedAt > 0 &&
    delay >= -CLOCK_SLACK_MS &&
    delay <= LONGEST_DELAY_MS
    ? Math.max(0, delay)
    : null
}
