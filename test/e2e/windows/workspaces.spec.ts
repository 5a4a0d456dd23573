import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand, showPanel } from '../support/palette.js'
import { chooseLink, panelPage, panelPages } from '../support/panel-windows.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
const folder = join(userData, 'workspaces')
const file = join(userData, 'exported.json')
let desk: MainWindowPage

async function open(): Promise<void> {
  desk = await openMainWindow({ suite: 'workspaces', keyStore: 'none', userData })
  await desk.ready()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk?.close()
  await removeFolder(userData)
})

const manager = () => desk.page.getByRole('dialog', { name: 'Workspaces' })
const showManager = async (): Promise<void> => {
  await desk.page.keyboard.press('Control+Shift+e')
  await expect(manager()).toBeVisible()
}
const switchTo = async (name: string): Promise<void> => {
  await desk.page.getByRole('button', { name: 'Workspace', exact: true }).click()
  await desk.page.getByRole('menuitemradio', { name, exact: true }).click()
}
const names = () =>
  manager()
    .getByRole('textbox', { name: /^Name of workspace/ })
    .evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))
/** Returns the paths that the system's dialogs answer with from now on. */
const chooseFile = (path: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, path)

test('A workspace is saved under a name, and switching keeps what is typed in the ticket', async () => {
  await desk.choose('AAPL')
  await desk.fill('quantity', '37')
  await showManager()
  await manager().getByLabel('Save as new workspace').fill('Charts')
  await manager().getByRole('button', { name: 'Save', exact: true }).click()
  await runCommand(desk.page, 'Charts: 2')
  await expect(desk.page.getByTestId('chart')).toHaveCount(2)
  await switchTo('Main')
  await expect(desk.page.getByTestId('chart')).toHaveCount(1)
  await expect(desk.page.getByTestId('ticket-quantity')).toHaveValue('37')
  await switchTo('Charts')
  await expect(desk.page.getByTestId('chart')).toHaveCount(2)
  await expect(desk.page.getByTestId('ticket-quantity')).toHaveValue('37')
})

test('Workspaces are renamed, duplicated, deleted, and brought back', async () => {
  await showManager()
  await manager().getByRole('textbox', { name: 'Name of workspace Charts' }).fill('Two charts')
  await desk.page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['Main', 'Two charts'])
  await manager().getByRole('button', { name: 'Duplicate Main' }).click()
  await expect.poll(names).toEqual(['Main', 'Two charts', 'Main (2)'])
  await loadAxe(desk.page)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await desk.page.keyboard.press('Escape')
    await pressTheme(desk.page, theme)
    await showManager()
    await desk.screenshot(`manager-${theme}`)
    expect(await axeViolations(desk.page, '.dialog')).toEqual([])
  }
  await manager().getByRole('button', { name: 'Delete Main (2)' }).click()
  await expect.poll(names).toEqual(['Main', 'Two charts'])
  await desk.page.keyboard.press('Escape')
  await desk.page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await showManager()
  await expect.poll(names).toEqual(['Main', 'Two charts', 'Main (2)'])
})

test('An exported workspace is imported again; unknown panels are left out and named', async () => {
  await chooseFile(file)
  await manager().getByRole('button', { name: 'Export Two charts' }).click()
  await expect(desk.page.locator('.toast', { hasText: 'was exported' })).toBeVisible()
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(String.raw`\"news\"`, String.raw`\"hologram\"`))
  await manager().getByRole('button', { name: 'Import…' }).click()
  await expect.poll(names).toContain('Two charts (2)')
  const newer = text.replace('"v": 1', '"v": 2')
  writeFileSync(file, newer)
  await manager().getByRole('button', { name: 'Import…' }).click()
  await expect(desk.page.locator('.toast', { hasText: 'newer version' })).toBeVisible()
  writeFileSync(file, text.slice(0, 80))
  await manager().getByRole('button', { name: 'Import…' }).click()
  await expect(desk.page.locator('.toast', { hasText: 'not an exported workspace' })).toBeVisible()
  writeFileSync(file, text)
  await desk.page.keyboard.press('Escape')
  await switchTo('Two charts (2)')
  await expect(desk.page.getByTestId('chart')).toHaveCount(2)
})

test('A window of a file whose only panel is unknown does not stay open and empty', async () => {
  const exported = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  const layout = String(exported['layout'])
  const unknown = { panels: ['hologram'], layout: '{"version":9}', places: [] }
  const known = { panels: ['calendar'], layout: '{"version":9}', places: [] }
  const content = { ...exported, name: 'Odd windows', layout, windows: [unknown, known] }
  writeFileSync(file, JSON.stringify(content))
  await showManager()
  await chooseFile(file)
  await manager().getByRole('button', { name: 'Import…' }).click()
  await expect.poll(names).toContain('Odd windows')
  await desk.page.keyboard.press('Escape')
  await switchTo('Odd windows')
  // One window opens and closes meanwhile.
  const tabs = () =>
    Promise.all(
      panelPages(desk).map((page) =>
        page
          .locator('.dock-tab')
          .count()
          .catch(() => 0),
      ),
    )
  await expect.poll(tabs).toEqual([1])
  await expect((await panelPage(desk)).getByRole('tab', { name: 'Calendar' })).toBeVisible()
  // The layout of the main window is the file's, and what was undone before is another's.
  await desk.page.keyboard.press('Control+Alt+z')
  await expect(desk.page.getByTestId('chart')).toHaveCount(2)
  await switchTo('Two charts (2)')
  await expect.poll(() => panelPages(desk).length).toBe(0)
})

test('REL-38: after a restart it is open again; a damaged one is set aside and told', async () => {
  await chooseLink(desk.page, 'Depth', 'Link group 4, teal')
  await showPanel(desk.page, 'Company')
  await expect(desk.page.getByRole('tab', { name: 'Company', exact: true })).toBeVisible()
  await desk.page.waitForTimeout(1_200)
  await desk.close()
  const damaged = readdirSync(folder).find((name) =>
    readFileSync(join(folder, name), 'utf8').includes('"name":"Main (2)"'),
  )
  writeFileSync(join(folder, damaged ?? ''), '{"v":1,')
  await open()
  for (const name of ['Chart', 'Chart 2']) {
    await expect(desk.page.getByRole('tab', { name, exact: true })).toBeVisible()
  }
  await expect(desk.page.getByRole('tab', { name: 'Company', exact: true })).toBeVisible()
  await expect(desk.page.getByRole('tab', { name: 'Depth', exact: true })).toHaveAttribute(
    'aria-description',
    'Link group 4, teal',
  )
  await expect(desk.page.getByText('A saved workspace could not be read.')).toBeVisible()
  expect(readdirSync(folder).some((name) => name.startsWith(`${damaged}.set-aside`))).toBe(true)
  await showManager()
  await expect.poll(names).not.toContain('Main (2)')
})
