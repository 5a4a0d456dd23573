import { expect, test, type Page } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { axeViolations, loadAxe } from '../support/axe.js'
import { invoke } from '../support/bridge.js'
import { expectFocusRuleOf } from '../support/dialog-focus.js'
import { answerWith } from '../support/native-questions.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import { chooseInTab, panelBounds, panelPage, panelPages } from '../support/panel-windows.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const PHRASE = 'correct horse battery staple'
const userData = freshUserData()
let desk: MainWindowPage
let panelWindow: Page

async function open(): Promise<void> {
  desk = await openMainWindow({ suite: 'own-windows', keyStore: 'none', userData })
  await desk.ready()
}
test.beforeAll(open)
test.afterAll(async () => {
  await desk?.close()
  await removeFolder(userData)
})

const ticketIn = (page: Page, symbol: string) =>
  page.getByRole('form', { name: `Order for ${symbol}` })
const closePanels = async (page: Page): Promise<void> => {
  // The press closes the page that it is made in.
  await page.getByRole('button', { name: 'Return to main window' }).dispatchEvent('click')
  await expect.poll(() => panelPages(desk).length).toBe(0)
}

test('A ticket moves to a window of its own with what was typed in it', async () => {
  await desk.choose('AAPL')
  await desk.fill('quantity', '12')
  await chooseInTab(desk.page, 'Ticket', 'Open in own window')
  panelWindow = await panelPage(desk)
  await expect(ticketIn(panelWindow, 'AAPL')).toBeVisible()
  await expect(panelWindow.getByTestId('ticket-quantity')).toHaveValue('12')
  await expect(desk.page.getByRole('tab', { name: 'Ticket', exact: true })).toHaveCount(0)
  await expect(panelWindow.getByTestId('environment')).toHaveText('Practice')
  await expect.poll(async () => (await panelBounds(desk))[0]?.title).toContain('Practice')
})

test('SEC-01: its page has the preferences of every window and reaches no other operation', async () => {
  const preferences = await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const used = (
        window.webContents as unknown as {
          getLastWebPreferences(): Readonly<Record<string, unknown>>
        }
      ).getLastWebPreferences()
      return [
        used['sandbox'],
        used['contextIsolation'],
        used['nodeIntegration'],
        used['webviewTag'],
      ]
    }),
  )
  expect(preferences.length).toBeGreaterThan(1)
  for (const used of preferences) expect(used).toEqual([true, true, false, false])
  for (const [op, input] of [
    ['profiles.get', { id: 'practice' }],
    ['lock.forget', {}],
    ['workspaces.current', {}],
    ['session.set-trading', { state: 'active', why: 'test' }],
  ] as const) {
    expect(await invoke({ page: panelWindow }, op, input)).toMatchObject({
      error: { code: 'ipc/not-allowed' },
    })
  }
})

test('A symbol chosen in the main window is shown in the panels of its group in every window', async () => {
  await watchRow(desk.page, 'MSFT').getByRole('gridcell', { name: 'MSFT', exact: true }).click()
  await expect(ticketIn(panelWindow, 'MSFT')).toBeVisible()
  await expect(desk.page.getByTestId('chart-symbol')).toHaveValue('MSFT')
})

test('An order is sent from it by the same path, and appears in the main window', async () => {
  await panelWindow.getByTestId('ticket-quantity').fill('3')
  await panelWindow.getByTestId('ticket-limitPrice').fill('100.00')
  await panelWindow.getByRole('form').locator('button[type="submit"]').click()
  const review = panelWindow.getByTestId('ticket-send')
  await expect(review).toBeVisible()
  // Presses in the first moments of the dialog do not count, so wait.
  await panelWindow.waitForTimeout(700)
  await review.click()
  await desk.tab('Orders')
  await expect(desk.orderRow('MSFT').first()).toBeVisible()
})

test('A gesture in the main window fills the ticket in the other window', async () => {
  await desk.page.keyboard.press('Control+k')
  await desk.page.locator('[role="dialog"] input[role="combobox"]').fill('Sell MSFT')
  await desk.page.locator('.palette-option', { hasText: 'Sell MSFT' }).first().click()
  await expect(panelWindow.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked()
})

test('It looks right in every theme', async () => {
  await loadAxe(panelWindow)
  for (const theme of ['dark', 'light', 'contrast'] as const) {
    await pressTheme(desk.page, theme)
    await expect(panelWindow.locator('html')).toHaveAttribute('data-theme', theme)
    await desk.screenshot(`ticket-${theme}`, panelWindow)
    // The environment stays in view: nothing is wider than the window.
    expect(
      await panelWindow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    expect(await axeViolations(panelWindow, 'body')).toEqual([])
  }
  await pressTheme(desk.page, 'dark')
})

test('After a restart it is there again, with its panel and where it was', async () => {
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('?window='))
      ?.setBounds({ x: 60, y: 80, width: 420, height: 560 }),
  )
  await desk.page.waitForTimeout(1_200)
  await desk.close()
  await open()
  panelWindow = await panelPage(desk)
  await expect(panelWindow.getByTestId('ticket-quantity')).toBeVisible()
  await expect
    .poll(async () => (await panelBounds(desk))[0])
    .toMatchObject({ x: 60, y: 80, width: 420, height: 560 })
})

