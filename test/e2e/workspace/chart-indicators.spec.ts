import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const THEMES = ['dark', 'light', 'contrast'] as const

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'chart-indicators', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

const dialog = (): Locator => desk.page.getByRole('dialog', { name: 'Chart type and indicators' })
/** The legend over the bars, and the legends of the panes below them. */
const legend = (): Locator => desk.page.getByTestId('chart-indicators')
const paneLegends = (): Locator => desk.page.getByTestId('chart-pane-legend')

async function openSettings(): Promise<Locator> {
  await desk.page.getByRole('button', { name: 'Chart type and indicators' }).click()
  await expect(dialog()).toBeVisible()
  return dialog()
}

test('An indicator is found, added and changed; its values follow the bars and survive a reload', async () => {
  const { page } = desk
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  const settings = await openSettings()
  await settings.getByLabel('Find an indicator').fill('bol')
  await settings.getByRole('button', { name: 'Bollinger bands' }).click()
  await settings.getByLabel('Find an indicator').fill('MACD')
  await settings.getByRole('button', { name: 'MACD', exact: true }).click()

  const length = settings.getByLabel('Length')
  await length.fill('0')
  await expect(settings.getByRole('alert')).toHaveText('From 1 to 500')
  await length.fill('10')
  await length.press('Enter')
  await expect(legend()).toContainText('BB 10 2')
  await expect(paneLegends()).toContainText('MACD 12 26 9')
  await settings.getByRole('button', { name: 'Done' }).click()

  const upper = legend().locator('[data-plot="upper"]')
  await expect(upper).toHaveText(/U \d+\.\d\d/)
  const before = await upper.textContent()
  await expect.poll(() => upper.textContent()).not.toBe(before)

  await page.reload()
  await expect(legend()).toContainText('BB 10 2')
})

test('Indicators saved as a template are put on the chart again, also after a reload', async () => {
  const { page } = desk
  const settings = await openSettings()
  const templates = settings.getByTestId('indicator-templates')
  const saveButton = templates.getByRole('button', { name: 'Save these indicators' })
  await expect(saveButton).toHaveAttribute('aria-disabled', 'true')
  await templates.getByLabel('Name of the template').fill('Bands')
  await templates.getByLabel('Name of the template').press('Enter')
  await expect(templates.getByRole('button', { name: 'Put Bands on the chart' })).toBeVisible()
  await settings.getByRole('button', { name: 'Remove MACD 12 26 9' }).click()
  await settings.getByRole('button', { name: 'Remove BB 10 2' }).click()
  await expect(legend()).toHaveCount(0)
  await settings.getByRole('button', { name: 'Done' }).click()

  await page.reload()
  const later = await openSettings()
  await later.getByRole('button', { name: 'Put Bands on the chart' }).click()
  await expect(legend()).toContainText('BB 10 2')
  await expect(paneLegends()).toContainText('MACD 12 26 9')
  await later.getByRole('button', { name: 'Delete the template Bands' }).click()
  await expect(later.getByRole('button', { name: 'Put Bands on the chart' })).toHaveCount(0)
  await later.getByRole('button', { name: 'Done' }).click()
})

test('The volume profile of the bars in view follows the view, with its levels in the legend', async () => {
  const { page } = desk
  const settings = await openSettings()
  await settings.getByLabel('Find an indicator').fill('profile')
  await settings.getByTestId('indicator-choices').getByRole('button').first().click()
  await settings.getByRole('button', { name: 'Done' }).click()
  const profile = legend().locator('[data-indicator="volume-profile"]')
  await expect(profile).toContainText(/VP 24 70.*POC \d+\.\d\d.*VAH \d+\.\d\d.*VAL \d+\.\d\d/)
  const levels = await profile.textContent()
  await page.getByTestId('chart-picture').focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('PageUp')
  await expect.poll(() => profile.textContent()).not.toBe(levels)
  await page.keyboard.press('End')
  await desk.screenshot('volume-profile')
  const reopened = await openSettings()
  await reopened.getByRole('button', { name: 'Remove VP 24 70' }).click()
  await reopened.getByRole('button', { name: 'Done' }).click()
})

