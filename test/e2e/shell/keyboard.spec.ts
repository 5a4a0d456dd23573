import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { until } from '../../harness/system/until.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { runCommand } from '../support/palette.js'
import { wear } from '../workspace/pictures/picture-set.js'
import { pressTheme } from '../support/theme.js'

const userData = freshUserData()
let desk: MainWindowPage
const open = async (): Promise<void> => {
  desk = await openMainWindow({ suite: 'keyboard', keyStore: 'none', userData })
  await desk.ready()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk.close()
  await removeFolder(userData)
})

const row = (id: string) => desk.page.locator(`.keyboard-list li[data-command="${id}"]`)
const openPage = async (): Promise<void> => {
  await desk.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await runCommand(desk.page, 'Keyboard shortcuts')
  await expect(desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
}
const record = async (id: string, keys: string): Promise<void> => {
  await row(id).locator('.key-change').click()
  await desk.page.keyboard.press(keys)
}
/** Answers the next dialogs of the system with this file. */
const chooseFile = (file: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() => Promise.resolve({ canceled: false, filePath })) as never
    dialog.showOpenDialog = (() =>
      Promise.resolve({ canceled: false, filePaths: [filePath] })) as never
  }, file)

test('A changed shortcut works at once, shows in menus, and after a restart', async () => {
  await openPage()
  await record('settings', 'Control+Shift+U')
  await expect(row('settings').locator('.keys')).toHaveAttribute('aria-label', 'Ctrl Shift U')
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('Control+,')
  await expect(desk.page.getByRole('dialog')).toHaveCount(0)
  await desk.page.keyboard.press('Control+Shift+U')
  await expect(desk.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await desk.page.keyboard.press('Escape')

  await desk.close()
  await open()
  await desk.page.keyboard.press('Control+Shift+U')
  await expect(desk.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await desk.page.keyboard.press('Escape')
})

test('A conflict names the other command, and a reserved chord is refused', async () => {
  await openPage()
  await record('theme', 'Alt+4')
  await expect(row('theme').getByRole('alert')).toContainText('Alt 4 is already used: Orders.')
  await desk.screenshot('conflict')
  await row('theme').getByRole('button', { name: 'Keep as is' }).click()
  await expect(row('theme').locator('.keys')).toHaveAttribute('aria-label', 'Alt T')

  await record('theme', 'Control+c')
  await expect(row('theme').getByRole('alert')).toContainText('belongs to text fields')
  await row('theme').getByRole('button', { name: 'Keep as is' }).click()

  await record('theme', 'Alt+4')
  await row('theme').getByRole('button', { name: 'Use it here instead' }).click()
  await expect(row('panel:orders').locator('.key-change')).toContainText('None')
  await row('theme')
    .getByRole('button', { name: /Reset shortcut/ })
    .click()
  await row('panel:orders')
    .getByRole('button', { name: /Reset shortcut/ })
    .click()
  await expect(row('panel:orders').locator('.keys')).toHaveAttribute('aria-label', 'Alt 4')
  // Escape ends the recording only, and Backspace removes the shortcut.
  await record('about', 'Escape')
  await expect(desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await record('theme', 'Backspace')
  await expect(row('theme').locator('.key-change')).toContainText('None')
  await row('theme')
    .getByRole('button', { name: /Reset shortcut/ })
    .click()
  await desk.page.keyboard.press('Escape')
})

test('A preset that gives a chord away a second time says so, until one is reset', async () => {
  const { page } = desk
  await openPage()
  await record('about', 'F9')
  const collisions = page.locator('.keyboard-conflicts')
  await expect(collisions).toHaveCount(0)
  await page.getByLabel('Preset').selectOption('Like TWS')
  await expect(collisions).toContainText('Shortcuts that collide: F9.')
  await expect(row('about')).toContainText('Also: Positions')
  await desk.screenshot('preset-conflict')
  await page.getByRole('searchbox').fill('f9')
  await expect(page.locator('.keyboard-list li')).toHaveCount(2)
  await row('about')
    .getByRole('button', { name: /Reset shortcut/ })
    .click()
  await expect(collisions).toHaveCount(0)
  await page.getByLabel('Preset').selectOption('Countersign')
  await page.keyboard.press('Escape')
})

test('A sign that AltGr types is refused with the reason, and the search finds keys as written', async () => {
  const { page } = desk
  await openPage()
  await row('theme').locator('.key-change').click()
  // As a Spanish keyboard reports AltGr and 2.
  await row('theme')
    .locator('[data-recording]')
    .evaluate((button) => {
      const keys = { key: '@', code: 'Digit2', modifierAltGraph: true, bubbles: true }
      button.dispatchEvent(new KeyboardEvent('keydown', keys))
    })
  await expect(row('theme').getByRole('alert')).toContainText('AltGr types “@” on this keyboard')
  await desk.screenshot('alt-graph')
  await row('theme').getByRole('button', { name: 'Keep as is' }).click()
  await page.getByRole('searchbox').fill('ctrl+shift+h')
  await expect(page.locator('.keyboard-list li')).toHaveCount(1)
  await expect(row('halt')).toBeVisible()
  await page.getByRole('searchbox').fill('duplicate')
  await expect(page.locator('.keyboard-list li')).toContainText('Duplicate the drawing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Shortcuts are exported, and imported as far as they are usable', async () => {
  const file = path.join(userData, 'keys.json')
  await chooseFile(file)
  await openPage()
  await desk.page.getByRole('button', { name: 'Export…' }).click()
  const exported = await until('the file is written', () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as {
        readonly data: { readonly chords: Readonly<Record<string, string>> }
      }
    } catch {
      return null
    }
  })
  expect(exported.data.chords).toEqual({ settings: 'Mod+Shift+U' })

  const data = { preset: 'vim', chords: { settings: 'Mod+Shift+J', unknown: 'Alt+X' } }
  writeFileSync(file, JSON.stringify({ kind: 'countersign-keys', v: 1, data }))
  await desk.page.getByRole('button', { name: 'Import…' }).click()
  await expect(
    desk.page.getByText('Not used, because it is unknown, reserved or taken: unknown.'),
  ).toBeVisible()
  await expect(row('panel:positions').locator('.keys')).toHaveAttribute('aria-label', 'G P')

  writeFileSync(file, '{"kind":"other"}')
  await desk.page.getByRole('button', { name: 'Import…' }).click()
  await expect(desk.page.getByText('This is not a file of Countersign’s shortcuts.')).toBeVisible()

  await desk.page.keyboard.press('Escape')
  await desk.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await desk.page.keyboard.press('g')
  await desk.page.keyboard.press('f')
  await expect(desk.page.getByRole('tab', { name: 'Fills' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('A held key types nothing into what it opened, and a halt works in front of a dialog', async () => {
  const { page } = desk
  await invoke(desk, 'preferences.set', { keyBindings: { preset: 'default', chords: {} } })
  await page.reload()
  await desk.ready()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.down('?')
  const search = page.getByRole('searchbox', { name: 'Search commands or keys' })
  await expect(search).toBeFocused()
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down('?')
  await page.keyboard.up('?')
  await expect(search).toHaveValue('')
  // What a new shortcut is recorded from is not carried out.
  await record('about', 'Control+Shift+H')
  await expect(row('about').getByRole('alert')).toContainText('already used')
  await expect(page.getByTestId('halted')).toHaveCount(0)
  await row('about').getByRole('button', { name: 'Keep as is' }).click()

  await page.keyboard.press('Control+Shift+H')
  await expect(page.getByTestId('halted')).toBeVisible()
  await page.keyboard.press('Escape')
  await runCommand(page, 'Resume trading')
  await page.getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume trading' }).click()
  await expect(page.getByTestId('halted')).toHaveCount(0)
})

test('An armed trading shortcut sends one order, also when the key repeats', async () => {
  const { page } = desk
  const set = await invoke(desk, 'preferences.set', {
    confirmOrders: false,
    keyBindings: { preset: 'default', chords: { 'trade:buy-ask': 'B' } },
  })
  expect(set.ok).toBe(true)
  await page.reload()
  await desk.ready()
  await desk.choose('JPM')
  await desk.fill('quantity', '2')
  await desk.tab('Orders')
  const blur = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  const orders = async () =>
    (await desk.truth()).orders.filter((order) => order['symbol'] === 'JPM').length
  const before = await orders()
  await blur()
  await page.keyboard.press('b')
  await expect(page.getByText('Trading shortcuts are off')).toBeVisible()
  expect(await orders()).toBe(before)

  await runCommand(page, 'Arm trading shortcuts')
  await expect(page.getByTestId('trading-keys-armed')).toBeVisible()
  await desk.screenshot('armed')
  // Letters in a menu are the menu's, and nothing is sent from behind a dialog.
  await page.getByRole('button', { name: 'View', exact: true }).press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await runCommand(page, 'About and licenses')
  await expect(page.getByRole('dialog')).toBeVisible()
  await blur()
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await orders()).toBe(before)
  await blur()
  await page.keyboard.down('b')
  for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down('b')
  await page.keyboard.up('b')
  await expect.poll(orders).toBe(before + 1)
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  // An order that is answered shows that nothing else is on its way.
  await expect(
    page.getByRole('form').locator('[data-testid="ticket-outcome"]').first(),
  ).toBeVisible()
  expect(await orders()).toBeLessThanOrEqual(before + 2)

  await page.getByTestId('halt').click()
  await expect(page.getByTestId('trading-keys-armed')).toHaveCount(0)
})

test('The page of shortcuts is accessible in every theme, and in Spanish', async () => {
  const { page } = desk
  await loadAxe(page)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(page, theme)
    await openPage()
    expect(await axeViolations(page, '[role="dialog"]'), theme).toEqual([])
    await desk.screenshot(`page-${theme}`)
    await page.keyboard.press('Escape')
  }
  await invoke(desk, 'preferences.set', { language: 'es' })
  await page.reload()
  await expect(page.locator('.statusbar time')).toBeVisible()
  await page.setViewportSize({ width: 1_280, height: 800 })
  // The halt is still shown, beside the longer names of the menus.
  const help = await page.getByRole('button', { name: 'Ayuda', exact: true }).boundingBox()
  const search = await page.locator('.palette-open').boundingBox()
  expect((help?.x ?? 0) + (help?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0)
  await loadAxe(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible()
  await page.getByRole('searchbox').fill('ordenes')
  await expect(row('panel:orders')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await wear(page, { name: theme, theme, market: 'green-red' })
    expect(await axeViolations(page, '[role="dialog"]'), theme).toEqual([])
    expect(await overflows(page), theme).toEqual([])
    await desk.screenshot(`page-es-${theme}`)
  }
})
