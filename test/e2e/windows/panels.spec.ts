import { expect, test, type Page } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'
import { chooseInTab, chooseLink } from '../support/panel-windows.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'panels', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await desk?.close()
})

const chart = (id: string) => desk.page.locator(`[data-panel-id="${id}"]`)
const symbolIn = (id: string) => chart(id).getByTestId('chart-symbol')

async function search(page: Page, id: string, symbol: string): Promise<void> {
  const field = page.locator(`[data-panel-id="${id}"]`).getByTestId('chart-symbol')
  await field.click()
  await field.fill(symbol)
  await expect(page.getByRole('option', { name: new RegExp(`^${symbol}`) }).first()).toBeVisible()
  await field.press('Enter')
}

test('A second chart has a symbol and an interval of its own', async () => {
  await chooseInTab(desk.page, 'Chart', 'Open another beside it')
  await expect(symbolIn('chart:2')).toHaveValue('AAPL')
  await chooseLink(desk.page, 'Chart 2', 'Link group 2, amber')
  await search(desk.page, 'chart:2', 'MSFT')
  await expect(symbolIn('chart:2')).toHaveValue('MSFT')
  await expect(symbolIn('chart')).toHaveValue('AAPL')
  await chart('chart:2').getByRole('radio', { name: 'D', exact: true }).click()
  await expect(chart('chart:2').getByTestId('chart')).toHaveAttribute('aria-label', /MSFT/)
  await expect(chart('chart').getByTestId('chart')).not.toHaveAttribute('aria-label', /MSFT/)
})

test('The ticket trades the symbol of its own link group, and says which', async () => {
  await watchRow(desk.page, 'NVDA').getByRole('gridcell', { name: 'NVDA', exact: true }).click()
  await expect(symbolIn('chart')).toHaveValue('NVDA')
  await expect(symbolIn('chart:2')).toHaveValue('MSFT')
  await expect(desk.page.getByRole('form', { name: 'Order for NVDA' })).toBeVisible()
  await chooseLink(desk.page, 'Ticket', 'Link group 2, amber')
  await expect(desk.page.getByRole('form', { name: 'Order for MSFT' })).toBeVisible()
  await expect(desk.page.getByRole('tab', { name: 'Ticket', exact: true })).toHaveAttribute(
    'aria-description',
    'Link group 2, amber',
  )
})

test('The menu of a tab opens by the keyboard', async () => {
  await desk.page.getByRole('tab', { name: 'Chart 2', exact: true }).focus()
  await desk.page.keyboard.press('Shift+F10')
  const menu = desk.page.getByRole('menu', { name: 'Menu of Chart 2' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await desk.page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
})

test('A layout change is undone by its own shortcut', async () => {
  await desk.page.getByRole('tab', { name: 'Chart 2', exact: true }).click()
  await desk.page.keyboard.press('Alt+w')
  await expect(chart('chart:2')).toHaveCount(0)
  await desk.page.keyboard.press('Control+Alt+z')
  await expect(symbolIn('chart:2')).toHaveValue('MSFT')
})

test('The tab of the panel in front is inside its strip', async () => {
  // Of the panels that are opened one after another, and of the last one in a smaller window.
  const outside = (name: string): Promise<number> =>
    desk.page.getByRole('tab', { name, exact: true, selected: true }).evaluate((tab) => {
      const strip = tab.parentElement?.getBoundingClientRect() ?? new DOMRect()
      const own = tab.getBoundingClientRect()
      return Math.ceil(Math.max(strip.left - own.left, own.right - strip.right, 0))
    })
  for (const name of ['Journal', 'Calendar', 'Alerts', 'News']) {
    await showPanel(desk.page, name)
    await expect.poll(() => outside(name)).toBeLessThanOrEqual(1)
  }
  await desk.page.setViewportSize({ width: 1_366, height: 768 })
  await expect.poll(() => outside('News')).toBeLessThanOrEqual(1)
  await desk.page.setViewportSize({ width: 1_440, height: 900 })
  for (const name of ['Journal', 'Calendar', 'Alerts', 'News']) {
    await chooseInTab(desk.page, name, 'Close')
  }
})

test('Two and four charts are arranged in the center', async () => {
  await runCommand(desk.page, 'Charts: 4')
  await expect(desk.page.getByTestId('chart')).toHaveCount(4)
  const boxes = await desk.page
    .locator('[data-panel="chart"]')
    .evaluateAll((all) => all.map((panel) => panel.getBoundingClientRect().toJSON() as DOMRect))
  const [left, top] = [
    new Set(boxes.map(({ x }) => Math.round(x))),
    new Set(boxes.map(({ y }) => Math.round(y))),
  ]
  expect([left.size, top.size]).toEqual([2, 2])
  await expect(desk.page.locator('[data-panel="chart"] [data-drawn]')).toHaveCount(4)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(desk.page, theme)
    await desk.screenshot(`four-charts-${theme}`)
  }
  await pressTheme(desk.page, 'dark')
  await loadAxe(desk.page)
  expect(await axeViolations(desk.page, '.dock')).toEqual([])
  await chooseLanguage(desk.page, 'es')
  await desk.page.getByRole('tab', { name: 'Gráfico 2', exact: true }).click({ button: 'right' })
  await desk.screenshot('tab-menu-es')
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('button', { name: 'Espacio', exact: true }).click()
  await desk.screenshot('workspace-menu-es')
  await desk.page.keyboard.press('Escape')
  await chooseLanguage(desk.page, 'en')
  await runCommand(desk.page, 'Charts: 2')
  await expect(desk.page.getByTestId('chart')).toHaveCount(2)
})

test('Charts share the crosshair, and on request the interval and the symbol', async () => {
  await runCommand(desk.page, 'Sync chart symbols: off')
  await expect(symbolIn('chart:2')).toHaveValue('NVDA')
  await runCommand(desk.page, 'Sync chart intervals: off')
  await chart('chart').getByRole('radio', { name: '15m', exact: true }).click()
  await expect(chart('chart:2').getByRole('radio', { name: '15m', exact: true })).toBeChecked()
  await expect(desk.page.locator('[data-panel="chart"] [data-drawn]')).toHaveCount(2)
  const legend = (id: string) => chart(id).locator('.chart-legend').textContent()
  const newest = await legend('chart:2')
  const box = await chart('chart').getByTestId('chart-canvas').boundingBox()
  if (box === null) throw new Error('no chart')
  await desk.page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5)
  await expect.poll(() => legend('chart:2')).not.toBe(newest)
  await expect.poll(() => legend('chart:2')).toBe(await legend('chart'))
  await desk.screenshot('crosshair')
  await runCommand(desk.page, 'Charts: 1')
  await expect(desk.page.getByTestId('chart')).toHaveCount(1)
})
