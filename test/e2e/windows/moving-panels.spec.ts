import { expect, test, type Page } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand } from '../support/palette.js'
import { chooseInTab, panelBounds, panelPage, panelPages } from '../support/panel-windows.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let panelWindow: Page
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'moving-panels', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
})
test.afterAll(async () => {
  await desk?.close()
})

/** The groups of the dock with their tabs, from left to right and from top to bottom. */
const groups = (page: Page): Promise<readonly string[]> =>
  page.locator('.dv-groupview').evaluateAll((all) =>
    all
      .map((group) => ({
        box: group.getBoundingClientRect(),
        tabs: [...group.querySelectorAll('[role="tab"]')].map(
          (tab) => tab.querySelector('.dock-tab > span:not(.dock-tab-link)')?.textContent ?? '',
        ),
      }))
      .toSorted((a, b) => a.box.x - b.box.x || a.box.y - b.box.y)
      .map(({ box, tabs }) => `${Math.round(box.x / 30)},${Math.round(box.y / 30)} ${tabs.join()}`),
  )

/** Drags a tab and lets it go at a point of the screens, as the system reports it. */
async function dragTo(page: Page, tab: string, point: { x: number; y: number }): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).evaluate((element, { x, y }) => {
    const source = element.closest('[draggable="true"]') ?? element
    const options = { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() }
    source.dispatchEvent(new DragEvent('dragstart', options))
    source.dispatchEvent(
      new DragEvent('dragend', { ...options, screenX: x, screenY: y, clientX: x, clientY: y }),
    )
  }, point)
}
const returned = async (tab: string): Promise<void> => {
  await expect.poll(() => panelPages(desk).length).toBe(0)
  await expect(desk.page.getByRole('tab', { name: tab, exact: true })).toBeVisible()
}
const mainBounds = () =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('index.html'))
      ?.getBounds(),
  )

test('A tab that is let go outside of the window has a window of its own there', async () => {
  await desk.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().endsWith('index.html'))
      ?.setBounds({ x: 0, y: 0, width: 1_000, height: 700 })
  })
  await desk.fill('quantity', '12')
  await dragTo(desk.page, 'Ticket', { x: 500, y: 300 })
  await expect.poll(() => panelPages(desk).length, 'inside it stays').toBe(0)
  await dragTo(desk.page, 'Ticket', { x: 1_180, y: 214 })
  panelWindow = await panelPage(desk)
  await expect(panelWindow.getByTestId('ticket-quantity')).toHaveValue('12')
  const [bounds] = await panelBounds(desk)
  expect(Math.abs((bounds?.x ?? 0) - 1_100)).toBeLessThanOrEqual(40)
  expect(Math.abs((bounds?.y ?? 0) - 200)).toBeLessThanOrEqual(40)
  await expect(desk.page.getByRole('tab', { name: 'Ticket', exact: true })).toHaveCount(0)
})

test('Its only tab moves the window, and let go over the main window it goes back', async () => {
  await dragTo(panelWindow, 'Ticket', { x: 1_080, y: 414 })
  await expect
    .poll(async () => Math.abs(((await panelBounds(desk))[0]?.y ?? 0) - 400))
    .toBeLessThanOrEqual(60)
  expect(panelPages(desk)).toHaveLength(1)
  const main = await mainBounds()
  await dragTo(panelWindow, 'Ticket', { x: (main?.x ?? 0) + 300, y: (main?.y ?? 0) + 200 })
  await returned('Ticket')
  await expect(desk.page.getByTestId('ticket-quantity')).toHaveValue('12')
})

for (const [tab, key] of [
  ['Watchlist', null],
  ['Ticket', 'Alt+Shift+O'],
  ['Depth', null],
  ['Orders', null],
] as const) {
  test(`${tab} returns to where it was, by ${key ?? 'the menu of its tab'}`, async () => {
    const before = await groups(desk.page)
    await chooseInTab(desk.page, tab, 'Open in own window')
    panelWindow = await panelPage(desk)
    await expect.poll(() => groups(desk.page)).not.toEqual(before)
    if (key === null) await chooseInTab(panelWindow, tab, 'Return panel to main window')
    else {
      await panelWindow.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      // The window may close before the key is let go.
      await panelWindow.keyboard.press(key).catch(() => undefined)
    }
    await returned(tab)
    await expect.poll(() => groups(desk.page)).toEqual(before)
  })
}

test('Undoing the layout brings a moved panel back to where it was', async () => {
  const before = await groups(desk.page)
  await chooseInTab(desk.page, 'Watchlist', 'Open in own window')
  await panelPage(desk)
  await expect.poll(() => groups(desk.page)).not.toEqual(before)
  await desk.page.keyboard.press('Control+Alt+z')
  await returned('Watchlist')
  await expect.poll(() => groups(desk.page)).toEqual(before)
})

test('Two panels of one kind with the same name in two windows both come back', async () => {
  await chooseInTab(desk.page, 'Chart', 'Open another beside it')
  await chooseInTab(desk.page, 'Chart', 'Open in own window')
  panelWindow = await panelPage(desk)
  await chooseInTab(panelWindow, 'Chart', 'Open another beside it')
  await expect(panelWindow.getByTestId('chart')).toHaveCount(2)
  await panelWindow.getByRole('button', { name: 'Return to main window' }).dispatchEvent('click')
  await expect.poll(() => panelPages(desk).length).toBe(0)
  await expect(desk.page.getByRole('tab', { name: /^Chart( \d)?$/ })).toHaveCount(3)
})

test('A window with two panels gives each a window, and all come back by one command', async () => {
  await chooseInTab(desk.page, 'Depth', 'Open in own window')
  panelWindow = await panelPage(desk)
  await chooseInTab(panelWindow, 'Depth', 'Open another beside it')
  await chooseInTab(panelWindow, 'Depth 2', 'Open in own window')
  await expect.poll(() => panelPages(desk).length).toBe(2)
  await desk.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await runCommand(desk.page, 'Return all panels to the main window')
  await expect.poll(() => panelPages(desk).length).toBe(0)
  await expect(desk.page.getByRole('tab', { name: /^Depth( 2)?$/ })).toHaveCount(2)
})
