import { expect } from '@playwright/test'
import type { MainWindowPage } from '../support/main-window-page.js'

/** Longer than the limit on the age of a price, in ms of the exchange, whose clock runs as ours. */
const OLD_MS = 16_000

/** Stops every way to a new price of a stock, and waits until the last one is not current. */
export async function stopQuotes(desk: MainWindowPage): Promise<void> {
  await desk.practice({
    command: 'fault',
    fault: { kind: 'error-before-effect', operation: 'market.stocks.snapshots', count: null },
  })
  const marketStream = { tls: 'refused', webSocket: 'refused' } as const
  await desk.practice({ command: 'broker-variant', change: { marketStream } })
  await desk.practice({ command: 'end-streams', channel: 'market', how: 'kill' })
  await expect(desk.page.locator('.main-window')).toHaveAttribute('data-quotes', 'old', {
    timeout: 60_000,
  })
  const stoppedAt = (await desk.truth()).exchangeTime
  await expect
    .poll(async () => (await desk.truth()).exchangeTime - stoppedAt, { timeout: 60_000 })
    .toBeGreaterThan(OLD_MS)
}
