import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { pressTheme } from '../support/theme.js'
import { runCommand } from '../support/palette.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'chart-view', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await desk.close()
})

const chart = (): Locator => desk.page.getByTestId('chart')
const dialog = (): Locator => desk.page.getByRole('dialog', { name: 'Chart view' })
const openView = (): Promise<void> =>
  chart().getByRole('button', { name: 'Interval, hours, lines and symbols to compare' }).click()
const done = (): Promise<void> => dialog().getByRole('button', { name: 'Done' }).click()
const interval = (name: string): Promise<void> =>
  chart().getByRole('radio', { name, exact: true }).click()
const bars = async (): Promise<number> =>
  Number((await chart().getAttribute('data-bars')) ?? Number.NaN)

interface BarRow {
  readonly time: string
  readonly volume: number
}

/** Returns the rows of the chart's table, newest first. */
async function tableRows(): Promise<readonly BarRow[]> {
  await chart().getByRole('button', { name: 'Table' }).click()
  const rows = await chart()
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => ({
        time: row.querySelector('th')?.textContent ?? '',
        volume: Number((row.lastElementChild?.textContent ?? '').replaceAll(',', '')),
      })),
    )
  await chart().getByRole('button', { name: 'Chart', exact: true }).click()
  return rows
}

test('An interval of ten minutes is made of those of the broker, and survives a reload', async () => {
  await interval('5m')
  await expect(chart()).toHaveAttribute('data-phase', 'ready')
  const fives = await tableRows()
  await openView()
  await dialog().getByTestId('interval-amount').fill('10')
  await dialog().getByRole('button', { name: 'Use this interval' }).click()
  await done()
  await expect(chart().getByRole('radio', { name: '10m' })).toBeChecked()
  const tens = await tableRows()

  const byTime = new Map(fives.map((row) => [row.time, row]))
  // The newest bars still grow.
  const settled = tens.slice(2, 20).filter(({ time }) => byTime.has(time))
  expect(settled.length).toBeGreaterThan(5)
  const indexOf = (time: string): number => fives.findIndex((row) => row.time === time)
  for (const ten of settled) {
    const first = indexOf(ten.time)
    const [later, own] = [fives[first - 1], fives[first]]
    expect(ten.volume, ten.time).toBe((later?.volume ?? 0) + (own?.volume ?? 0))
  }
  await desk.page.reload()
  await desk.ready()
  await expect(chart().getByRole('radio', { name: '10m' })).toBeChecked()
})

test('A product offers only the bars that the broker has of it, and shows the nearest', async () => {
  await interval('15s')
  await expect(chart().getByRole('radio', { name: '15s' })).toBeChecked()
  await runCommand(desk.page, 'BTC/USD')
  await expect(chart().getByRole('radio', { name: '1m', exact: true })).toBeChecked()
  await expect(chart().getByRole('radio', { name: '15s' })).toHaveCount(0)
  await expect(chart()).toHaveAttribute('data-phase', 'ready')
  await openView()
  await dialog().getByTestId('interval-amount').fill('10')
  await dialog().getByRole('combobox', { name: 'Unit' }).selectOption('second')
  await expect(dialog()).toContainText('The broker has no such bars of BTC/USD.')
  await done()
  await runCommand(desk.page, 'SPY')
  await expect(chart().getByRole('radio', { name: '15s' })).toBeChecked()
})

test('Without extended hours no bar is outside of the regular session', async () => {
  await loadAxe(desk.page)
  await interval('30m')
  await openView()
  await dialog().getByRole('checkbox', { name: 'Pre-market and after hours' }).uncheck()
  await done()
  await expect.poll(async () => (await tableRows()).length).toBeGreaterThan(20)
  const minutes = (await tableRows()).map(({ time }) => {
    const [, hour, minute] = /(\d{2}):(\d{2}) ET$/.exec(time) ?? []
    return Number(hour) * 60 + Number(minute)
  })
  expect(Math.min(...minutes)).toBe(9 * 60 + 30)
  expect(Math.max(...minutes)).toBeLessThan(16 * 60)
  await openView()
  await dialog().getByRole('checkbox', { name: 'Pre-market and after hours' }).check()
  await done()
})

test('Other symbols are compared in percent, with their price in the legend', async () => {
  await interval('D')
  await openView()
  for (const name of ['MSFT', 'NVDA']) {
    await dialog().getByRole('combobox', { name: 'Symbol to compare' }).fill(name)
    await dialog()
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .click()
  }
  await dialog().getByRole('checkbox', { name: 'Previous close' }).check()
  await dialog().getByRole('checkbox', { name: 'Bid and ask' }).check()
  expect(await axeViolations(desk.page, '[role="dialog"]')).toEqual([])
  await desk.screenshot('dialog')
  await done()
  const compared = chart().getByTestId('chart-compared')
  await expect(compared.locator('[data-compared="MSFT"]')).toContainText(/\d+\.\d\d/)
  await expect
    .poll(async () =>
      Number(await compared.locator('[data-compared="NVDA"]').getAttribute('data-bars')),
    )
    .toBeGreaterThan(100)
  await desk.screenshot('compared')
  await compared.getByRole('button', { name: 'Stop comparing NVDA' }).click()
  await expect(compared.locator('li')).toHaveCount(1)
  await compared.getByRole('button', { name: 'Stop comparing MSFT' }).click()
  await expect(compared).toHaveCount(0)
})

test('A day long ago is loaded and shown, and a day to come is refused', async () => {
  await interval('30m')
  await expect(chart()).toHaveAttribute('data-phase', 'ready')
  const before = await bars()
  await chart().getByRole('button', { name: 'Go to date' }).click()
  const date = desk.page.getByRole('dialog', { name: 'Go to date' })
  await date.getByTestId('go-to-day').fill('2100-01-01')
  await expect(date).toContainText('That day has not come yet.')
  await date.getByTestId('go-to-day').fill('2026-10-06')
  await date.getByRole('button', { name: 'Show' }).click()
  await expect(date).toHaveCount(0)
  expect(await bars()).toBeGreaterThan(before)
  const box = await chart().getByTestId('chart-canvas').boundingBox()
  if (box === null) throw new Error('the chart has no place')
  // The library's time axis takes a part of the width.
  await desk.page.mouse.move(box.x + (box.width - 64) / 2, box.y + box.height / 3)
  await expect(chart().getByTestId('chart-legend')).toContainText(/Oct [567]/)
  await desk.screenshot('went-to')
  await chart().getByRole('button', { name: 'Go to date' }).click()
  await date.getByTestId('go-to-day').fill('2020-01-02')
  await date.getByRole('button', { name: 'Show' }).click()
  await expect(date).toContainText(/The broker has no bars before .* That day is shown\./)
  await date.getByRole('button', { name: 'Cancel' }).click()
})

test('Times are written in another zone, in Spanish too, and nothing is cut off', async () => {
  await interval('5m')
  await openView()
  await dialog().getByRole('radio', { name: 'UTC' }).click()
  await done()
  await expect(chart().getByTestId('chart-legend')).toContainText('UTC')
  await chooseLanguage(desk.page, 'es')
  await pressTheme(desk.page, 'dark')
  expect(await overflows(desk.page)).toEqual([])
  await desk.screenshot('utc-dark-es')
  await chart()
    .getByRole('button', { name: 'Intervalo, horario, líneas y símbolos para comparar' })
    .click()
  expect(await axeViolations(desk.page, '[role="dialog"]')).toEqual([])
  expect(await overflows(desk.page)).toEqual([])
  await desk.screenshot('dialog-dark-es')
})
