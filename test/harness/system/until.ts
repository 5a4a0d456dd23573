const POLL_INTERVAL_MS = 10
const LONGEST_MS = 180_000
/** Options for the test runner's own polling, which waits only one second by default. */
export const PATIENCE = { timeout: LONGEST_MS } as const

export interface Patience {
  /** How long to wait, in milliseconds of this process. */
  readonly ms?: number
  /** Returns what to show on a timeout. */
  readonly seen?: () => unknown
}

/**
 * Polls until a value is there and returns it; throws `never: <condition>` after three minutes or
 * the given time.
 */
export async function until<T>(
  condition: string,
  poll: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  { ms = LONGEST_MS, seen }: Patience = {},
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const found = await poll()
    if (found !== null && found !== undefined && found !== false) return found
    if (performance.now() - start > ms) {
      throw new Error(
        `never: ${condition}${seen === undefined ? '' : `\n${JSON.stringify(seen(), null, 1)}`}`,
      )
    }
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_INTERVAL_MS)
    })
  }
}
