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
import { EVENT_MARKET } from '../support/product-orders.js'
import { pressTheme } from '../support/theme.js'

const userData = freshUserData()
const open = (): Promise<MainWindowPage> =>
  openMainWindow({ suite: 'alert-subjects', keyStore: 'none', userData })

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
const form = () => desk.page.getByTestId('alert-form')

async function openForm(subject: string): Promise<void> {
  await desk.page.getByTestId('alert-new').click()
  await form().getByRole('radio', { name: subject }).click()
}

async function save(): Promise<void> {
  await desk.page.getByRole('button', { name: 'Save alert' }).click()
  await expect(form()).toHaveCount(0)
}

/** Shows an instrument that is in no list through the palette. */
async function find(symbol: string, shown: string | RegExp): Promise<void> {
  const { page } = desk
  await page.keyboard.press('Control+k')
  await page.locator('[role="dialog"] input[role="combobox"]').fill(symbol)
  await expect(page.locator('.palette-option').first()).toContainText(shown)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
}

const hide = (): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
const show = (): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())

test('An alert on orders fires with the window hidden, beside one on an account', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await showPanel(page, 'Alerts')
  await openForm('Orders')
  await desk.screenshot('form-orders')
  await save()
  await openForm('Account')
  await form().getByRole('combobox', { name: 'Account' }).selectOption({ index: 1 })
  await form().getByRole('combobox', { name: 'Figure' }).selectOption('cash')
  await form().getByRole('combobox', { name: 'Direction' }).selectOption('below')
  await page.getByTestId('alert-level').fill('5000000')
  await desk.screenshot('form-account')
  await save()
  await expect(panel().getByRole('row', { name: /Individual/ })).toContainText('Active')
  await desk.screenshot('list')

  await desk.fill('quantity', '1')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 50))
  await desk.send()
  await hide()
  await until('main fired the alert', () =>
    Promise.resolve(/"event":"filled"/.test(stored()) || null),
  )
  await show()
  await expect(page.locator('.toast', { hasText: 'Filled: BUY 1 NVDA' })).toBeVisible()
  await panel().getByRole('radio', { name: 'History' }).click()
  await expect(panel().getByRole('row', { name: /Filled: BUY 1 NVDA/ })).toHaveCount(1)
  await desk.screenshot('history')
})

test('A new alert is on the symbol that is shown, and offers what its product has', async () => {
  test.setTimeout(120_000)
  const { page } = desk
  await showPanel(page, 'Alerts')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  const offered = async (): Promise<readonly string[]> =>
    form().getByRole('combobox', { name: 'Alert on' }).locator('option').allTextContents()
  await find('BTCUSD', /BTC/)
  await page.getByTestId('alert-new').click()
  await expect(form().getByRole('combobox', { name: 'Symbol' })).toHaveValue('BTC/USD')
  expect(await offered()).toEqual(['Price', 'Change of the day', 'Indicator', 'Drawing'])
  await desk.screenshot('form-crypto')
  await page.keyboard.press('Escape')

  await find(EVENT_MARKET, 'presidency')
  await page.getByTestId('chart').getByRole('radio', { name: 'No', exact: true }).click()
  await page.getByTestId('alert-new').click()
  await expect(form().getByRole('combobox', { name: 'Symbol' })).toHaveValue(EVENT_MARKET)
  await expect(form().getByRole('combobox', { name: 'Outcome' })).toHaveValue('no')
  expect(await offered()).toEqual(['Price', 'Volume of the day', 'Indicator', 'Drawing'])
  await desk.screenshot('form-event')
  await form().getByRole('combobox', { name: 'Alert on' }).selectOption('volume')
  await form().getByRole('combobox', { name: 'Symbol' }).fill('BTCUSD')
  await expect(form().getByRole('option').first()).toContainText('BTC')
  await page.keyboard.press('Enter')
  await expect(form().getByRole('combobox', { name: 'Alert on' })).toHaveValue('price')
  await page.keyboard.press('Escape')
  await expect(form()).toHaveCount(0)
  await desk.choose('NVDA')
})

test('The forms have no violation and no cut text in any theme', async () => {
  const { page } = desk
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  await loadAxe(page)
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    for (const subject of ['Account', 'Orders', 'Instrument']) {
      await openForm(subject)
      if (subject === 'Instrument') {
        await form().getByRole('combobox', { name: 'Alert on' }).selectOption('indicator')
        await form()
          .getByRole('combobox', { name: 'Indicator', exact: true })
          .selectOption('bollinger')
        await form().getByRole('combobox', { name: 'Expiration' }).selectOption('date')
      }
      expect(await axeViolations(page, '[role="dialog"]')).toEqual([])
      expect(await overflows(page)).toEqual([])
      await desk.screenshot(`${theme}-${subject.toLowerCase()}`)
      await page.keyboard.press('Escape')
      await expect(form()).toHaveCount(0)
    }
  }
})

test('After a restart a filled order does not fire again', async () => {
  test.setTimeout(120_000)
  const before = stored().split('"what":"fired"').length
  await desk.close()
  desk = await open()
  await desk.ready()
  await showPanel(desk.page, 'Alerts')
  await panel().getByRole('radio', { name: 'Alerts' }).click()
  const row = panel().getByRole('row', { name: /All orders/ })
  await expect(row).toContainText('Not evaluated while Countersign was closed from')
  await desk.screenshot('restarted')
  expect(stored().split('"what":"fired"').length).toBe(before)
})