test('A window that no display shows comes back onto one', async () => {
  await desk.app.evaluate(({ BrowserWindow, screen }) => {
    const window = BrowserWindow.getAllWindows().find((candidate) =>
      candidate.webContents.getURL().includes('?window='),
    )
    window?.setBounds({ x: 20_000, y: 9_000, width: 420, height: 560 })
    screen.emit('display-removed', {}, screen.getPrimaryDisplay())
  })
  await expect
    .poll(() =>
      desk.app.evaluate(({ BrowserWindow, screen }) => {
        const window = BrowserWindow.getAllWindows().find((candidate) =>
          candidate.webContents.getURL().includes('?window='),
        )
        const { workArea } = screen.getPrimaryDisplay()
        const bounds = window?.getBounds() ?? { x: 1e6, y: 1e6, width: 0, height: 0 }
        return (
          bounds.x + bounds.width <= workArea.x + workArea.width &&
          bounds.y + bounds.height <= workArea.y + workArea.height
        )
      }),
    )
    .toBe(true)
})

test('Locking hides its contents, and either window unlocks both', async () => {
  expect(
    await invoke(desk, 'lock.set-passphrase', { passphrase: PHRASE, current: null }),
  ).toMatchObject({ ok: true })
  await invoke({ page: panelWindow }, 'lock.now', {})
  for (const page of [panelWindow, desk.page]) {
    await expect(page.getByTestId('lock-passphrase')).toBeVisible()
    await expect(page.locator('.behind')).toHaveAttribute('inert', '')
  }
  await desk.screenshot('locked', panelWindow)
  await expect(panelWindow.getByRole('button', { name: /Forgot/ })).toHaveCount(0)
  await panelWindow.getByTestId('lock-passphrase').fill(PHRASE)
  await panelWindow.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(desk.page.getByTestId('lock-passphrase')).toHaveCount(0)
  await expect(panelWindow.getByTestId('lock-passphrase')).toHaveCount(0)
})

test('A halt is shown in it at once', async () => {
  await invoke({ page: panelWindow }, 'session.set-trading', { state: 'halted', why: 'test' })
  await expect(panelWindow.locator('.halted-word')).toBeVisible()
  await expect(desk.page.getByTestId('halted')).toBeVisible()
  await desk.screenshot('halted', panelWindow)
  await invoke(desk, 'session.set-trading', { state: 'active', why: 'test' })
  await expect(panelWindow.locator('.halted-word')).toHaveCount(0)
})

test('REL-37: it is loaded again when another profile is opened', async () => {
  await panelWindow.evaluate(() => Object.assign(window, { countersignBefore: true }))
  await answerWith(desk, 'Switch')
  const created = await invoke(desk, 'profiles.create', {
    name: 'Second practice',
    environment: 'practice',
  })
  const { profile } = created.value as { readonly profile: { readonly id: string } }
  expect(await invoke(desk, 'profiles.switch', { id: profile.id, word: null })).toMatchObject({
    ok: true,
  })
  await expect
    .poll(() => panelWindow.evaluate(() => 'countersignBefore' in window).catch(() => true))
    .toBe(false)
  await expect(panelWindow.getByTestId('environment')).toContainText('Second practice')
  await expect.poll(async () => (await panelBounds(desk))[0]?.title).toContain('Second practice')
})

test('Closing it brings its panel back into the main window', async () => {
  await closePanels(panelWindow)
  await expect(desk.page.getByRole('tab', { name: 'Ticket', exact: true })).toBeVisible()
  await expect(desk.page.getByTestId('ticket')).toBeVisible()
})

test('What only the main window can do says so, and returns the focus', async () => {
  await chooseInTab(desk.page, 'Chart', 'Open in own window')
  panelWindow = await panelPage(desk)
  const replay = panelWindow.getByRole('button', { name: 'Replay these bars…', exact: true })
  await expect(replay).toBeVisible()
  await expectFocusRuleOf(panelWindow, replay, 'In the main window')
  await closePanels(panelWindow)
})
