import { HttpClient } from '../../contract/practice/client/http-client.js'
import { until } from '../../harness/system/until.js'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import type { MainWindowPage } from './main-window-page.js'

/** A row as the exchange sends it: every value is text, or absent. */
export type WireRow = Readonly<Record<string, string | null | undefined>>

/**
 * Connects a client of the test's own to the window's practice exchange, whose answers are the
 * truth that the window must show. Its requests count against no limit.
 */
export async function exchangeClient(desk: MainWindowPage): Promise<HttpClient> {
  await desk.practice({ command: 'rate-limits', profile: 'off' })
  const ready = await until('the exchange can be reached', () =>
    desk.app.evaluate(() =>
      (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.practiceReady(),
    ),
  )
  const client = new HttpClient(ready)
  await client.signIn()
  return client
}
