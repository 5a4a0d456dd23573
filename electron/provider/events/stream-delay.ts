const LONGEST_DELAY_MS = 60_000
const CLOCK_SLACK_MS = 1_000

/**
 * Returns the delay from publication to receipt in ms; null when the two clocks are obviously
 * unrelated (the practice exchange has a clock of its own, and sandbox data is delayed on purpose).
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
