import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { showPanel } from '../support/palette.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
const open = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'drawing-alerts', keyStore: 'none', userData })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await open()
  await desk.ready()
  await desk.choose('NVDA')
  // The scale of a chart follows its prices: while they rest, a place stays a price.
  await desk.practice({ command: 'clock', speed: 0 })
})
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

/** A place in the chart, as parts of its width and height. */
type Place = readonly [number, number]

/** Returns what main has stored of the alerts, which needs no window. */
const stored = (): string =>
  readdirSync(userData, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('alerts.json'))
    .map((name) => readFileSync(join(userData, name), 'utf8'))
    .join('')

const panel = (): Locator => desk.page.getByTestId('alerts')
const form = (): Locator => desk.page.getByTestId('alert-form')
const bar = (): Locator => desk.page.getByTestId('drawing-bar')
const drawings = (): Locator => desk.page.getByTestId('chart-drawings').locator('li')
const tool = (name: string): Locator =>
  desk.page.getByTestId('drawing-strip').getByRole('button', { name, exact: true })

async function click([x, y]: Place): Promise<void> {
  const box = await desk.page.getByTestId('chart-canvas').boundingBox()
  if (box === null) throw new Error('the chart is not drawn')
  await desk.page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 3 })
  await desk.page.mouse.down()
  await desk.page.mouse.up()
}

async function showTools(): Promise<void> {
  await expect(desk.page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  const strip = desk.page.getByTestId('drawing-strip')
  if (await strip.isHidden()) {
    await desk.page.getByTestId('chart').getByRole('button', { name: 'Drawing tools' }).click()
  }
  await expect(strip).toBeVisible()
}

/** Shows or hides the main window, as closing to the tray does. */
const setVisible = (isVisible: boolean): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }, show) => {
    const [window] = BrowserWindow.getAllWindows()
    if (show) window?.show()
    else window?.hide()
  }, isVisible)

test('ALERT: A drawing gets an alert from its toolbar, marked on the chart and named in the list', async () => {
  const { page } = desk
  await showTools()
  await tool('Ray').click()
  await click([0.3, 0.75])
  await click([0.6, 0.7])
  await expect(drawings()).toHaveCount(1)
  await expect(bar()).toBeVisible()
  await page.getByTestId('drawing-add-alert').click()
  await expect(form()).toBeVisible()
  await expect(page.getByTestId('alert-drawing')).toContainText('Ray')
  await page.getByTestId('alert-drawing-when').selectOption('below')
  await desk.screenshot('form')
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
  await expect(panel().getByRole('row', { name: /NVDA/ })).toContainText(
    'NVDA crosses below the ray',
  )
  await expect(drawings().first()).toContainText('1 alert on this drawing')
  await desk.screenshot('marked')
})

test('ALERT: Deleting the drawing ends its alert and says that; undo brings both back', async () => {
  const { page } = desk
  await click([0.45, 0.725])
  await expect(bar()).toBeVisible()
  await page.keyboard.press('Delete')
  await expect(drawings()).toHaveCount(0)
  const toast = page.locator('.toast', { hasText: 'its drawing was deleted' })
  await expect(toast).toBeVisible()
  await expect(panel().getByRole('row', { name: /NVDA/ })).toContainText('Ended')
  await desk.screenshot('deleted')
  await page.getByTestId('chart-picture').focus()
  await page.keyboard.press('Control+z')
  await expect(drawings()).toHaveCount(1)
  await expect(panel().getByRole('row', { name: /NVDA/ })).toContainText('Active')
})

