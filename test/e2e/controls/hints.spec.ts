import { expect, test, type Locator } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'
import { chooseLanguage } from '../support/language.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
const refused: string[] = []
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'hints', keyStore: 'none' })
  desk.page.on('console', (line) => {
    if (/Content Security Policy|TrustedHTML/.test(line.text())) refused.push(line.text())
  })
  await desk.ready()
  await pressTheme(desk.page, 'dark')
})
test.afterAll(() => desk.close())

const tip = (): Locator => desk.page.getByRole('tooltip')
const columns = (): Locator =>
  desk.page.locator('[data-panel="watchlist"]').getByRole('button', { name: 'Columns' }).first()

test('A hint appears under the pointer that rests, below its element and inside the window', async () => {
  await columns().hover()
  await expect(tip()).toHaveText(/Columns/)
  const [bubble, button] = [await tip().boundingBox(), await columns().boundingBox()]
  expect(bubble?.y ?? 0).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0) - 1)
  expect(bubble?.x ?? -1).toBeGreaterThanOrEqual(0)
  await desk.screenshot('pointer-dark-en')
})

test('A hint lets a press through, and vanishes with it', async () => {
  const behind = await tip().evaluate((bubble) => {
    const { left, top } = bubble.getBoundingClientRect()
    return document.elementFromPoint(left + 3, top + 3) === bubble
  })
  expect(behind).toBe(false)
  await desk.page.mouse.down()
  await expect(tip()).toHaveCount(0)
  await desk.page.mouse.up()
  await desk.page.keyboard.press('Escape')
  await desk.page.mouse.move(5, 500)
})

test('The keyboard shows the hint of a control that it reaches; Escape hides it', async () => {
  const account = desk.page.getByRole('combobox', { name: 'Trade with account' })
  await account.focus()
  await desk.page.keyboard.press('Shift+Tab')
  await desk.page.keyboard.press('Tab')
  await expect(account).toBeFocused()
  await expect(tip()).toHaveText('Trade with account')
  await desk.page.keyboard.press('Escape')
  await expect(tip()).toHaveCount(0)
})

test('The keyboard shows the hints of the active cell of a table', async () => {
  const table = desk.page.getByRole('treegrid', { name: 'Positions', exact: true })
  await table.focus()
  await desk.page.keyboard.press('ArrowRight')
  await desk.page.keyboard.press('ArrowUp')
  await expect(table).toHaveAttribute('aria-activedescendant', /.+/)
  await expect(tip()).toHaveText('Symbol')
  await desk.screenshot('cell-dark-en')
  await desk.page.keyboard.press('Escape')
})

test('A text that is no control is a tab stop, and is described to a screen reader', async () => {
  const market = desk.page.locator('[data-channel="market"]')
  await market.focus()
  await desk.page.keyboard.press('Shift+Tab')
  await desk.page.keyboard.press('Tab')
  await expect(market).toBeFocused()
  await expect(tip()).toHaveText(/^Market: /)
  await expect(market).toHaveAttribute('aria-description', /^Market: /)
  const bubble = await tip().boundingBox()
  expect((bubble?.y ?? 0) + (bubble?.height ?? 0)).toBeLessThanOrEqual(900)
  await desk.screenshot('status-dark-en')
})

test('A touch shows the hint of a text', async () => {
  await desk.page.keyboard.press('Escape')
  const market = desk.page.locator('[data-channel="market"]')
  await market.dispatchEvent('pointerenter', { pointerType: 'touch' })
  await market.dispatchEvent('pointerover', { pointerType: 'touch', bubbles: true })
  await market.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true })
  await market.dispatchEvent('pointerup', { pointerType: 'touch', bubbles: true })
  await expect(tip()).toHaveText(/^Market: /)
  await desk.page.keyboard.press('Escape')
})

test('A hint reads well in Spanish and on a light background', async () => {
  await pressTheme(desk.page, 'light')
  await chooseLanguage(desk.page, 'es')
  const market = desk.page.locator('[data-channel="market"]')
  await market.hover()
  await expect(tip()).toHaveText(/^Mercado: /)
  await desk.screenshot('status-light-es')
  expect(refused, 'the page refused nothing of the library').toEqual([])
})
