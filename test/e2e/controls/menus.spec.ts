import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
const refused: string[] = []
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'menus', keyStore: 'none' })
  desk.page.on('console', (line) => {
    if (/Content Security Policy|TrustedHTML/.test(line.text())) refused.push(line.text())
  })
  await desk.ready()
  await pressTheme(desk.page, 'dark')
})
test.afterAll(() => desk.close())

const menu = (name?: string): Locator =>
  desk.page.getByRole('menu', name === undefined ? {} : { name })
const item = (name: string | RegExp): Locator => menu().getByRole('menuitem', { name })
const view = (): Locator => desk.page.getByRole('button', { name: 'View', exact: true })

test('The arrow down opens a menu at its first entry, and letters find an entry', async () => {
  await view().focus()
  await desk.page.keyboard.press('ArrowDown')
  await expect(menu('View').getByRole('menuitem').first()).toBeFocused()
  await desk.page.keyboard.type('pos')
  await expect(item('Positions')).toBeFocused()
  await desk.screenshot('bar-dark-en')
  await desk.page.keyboard.press('Escape')
  await expect(menu()).toHaveCount(0)
  await expect(view()).toBeFocused()
})

test('Tab closes a menu and returns to its button', async () => {
  await view().press('Enter')
  await expect(menu('View')).toBeVisible()
  await desk.page.keyboard.press('Tab')
  await expect(menu()).toHaveCount(0)
  await expect(view()).toBeFocused()
})

test('A press beside a menu closes it and presses nothing else', async () => {
  await view().click()
  await expect(menu('View')).toBeVisible()
  const sell = desk.page.getByRole('form').getByRole('radio', { name: 'Sell', exact: true })
  const place = await sell.boundingBox()
  await desk.page.mouse.click((place?.x ?? 0) + 8, (place?.y ?? 0) + 8)
  await expect(menu()).toHaveCount(0)
  await expect(sell).not.toBeChecked()
})

test('The page behind an open menu is inert', async () => {
  await view().click()
  await expect(menu('View')).toBeVisible()
  const inert = () =>
    desk.page.locator('.behind').evaluate((page) => page.closest('[inert]') !== null)
  expect(await inert()).toBe(true)
  await desk.page.keyboard.press('Escape')
  expect(await inert()).toBe(false)
})

test('A context menu stays inside the window', async () => {
  const row = watchRow(desk.page, 'XOM')
  await desk.page.setViewportSize({ width: 1_440, height: 560 })
  await row.click({ button: 'right' })
  await expect(menu()).toBeVisible()
  const box = await menu().boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560)
  await desk.screenshot('context-dark-en')
  await desk.page.keyboard.press('Escape')
  await desk.page.setViewportSize({ width: 1_440, height: 900 })
})

test('Link groups are a menu beside the menu of a tab, where one is chosen', async () => {
  await desk.page.getByRole('tab', { name: 'Chart', exact: true }).focus()
  await desk.page.keyboard.press('Shift+F10')
  await expect(menu('Menu of Chart')).toBeVisible()
  await item('Link group').focus()
  await desk.page.keyboard.press('ArrowRight')
  const chosen = menu('Link group').getByRole('menuitemradio', { checked: true })
  await expect(chosen).toHaveText(/Link group 1/)
  await desk.screenshot('link-groups-dark-en')
  await desk.page.keyboard.press('ArrowLeft')
  await expect(menu('Link group')).toHaveCount(0)
  await desk.page.keyboard.press('Escape')
  await expect(menu()).toHaveCount(0)
  await expect(desk.page.getByRole('tab', { name: 'Chart', exact: true })).toBeFocused()
})

test('Menus read well in Spanish and on a light background', async () => {
  await pressTheme(desk.page, 'light')
  await chooseLanguage(desk.page, 'es')
  await desk.page.getByTestId('environment').click()
  await expect(menu().getByRole('menuitemradio', { checked: true })).toHaveCount(1)
  await desk.screenshot('profiles-light-es')
  await desk.page.keyboard.press('Escape')
  await desk.page.getByRole('tab', { name: 'Gráfico', exact: true }).click({ button: 'right' })
  await item('Grupo de enlace').hover()
  await expect(menu('Grupo de enlace')).toBeVisible()
  await desk.screenshot('link-groups-light-es')
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('Escape')
  expect(refused, 'the page refused nothing of the library').toEqual([])
})
