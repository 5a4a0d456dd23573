import { expect, test } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'hidden-chart', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_440, height: 900 })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** Returns the colors in the chart's picture that fill most of it, the most frequent first. */
const colors = (): Promise<readonly string[]> =>
  desk.page.getByTestId('chart-canvas').evaluate((element) => {
    const counts = new Map<string, number>()
    for (const canvas of element.querySelectorAll('canvas')) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      if (pixels === undefined) continue
      for (let index = 0; index < pixels.length; index += 4) {
        if (pixels[index + 3] !== 255) continue
        const color = [...pixels.slice(index, index + 3)].join(' ')
        counts.set(color, (counts.get(color) ?? 0) + 1)
      }
    }
    const sorted = [...counts].toSorted((a, b) => b[1] - a[1])
    return sorted.slice(0, 4).map(([color]) => color)
  })

const tab = (name: RegExp) => desk.page.getByRole('tab', { name, exact: true })

test('a chart keeps its colors in another language that was chosen while it was hidden', async () => {
  await expect(desk.page.locator('[data-testid=chart-canvas][data-drawn=true]')).toBeVisible()
  await expect.poll(async () => (await colors()).length).toBe(4)
  const [background] = await colors()
  await tab(/^Markets$/).click()
  await expect(desk.page.getByTestId('chart-canvas')).toBeHidden()
  await chooseLanguage(desk.page, 'es')
  await tab(/^Gráfico$/).click()
  await expect(desk.page.locator('[data-testid=chart-canvas][data-drawn=true]')).toBeVisible()
  await expect.poll(async () => (await colors()).length).toBe(4)
  await desk.screenshot('hidden-chart-es')
  expect((await colors())[0]).toBe(background)
})

test('a chart has the colors of a theme that was chosen while it was hidden', async () => {
  await pressTheme(desk.page, 'light')
  const [light] = await colors()
  await pressTheme(desk.page, 'dark')
  await expect.poll(async () => (await colors())[0]).not.toBe(light)
  const [dark] = await colors()
  await pressTheme(desk.page, 'light')
  await expect.poll(async () => (await colors())[0]).toBe(light)
  await tab(/^Mercados$/).click()
  await pressTheme(desk.page, 'dark')
  await tab(/^Gráfico$/).click()
  await expect.poll(async () => (await colors())[0]).toBe(dark)
  await desk.screenshot('hidden-chart-dark')
})
