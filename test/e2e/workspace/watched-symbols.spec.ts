import { expect, test } from '@playwright/test'
import { securitiesOf } from '../../../electron/practice/market/securities/listings.js'
import { MAX_WATCHED } from '../../../shared/domain/app/preference-values.js'
import { until } from '../../harness/system/until.js'
import { PRICE_PROBE, PRICED_COUNT } from '../../harness/windows/price-probe.js'
import { openMainWindow } from '../support/main-window-page.js'

const SEED = `watched+${MAX_WATCHED}`
/** The stream sends a price with each of fifty subscriptions, which takes some seconds. */
const LIMIT_MS = 60_000

test('every one of 5,000 watched symbols has a price soon', { tag: '@long' }, async () => {
  test.setTimeout(240_000)
  const symbols = securitiesOf(SEED).map(({ symbol }) => symbol)
  const desk = await openMainWindow({
    suite: 'watched-symbols',
    keyStore: 'none',
    args: [`--practice-seed=${SEED}`],
  })
  try {
    await desk.ready()
    await desk.page.addInitScript(PRICE_PROBE)
    const preferences = JSON.stringify({ watchlist: symbols })
    await desk.page.evaluate(`window.countersign.invoke('preferences.set', ${preferences})`)
    const began = Date.now()
    await desk.page.reload()
    await desk.ready()
    const priced = (): Promise<unknown> => desk.page.evaluate(PRICED_COUNT)
    const tookMs = await until(
      'every symbol has a price',
      async () => ((await priced()) === symbols.length ? Date.now() - began : null),
      { ms: LIMIT_MS },
    )
    process.stdout.write(`${symbols.length} symbols had prices after ${tookMs} ms\n`)
    test.info().annotations.push({ type: 'ms until all have prices', description: `${tookMs}` })

    // The last row of the list shows its price, which came last.
    await desk.page.getByRole('grid', { name: 'Watchlist' }).focus()
    await desk.page.keyboard.press('End')
    const last = desk.page.locator('[data-panel="watchlist"] [role="row"]').last()
    await expect(last).toContainText(/\d+\.\d\d/)
    await desk.screenshot('last-row')
  } finally {
    await desk.close()
  }
})
