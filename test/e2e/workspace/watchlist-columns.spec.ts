import { expect, test } from '@playwright/test'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
} from '../../../shared/domain/market/exchange-time.js'
import { epochMs } from '../../../shared/domain/time.js'
import { until } from '../../harness/system/until.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'

/** Minutes after the regular session, which ends earlier on some days. */
const AFTER_CLOSE = 60

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'watchlist-columns', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

test('After the close the watchlist shows price and change of the extended session', async () => {
  test.setTimeout(240_000)
  const { page } = desk
  const { exchangeTime } = await desk.truth()
  const { day } = exchangeClock(epochMs(exchangeTime))
  const to = exchangeInstant(day, closeMinute(day) + AFTER_CLOSE)
  // The exchange plays every step of the hours between; on a busy machine it answers late.
  await desk.practice({ command: 'clock', to }).catch(() => undefined)
  await until(
    'the exchange has reached the evening',
    async () => ((await desk.truth().catch(() => null))?.exchangeTime ?? 0) >= to,
    { ms: 150_000 },
  )
  await page.locator('[data-panel="watchlist"]').getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns: Watchlist' })
  for (const name of ['Last price in extended hours', 'Change in extended hours, %']) {
    await dialog.getByRole('checkbox', { name, exact: true }).check()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  const cell = (symbol: string, column: string) =>
    watchRow(page, symbol).locator(`[data-column="${column}"]`)
  for (const symbol of ['SPY', 'NVDA']) {
    await expect(cell(symbol, 'extendedLast')).toHaveText(/^\d+\.\d\d$/)
    await expect(cell(symbol, 'extendedChange')).toHaveText(/^\S?[+−]?\d+\.\d\d%$/)
  }
  await desk.screenshot('extended')
})

test('A volume of hundreds of millions is shown in full at 1440 px', async () => {
  const { page } = desk
  const volumes = page.locator('[data-panel="watchlist"] .grid-row [data-column="volume"]')
  await expect(volumes.filter({ hasText: /^\d{3}\.\dM$/ }).first()).toBeVisible()
  const cut = await volumes.evaluateAll((cells) =>
    cells
      .flatMap((cell) => [cell, ...cell.querySelectorAll('*')])
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .map((element) => element.textContent),
  )
  expect(cut).toEqual([])
})