test('Every chart type, on every scale, is drawn and leaves no error behind', async () => {
  const { page } = desk
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  for (const style of ['Hollow', 'Bars', 'Line', 'Area', 'Baseline', 'Heikin-Ashi', 'Candles']) {
    const settings = await openSettings()
    await settings.getByRole('radio', { name: style, exact: true }).click()
    await settings.getByRole('button', { name: 'Done' }).click()
    await waitForAnimations(page)
    await desk.screenshot(`chart-${style.toLowerCase()}`)
  }
  for (const scale of ['Logarithmic', 'Percent', 'Linear']) {
    const settings = await openSettings()
    await settings.getByRole('radio', { name: scale }).click()
    await settings.getByRole('button', { name: 'Done' }).click()
    await waitForAnimations(page)
    await desk.screenshot(`chart-${scale.toLowerCase()}`)
  }
  expect(problems).toEqual([])
})

/** Runs in the page: counts the pixels of the chart that have the color of a part of a cloud. */
const CLOUD_PIXELS = `(name) => {
  const style = getComputedStyle(document.querySelector('.chart-canvas'))
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (property) => {
    pixel.fillStyle = style.getPropertyValue(property).trim()
    pixel.fillRect(0, 0, 1, 1)
    return [...pixel.getImageData(0, 0, 1, 1).data]
  }
  const [surface, color] = [read('--chart-surface'), read(name)]
  const wanted = surface.map((part, place) => part + 0.16 * (color[place] - part))
  const canvas = document.querySelector('.chart-canvas canvas')
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const context = copy.getContext('2d')
  context.drawImage(canvas, 0, 0)
  const { data } = context.getImageData(0, 0, copy.width, copy.height)
  let count = 0
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2].every((place) => Math.abs(data[at + place] - wanted[place]) <= 2)) count += 1
  }
  return count
}`

test('The cloud of Ichimoku is filled between its spans in both colors, in every theme', async () => {
  const { page } = desk
  const pixels = (name: string): Promise<number> =>
    page.evaluate(`(${CLOUD_PIXELS})(${JSON.stringify(name)})`)
  const saved = await openSettings()
  for (const name of ['Remove BB 10 2', 'Remove MACD 12 26 9']) {
    await saved.getByRole('button', { name }).click()
  }
  await saved.getByRole('button', { name: 'Done' }).click()
  const picture = page.getByTestId('chart-picture')
  await picture.focus()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('-')
  const without = await pixels('--chart-up')

  const settings = await openSettings()
  await settings.getByRole('button', { name: 'Ichimoku cloud' }).click()
  await settings.getByRole('button', { name: 'Done' }).click()
  // How many bars show a turn of the trend is another number on another day.
  await picture.focus()
  await expect(async () => {
    if ((await pixels('--chart-down')) <= 500) await page.keyboard.press('-')
    expect(await pixels('--chart-down')).toBeGreaterThan(500)
  }).toPass({ timeout: 60_000 })
  for (const theme of THEMES) {
    await pressTheme(page, theme)
    await waitForAnimations(page)
    await desk.screenshot(`chart-cloud-${theme}`)
    await expect.poll(() => pixels('--chart-up')).toBeGreaterThan(without + 500)
    await expect.poll(() => pixels('--chart-down')).toBeGreaterThan(500)
  }

  const reopened = await openSettings()
  await reopened.getByRole('button', { name: 'Remove Ichimoku 9 26 52' }).click()
  for (const name of ['Bollinger bands', 'MACD']) {
    await reopened.getByRole('button', { name, exact: true }).click()
  }
  await reopened.getByRole('button', { name: 'Done' }).click()
})

/** Runs in the page: returns the top of each pane of the chart below the bars. */
const PANE_TOPS = `(() => {
  const canvases = document.querySelectorAll('.chart-canvas tr > td:nth-child(2)')
  const tops = [...canvases].map((cell) => cell.getBoundingClientRect())
  return tops.filter(({ height }) => height > 20).map(({ top }) => top).slice(1)
})()`

/** The distance of each pane's legend from the top of its pane. */
async function legendOffsets(): Promise<readonly number[]> {
  const tops = (await desk.page.evaluate(PANE_TOPS)) as readonly number[]
  const boxes = await Promise.all((await paneLegends().all()).map((shown) => shown.boundingBox()))
  return boxes.map((box, place) => (box?.y ?? 0) - (tops[place] ?? 0))
}