test('ALERT: An alert is added by keys, and fires with another chart in a hidden window', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await tool('Horizontal line').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chart-picture')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(drawings()).toHaveCount(2)
  await page.keyboard.press('a')
  await expect(form()).toBeVisible()
  await expect(page.getByTestId('alert-drawing')).toContainText('Horizontal line')
  await form().getByLabel('Note', { exact: true }).fill('Breakout')
  await page.keyboard.press('Enter')
  await expect(form()).toHaveCount(0)
  await expect(panel().getByRole('row', { name: /NVDA/ })).toHaveCount(2)

  await desk.choose('AAPL')
  await setVisible(false)
  await desk.practice({ command: 'clock', speed: 20 })
  await until(
    'main fired the alert on the line',
    () => Promise.resolve(/"what":"fired"/.test(stored()) || null),
    { ms: 60_000 },
  )
  await desk.practice({ command: 'clock', speed: 0 })
  await setVisible(true)
  const toast = page.locator('.toast', { hasText: 'the horizontal line' }).first()
  await expect(toast).toBeVisible()
  await desk.screenshot('fired')
})

test('ALERT: The history shows the drawing on its chart, and the form has no violation', async () => {
  const { page } = desk
  await showPanel(page, 'Alerts')
  await panel().getByRole('radio', { name: 'History' }).click()
  const row = panel()
    .getByRole('grid')
    .getByRole('row', { name: /horizontal line/ })
    .first()
  await row.dblclick()
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  await expect(bar()).toContainText('Horizontal line')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  await loadAxe(page)
  for (const theme of ['light', 'contrast', 'dark'] as const) {
    await pressTheme(page, theme)
    await waitForAnimations(page)
    expect(await axeViolations(page, '[data-panel="alerts"]')).toEqual([])
    expect(await axeViolations(page, '[data-testid="chart"]')).toEqual([])
    expect(await overflows(page)).toEqual([])
    await desk.screenshot(`list-${theme}`)
    await page.getByTestId('drawing-add-alert').click()
    await expect(form()).toBeVisible()
    await waitForAnimations(page)
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([])
    await desk.screenshot(`form-${theme}`)
    await page.keyboard.press('Escape')
    await expect(form()).toHaveCount(0)
  }
  await chooseLanguage(page, 'es')
  await expect(desk.page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  await click([0.45, 0.725])
  await page.getByTestId('drawing-add-alert').click()
  await expect(form()).toBeVisible()
  await waitForAnimations(page)
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('form-es')
  await page.keyboard.press('Escape')
  await chooseLanguage(page, 'en')
})

test('ALERT: An alert on a drawing survives a restart', async () => {
  test.setTimeout(120_000)
  await desk.close()
  desk = await open()
  await desk.ready()
  await showPanel(desk.page, 'Alerts')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  await expect(panel().getByRole('row', { name: /crosses below the ray/ })).toContainText('Active')
})

test('ALERT: A vertical line fires at its time, and a long position has alerts at its prices', async () => {
  test.setTimeout(180_000)
  const { page } = desk
  await desk.choose('NVDA')
  await desk.practice({ command: 'clock', speed: 0 })
  await showPanel(page, 'Alerts')
  await showTools()
  const count = await drawings().count()
  await tool('Vertical line').click()
  await click([0.9, 0.4])
  await expect(drawings()).toHaveCount(count + 1)
  await page.getByTestId('drawing-add-alert').click()
  await expect(form()).toContainText('Fires once, when the time of the exchange passes the line.')
  await expect(form().getByRole('combobox', { name: 'Repeat' })).toHaveCount(0)
  await desk.screenshot('form-time')
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)

  await tool('Long position').click()
  await click([0.5, 0.5])
  await expect(drawings()).toHaveCount(count + 2)
  await page.getByTestId('drawing-add-alert').click()
  await expect(form().getByRole('combobox', { name: 'Part' })).toHaveValue('any')
  await expect(form().getByRole('combobox', { name: 'Repeat' })).toHaveValue('60000')
  await desk.screenshot('form-plan')
  await page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
  await desk.screenshot('time-and-plan')

  await desk.practice({ command: 'clock', speed: 60 })
  const toast = page.locator('.toast', { hasText: 'The time of the vertical line of NVDA passed' })
  await expect(toast.first()).toBeVisible({ timeout: 90_000 })
  await desk.practice({ command: 'clock', speed: 0 })
  await desk.screenshot('time-passed')
})
