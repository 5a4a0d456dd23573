import { expect, test } from '@playwright/test'
import {
  screenUnavailableReason,
  startScreen,
  type OwnScreen,
} from '../../harness/windows/own-screen.js'
import { openConfirm, sampleCard, viewOf, type ConfirmRun } from './confirm-page.js'

/** Tests of the confirm window that need a window manager. */
let screen: OwnScreen
let run: ConfirmRun
const NO_SCREEN = screenUnavailableReason()
test.skip(NO_SCREEN !== null, NO_SCREEN ?? '')
test.beforeAll(async () => {
  screen = await startScreen()
  run = await openConfirm('confirm-manager', { env: { DISPLAY: screen.display } })
})
test.afterAll(async () => {
  await run?.close()
  await screen?.stop()
})

const state = async () => (await run.windows()).at(-1)
/** Names of the focused windows. */
const focused = () =>
  run.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((browserWindow) => browserWindow.isFocused())
      .map((browserWindow) =>
        browserWindow.webContents.getURL().includes('confirm') ? 'confirm' : 'work',
      ),
  )
const confirm = (act: 'minimize' | 'restore') =>
  run.app.evaluate(
    ({ BrowserWindow }, windowAction) =>
      BrowserWindow.getAllWindows()
        .find((browserWindow) => browserWindow.webContents.getURL().includes('confirm'))
        ?.[windowAction](),
    act,
  )
const focusConfirmWindow = () =>
  run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
  )

test('CONFIRM-17: under a window manager a card appears in view and does not take the focus', async () => {
  await run.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.focus())
  await expect.poll(focused).toEqual(['work'])
  await run.put(viewOf(sampleCard()), true)
  await expect.poll(state).toMatchObject({ visible: true, focused: false })
  expect(await focused()).toEqual(['work'])
})

test('CONFIRM-18: a minimized window counts as hidden, also for a new card, until it is restored', async () => {
  await focusConfirmWindow()
  await expect.poll(state).toMatchObject({ visible: true, focused: true })
  await confirm('minimize')
  await expect.poll(state).toMatchObject({ visible: false, focused: false })
  await run.put(viewOf(sampleCard(), { waiting: 1 }), true)
  await expect.poll(async () => (await run.windows()).length).toBeGreaterThan(1)
  expect(await state()).toMatchObject({ visible: false, focused: false })
  await confirm('restore')
  await expect.poll(state).toMatchObject({ visible: true })
  // The person can also bring it back from minimized.
  await confirm('minimize')
  await expect.poll(state).toMatchObject({ visible: false })
  await focusConfirmWindow()
  await expect.poll(state).toMatchObject({ visible: true, focused: true })
})
