import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { pressTheme } from '../support/theme.js'

const userData = freshUserData()
const open = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'alerts', keyStore: 'none', userData })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await open()
  await desk.ready()
  await desk.choose('NVDA')
})
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

/** Returns what main has stored of the alerts, which needs no window. */
const stored = (): string =>
  readdirSync(userData, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('alerts.json'))
    .map((name) => readFileSync(join(userData, name), 'utf8'))
    .join('')

const panel = () => desk.page.getByTestId('alerts')

/** Fills and saves the form of a new alert on the price of NVDA. */
async function createAlert(level: string, note: string, prepares: boolean): Promise<void> {
  const { page } = desk
  await page.getByTestId('alert-new').click()
  const form = page.getByTestId('alert-form')
  await form.getByRole('combobox', { name: 'Symbol' }).fill('NVDA')
  await expect(form.getByRole('option').first()).toContainText('NVDA')
  await page.keyboard.press('Enter')
  await page.getByTestId('alert-level').fill(level)
  await form.getByLabel('Note', { exact: true }).fill(note)
  await form.getByRole('combobox', { name: 'Repeat' }).selectOption('60000')
  if (prepares) {
    await form.getByRole('checkbox', { name: 'Prepare an order when it fires' }).check()
    await form.getByLabel('Quantity (optional)').fill('7')
  }
  await desk.screenshot(`form-${prepares ? 'ticket' : 'plain'}`)
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form).toHaveCount(0)
}

/** Shows or hides the main window, as closing to the tray does. */
const setVisible = (isVisible: boolean): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }, show) => {
    const [window] = BrowserWindow.getAllWindows()
    if (show) window?.show()
    else window?.hide()
  }, isVisible)

test('An alert fires while the window is hidden; its toast fills the ticket and sends nothing', async () => {
  test.setTimeout(240_000)
  const { page } = desk
  const before = (await desk.truth()).orders.length
  await showPanel(page, 'Alerts')
  await expect(panel().getByText('No alerts')).toBeVisible()
  await desk.screenshot('empty')
  const bid = await desk.cents('bid')
  // The market leaves this range on one of its sides.
  for (const price of [bid + 3, bid - 3]) await createAlert(dollars(price), 'Breakout', true)
  await expect(panel().getByRole('row', { name: /NVDA/ }).first()).toContainText(/Active|Fired/)

  await setVisible(false)
  await desk.practice({ command: 'clock', speed: 60 })
  await until(
    'main fired the alert',
    () => Promise.resolve(/"what":"fired"/.test(stored()) || null),
    {
      ms: 120_000,
    },
  )
  await desk.practice({ command: 'clock', speed: 1 })
  await setVisible(true)

  const toast = page.locator('.toast', { hasText: 'NVDA' }).filter({ hasText: 'Breakout' }).first()
  await expect(toast).toBeVisible()
  await desk.screenshot('toast')
  await panel().getByRole('radio', { name: 'History' }).click()
  await expect(panel().getByRole('grid').getByRole('row', { name: /NVDA/ }).first()).toContainText(
    /NVDA (rose|fell) to \d+\.\d/,
  )
  await desk.screenshot('history')
  await toast.getByRole('button', { name: 'Prepare order' }).click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('7')
  expect((await desk.truth()).orders.length).toBe(before)
})

test('The panel has no violation and no cut text in any theme and in Spanish', async () => {
  const { page } = desk
  await showPanel(page, 'Alerts')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  await loadAxe(page)
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    for (const view of ['Alerts', 'History']) {
      await panel().getByRole('radio', { name: view }).click()
      expect(await axeViolations(page, '[data-panel="alerts"]')).toEqual([])
      expect(await overflows(page)).toEqual([])
      await desk.screenshot(`${theme}-${view.toLowerCase()}`)
    }
  }
  await page.evaluate(`window.countersign.invoke('preferences.set', { language: 'es' })`)
  await page.reload()
  await expect(page.locator('.statusbar time')).toBeVisible()
  await showPanel(page, 'Alertas')
  await expect(panel().getByRole('button', { name: 'Nueva alerta' })).toBeVisible()
  await panel().getByRole('radio', { name: 'Alertas' }).click()
  await desk.screenshot('spanish')
  await page.getByTestId('alert-new').click()
  await loadAxe(page)
  expect(await axeViolations(page, '[role="dialog"]')).toEqual([])
  await desk.screenshot('spanish-form')
  await page.keyboard.press('Escape')
  await page.evaluate(
    `window.countersign.invoke('preferences.set', { language: 'en', theme: 'dark' })`,
  )
})

test('After a restart an alert goes on, and says when it was not evaluated', async () => {
  test.setTimeout(120_000)
  await desk.page.reload()
  await desk.ready()
  await desk.choose('NVDA')
  await showPanel(desk.page, 'Alerts')
  // At the price of this moment, which it soon passes again.
  await createAlert(dollars(await desk.cents('bid')), 'At the price', false)
  await desk.close()
  desk = await open()
  await desk.ready()
  const { page } = desk
  await showPanel(page, 'Alerts')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  const row = panel().getByRole('row', { name: /NVDA/ })
  await expect(row.last()).toContainText('Not evaluated while Countersign was closed from')
  await desk.screenshot('restarted')
  const fired = (): number => stored().split('"what":"fired"').length
  const before = fired()
  await desk.practice({ command: 'clock', speed: 20 })
  await until('it fired again', () => Promise.resolve(fired() > before || null), { ms: 60_000 })
  await desk.practice({ command: 'clock', speed: 1 })
  await expect(page.locator('.toast', { hasText: 'NVDA' }).first()).toBeVisible()
})
