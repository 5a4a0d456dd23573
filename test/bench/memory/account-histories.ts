import { PRACTICE_ACCOUNTS } from '../../../electron/practice/exchange/exchange.js'
import type { MainWindowPage } from '../../e2e/support/main-window-page.js'
import { until } from '../../harness/system/until.js'
import { invoke } from '../page/invoke.js'
import { pause } from '../pause.js'

/** What the program reads of an account's history, once. */
const HISTORIES = ['trading.executions.list', 'trading.cash-activities.list'] as const
/** A history is read twice, ten seconds apart. */
const QUIET_MS = 12_000
const POLL_MS = 500

/**
 * Selects every account, the first one last, and resolves once the history of each is read. The
 * program reads the histories of the other accounts in the first minutes after its start, one after
 * another: they would be counted as requests of a window that opens at that moment.
 */
export async function readHistories(desk: MainWindowPage): Promise<void> {
  const ids = PRACTICE_ACCOUNTS.map(({ accountId }) => accountId)
  for (const accountId of [...ids.slice(1), ...ids.slice(0, 1)]) {
    const reply = await invoke<{ readonly ok: boolean }>(desk.page, 'session.select-account', {
      accountId,
    })
    if (!reply.ok) throw new Error(`${accountId} could not be selected`)
  }
  let total = 0
  let since = performance.now()
  await until('every history is read', async () => {
    await pause(POLL_MS)
    const { requests } = await desk.truth()
    const now = HISTORIES.reduce((sum, operation) => sum + (requests[operation] ?? 0), 0)
    if (now !== total) since = performance.now()
    total = now
    return performance.now() - since >= QUIET_MS
  })
}
