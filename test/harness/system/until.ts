const POLL_INTERVAL_MS = 10
const LONGEST_MS = 20_000
/** The same for waits of the test runner's own, whose default is a second. */
export const PATIENCE = { timeout: LONGEST_MS } as const

export interface Patience {
  /** How long to wait, in milliseconds of this process. */
  readonly ms?: number
  /** What to show when it never comes. */
  readonly seen?: () => unknown
}

/**
 * Looks again and again until something is there, and brings it; throws `what` never came after 20
 * seconds, or as many as are given.
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
