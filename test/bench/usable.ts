import { until } from '../harness/system/until.js'
import type { MainWindowPage } from '../e2e/support/main-window-page.js'

/** True once a person could trade in the window. */
export const USABLE = `performance.getEntriesByName('desk:usable').length > 0`

/**
 * Waits until a window is usable and the tour is gone. A large exchange, or a busy machine, takes
 * longer than a test waits for a text.
 */
export async function whenUsable(desk: MainWindowPage, limitMs = 120_000): Promise<void> {
  await until(
    'the window is usable',
    // While another page loads, nothing can be evaluated.
    () => desk.page.evaluate(USABLE).catch(() => false) as Promise<boolean>,
    { ms: limitMs },
  )
  await desk.ready()
}
