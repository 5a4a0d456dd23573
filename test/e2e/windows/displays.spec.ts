import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  displaysUnavailableReason,
  startTwoDisplays,
  type TwoDisplays,
} from '../../harness/windows/two-displays.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { chooseInTab, panelBounds, panelPage } from '../support/panel-windows.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const NO_DISPLAYS = displaysUnavailableReason()
test.skip(NO_DISPLAYS !== null, NO_DISPLAYS ?? '')

const userData = freshUserData()
let displays: TwoDisplays
let desk: MainWindowPage
const open = async (): Promise<void> => {
  desk = await openMainWindow({
    suite: 'displays',
    keyStore: 'none',
    userData,
    env: { DISPLAY: displays.display },
  })
  await expect(desk.page.locator('.statusbar time')).toBeVisible()
}
test.beforeAll(async () => {
  displays = await startTwoDisplays()
  await open()
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
  await displays?.stop()
  await removeFolder(userData)
})

const ON_SECOND = { x: 1_400, y: 100, width: 500, height: 420 }
const ON_FIRST = { x: 200, y: 160, width: 460, height: 400 }

/** Moves the window beside the main window, as the person would. */
const move = (bounds: typeof ON_FIRST): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }, place) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('?window='))
      ?.setBounds(place)
  }, bounds)
const displayCount = () => desk.app.evaluate(({ screen }) => screen.getAllDisplays().length)
const bounds = async () => (await panelBounds(desk))[0]
/** Returns true while no part of the window is off the first display of this size. */
const isOnFirst = async (right = 1_280, bottom = 800): Promise<boolean> => {
  const { x, y, width, height } = (await bounds()) ?? { x: -1, y: -1, width: 0, height: 0 }
  return x >= 0 && y >= 0 && x + width <= right && y + height <= bottom
}
/** The place is stored a moment after the last move. */
const stored = (): Promise<void> => desk.page.waitForTimeout(1_500)

test('A window on a display that is removed comes onto the other one', async () => {
  await expect.poll(displayCount).toBe(2)
  await chooseInTab(desk.page, 'Watchlist', 'Open in own window')
  await panelPage(desk)
  await move(ON_SECOND)
  await expect.poll(bounds).toMatchObject(ON_SECOND)
  await stored()
  displays.second(false)
  await expect.poll(displayCount).toBe(1)
  await expect.poll(() => isOnFirst()).toBe(true)
})

test('It is where it was on each set of displays whenever the set changes', async () => {
  await move(ON_FIRST)
  await expect.poll(bounds).toMatchObject(ON_FIRST)
  await stored()
  displays.second(true)
  await expect.poll(bounds, 'with both displays').toMatchObject(ON_SECOND)
  await stored()
  displays.second(false)
  await expect.poll(bounds, 'with the first only').toMatchObject(ON_FIRST)
})

test('After a restart with another set of displays it is where it was on that set', async () => {
  await stored()
  await desk.close()
  displays.second(true)
  await open()
  await panelPage(desk)
  await expect.poll(bounds).toMatchObject(ON_SECOND)
})

test('After a restart without its display it is fully visible, and goes back when that returns', async () => {
  const low = { ...ON_SECOND, y: 300, height: 470 }
  await move(low)
  await expect.poll(bounds).toMatchObject(low)
  await stored()
  await desk.close()
  displays.second(false)
  // On these displays the window was never: another size makes another arrangement.
  displays.size('1024x768')
  await open()
  await panelPage(desk)
  await expect.poll(displayCount).toBe(1)
  await expect.poll(() => isOnFirst(1_024, 768)).toBe(true)
  expect((await bounds())?.height).toBe(low.height)
  await desk.screenshot('without-its-display')
  await stored()
  displays.size('1280x800')
  displays.second(true)
  await expect.poll(bounds, 'with both displays again').toMatchObject(low)
})