test('An indicator in a pane of its own has its values there, wherever the pane moves', async () => {
  const { page } = desk
  const settings = await openSettings()
  await settings.getByRole('button', { name: 'Relative strength index' }).click()
  await settings.getByRole('button', { name: 'Done' }).click()
  await expect(legend()).not.toContainText(/MACD|RSI/)
  await expect(paneLegends()).toHaveText([/^MACD 12 26 9/, /^RSI 14/])
  await expect.poll(legendOffsets).toEqual([2, 2])
  await desk.screenshot('pane-legends')

  // The values belong to the bar under the pointer.
  const value = paneLegends().locator('[data-indicator="rsi"] [data-plot]')
  const newest = await value.textContent()
  const picture = await page.getByTestId('chart-picture').boundingBox()
  await page.mouse.move((picture?.x ?? 0) + 150, (picture?.y ?? 0) + 120)
  await expect.poll(() => value.textContent()).not.toBe(newest)
  await page.mouse.move(2, 2)

  await page.setViewportSize({ width: 1_440, height: 1_000 })
  await expect.poll(legendOffsets).toEqual([2, 2])
  await page.setViewportSize({ width: 1_440, height: 900 })

  // With the keyboard: its settings, and out of the chart.
  await page.getByRole('button', { name: 'Settings for RSI 14' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove MACD 12 26 9' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('chart-picture')).toBeFocused()
  await expect(paneLegends()).toHaveText([/^RSI 14/])
  await expect.poll(legendOffsets).toEqual([2])
  await loadAxe(page)
  expect(await axeViolations(page, '.chart')).toEqual([])

  // Another language makes another chart.
  await chooseLanguage(page, 'es')
  await expect(page.getByRole('button', { name: 'Ajustes de RSI 14' })).toBeVisible()
  await expect.poll(legendOffsets).toEqual([2])
  expect(await overflows(page)).toEqual([])
  await desk.screenshot('pane-legends-es')
  await chooseLanguage(page, 'en')

  await page.getByRole('button', { name: 'Remove RSI 14' }).click()
  await expect(paneLegends()).toHaveCount(0)
  const last = await openSettings()
  await last.getByRole('button', { name: 'MACD', exact: true }).click()
  await last.getByRole('button', { name: 'Done' }).click()
})

test('All indicators at once are drawn, and the chart keeps up', async () => {
  const { page } = desk
  const settings = await openSettings()
  for (const name of ['Ichimoku cloud', 'Parabolic SAR', 'Pivot points', 'VWAP of the day']) {
    await settings.getByRole('button', { name }).click()
  }
  for (const name of ['Relative strength index', 'Volume moving average', 'On-balance volume']) {
    await settings.getByRole('button', { name }).click()
  }
  await settings.getByRole('button', { name: 'Done' }).click()
  await loadAxe(page)
  for (const theme of THEMES) {
    await pressTheme(page, theme)
    await waitForAnimations(page)
    await desk.screenshot(`chart-indicators-${theme}`)
    const opened = await openSettings()
    expect(await axeViolations(page, '.dialog')).toEqual([])
    await desk.screenshot(`chart-settings-${theme}`)
    await opened.getByRole('button', { name: 'Done' }).click()
  }
  await expect(paneLegends().locator('[data-indicator="rsi"] [data-plot]')).toHaveText(/\d+\.\d\d/)
})

test('Another symbol and another interval have indicators of their own', async () => {
  const { page } = desk
  const average = legend().locator('[data-indicator="bollinger"] [data-plot="middle"]')
  const aapl = await average.textContent()
  await desk.choose('NVDA')
  await expect(page.getByTestId('chart')).toHaveAttribute('aria-label', /NVDA/)
  await expect.poll(() => average.textContent()).not.toBe(aapl)
  await page.getByTestId('chart').getByRole('radio', { name: 'D', exact: true }).click()
  await expect(page.getByTestId('chart')).toHaveAttribute('data-phase', 'ready')
  await expect(legend().locator('[data-indicator="pivots"]')).toContainText(/P \d/)
})
