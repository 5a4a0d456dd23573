import { expect, test } from '@playwright/test'
import type { TestHooks } from '../../harness/program/test-hooks.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  busUnavailableReason,
  startNotificationBus,
  type NotificationBus,
} from '../../harness/windows/notification-bus.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { invoke } from '../support/bridge.js'
import { runCommand, showPanel } from '../support/palette.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'

const NO_BUS = busUnavailableReason()
test.skip(NO_BUS !== null, NO_BUS ?? '')
test.describe.configure({ mode: 'serial' })
const userData = freshUserData()
test.afterAll(() => removeFolder(userData))

const open = (bus: NotificationBus): Promise<MainWindowPage> =>
  openMainWindow({
    suite: 'tray',
    keyStore: 'none',
    userData,
    env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
  })
const closeWindow = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('index.html'))
      ?.close()
  })
const isVisible = (desk: MainWindowPage): Promise<boolean> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().some(
      (window) => window.webContents.getURL().includes('index.html') && window.isVisible(),
    ),
  )
/** Reports to the page that its window is hidden: the driver of the tests holds that back. */
const reportHidden = (desk: MainWindowPage): Promise<void> =>
  desk.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
const tray = (desk: MainWindowPage) =>
  desk.app.evaluate(() =>
    (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.tray(),
  )
const choose = (desk: MainWindowPage, item: 'open' | 'halt-trading') =>
  desk.app.evaluate(
    (_electron, id) =>
      (globalThis as unknown as { countersignTest: TestHooks }).countersignTest.chooseInTray(id),
    item,
  )

test('A window that closes to the tray keeps its streams, and shows live data when it is back', async () => {
  const bus = await startNotificationBus(['org.kde.StatusNotifierWatcher'])
  const desk = await open(bus)
  try {
    await desk.ready()
    expect(await tray(desk)).toBeNull()
    expect((await invoke(desk, 'preferences.set', { closeWindow: 'tray' })).ok).toBe(true)
    await expect.poll(() => tray(desk)).toMatchObject({ tooltip: 'Countersign · Practice' })
    // What the desktop shows is found out just after the setting changed.
    await expect(async () => {
      await closeWindow(desk)
      expect(await isVisible(desk)).toBe(false)
    }).toPass()
    await expect.poll(() => bus.shown.at(-1)?.summary).toBe('Countersign keeps running')

    await choose(desk, 'open')
    await expect.poll(() => isVisible(desk)).toBe(true)
    await runCommand(desk.page, 'Arm trading shortcuts')
    await expect(desk.page.getByTestId('trading-keys-armed')).toBeVisible()
    await showPanel(desk.page, 'Price ladder')
    await desk.page.getByTestId('ladder-arm').click()
    await expect(desk.page.getByTestId('ladder-band')).toHaveAttribute('data-armed', 'true')
    await closeWindow(desk)
    await reportHidden(desk)
    // What is armed can be used only while the person sees that it is.
    await expect(desk.page.getByTestId('trading-keys-armed')).toHaveCount(0)
    await expect(desk.page.getByTestId('ladder-band')).toContainText('the window was hidden')

    await showPanel(desk.page, 'Watchlist')
    const before = await watchRow(desk.page, 'SPY').textContent()
    await expect.poll(() => watchRow(desk.page, 'SPY').textContent()).not.toBe(before)
    await choose(desk, 'halt-trading')
    await expect.poll(async () => (await tray(desk))?.tooltip).toContain('trading halted')

    await choose(desk, 'open')
    await expect.poll(() => isVisible(desk)).toBe(true)
    await expect(desk.page.getByTestId('halted')).toBeVisible()
    await expect(desk.page.locator('.health[data-channel]').last()).toHaveAttribute(
      'data-state',
      'live',
    )
    await closeWindow(desk)
    expect(await isVisible(desk)).toBe(false)
    expect(bus.shown.filter(({ summary }) => summary === 'Countersign keeps running')).toHaveLength(
      1,
    )
  } finally {
    await desk.close()
    await bus.stop()
  }
})

test('Closing quits on a desktop that shows no tray icons, whatever the setting', async () => {
  const bus = await startNotificationBus()
  const desk = await open(bus)
  try {
    await desk.ready()
    const reply = await invoke(desk, 'preferences.get', {})
    expect(reply.value).toMatchObject({ closeWindow: 'tray' })
    const ended = new Promise<void>((resolve) => desk.app.process().once('exit', () => resolve()))
    await closeWindow(desk)
    await ended
  } finally {
    await desk.close()
    await bus.stop()
  }
})
