import { expect, test } from '@playwright/test'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

/** The texts of the message boxes that were shown, and what the page's address is. */
interface Box {
  readonly message: string
  readonly buttons: readonly string[]
}

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'repeated-crash', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** Chooses a button in every message box from now on, and records the boxes. */
const choose = (button: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, name) => {
    const shown: Box[] = []
    Object.assign(globalThis, { shownBoxes: shown })
    dialog.showMessageBox = ((options: Box) => {
      shown.push({ message: options.message, buttons: options.buttons })
      return Promise.resolve({ response: options.buttons.indexOf(name), checkboxChecked: false })
    }) as unknown as typeof dialog.showMessageBox
  }, button)

const boxes = (): Promise<readonly Box[]> =>
  desk.app.evaluate(() => (globalThis as unknown as { shownBoxes: readonly Box[] }).shownBoxes)

/** Ends the renderer process, and waits for the next one unless it is the last time. */
const crash = (times: number): Promise<void> =>
  desk.app.evaluate(async ({ BrowserWindow }, count) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents
    if (page === undefined) return
    for (let death = 0; death < count; death += 1) {
      const gone = new Promise<void>((resolve) => {
        page.once('render-process-gone', () => resolve())
      })
      const loaded = new Promise<void>((resolve) => {
        page.once('did-finish-load', () => resolve())
      })
      page.forcefullyCrashRenderer()
      await gone
      await loaded
    }
  }, times)

const inPage = (expression: string): Promise<unknown> =>
  desk.app.evaluate(
    ({ BrowserWindow }, code) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]
          ?.webContents.executeJavaScript(code, true)
          .catch(() => ''),
        new Promise((resolve) => {
          setTimeout(() => resolve(''), 1_000)
        }),
      ]),
    expression,
  )

test('After six deaths of the page in a minute, main offers reload, safe mode and quit', async () => {
  await choose('Open in safe mode')
  await crash(6)
  expect(await boxes()).toEqual([
    {
      message: 'The main window keeps failing.',
      buttons: ['Reload', 'Open in safe mode', 'Quit'],
    },
  ])
  const text = (): Promise<unknown> => inPage('document.body.innerText')
  await expect.poll(text).toContain('Safe mode: few panels')
  await expect
    .poll(() => inPage('document.querySelector("[data-panel=positions]")?.innerText ?? ""'))
    .toMatch(/AAPL|SPY|MSFT/)
  expect(await inPage('document.querySelector("[data-panel=chart]") === null')).toBe(true)
  // Main and the exchange lived on meanwhile.
  expect((await desk.truth()) !== null).toBe(true)
})

test('Safe mode is left with one press, back to the saved layout', async () => {
  await inPage('document.querySelector("[data-testid=safe-mode] button").click()')
  await expect
    .poll(() => inPage('document.querySelector("[data-panel=chart]") !== null'))
    .toBe(true)
  expect(await inPage('location.search')).toBe('')
  expect(await inPage('document.querySelector("[data-testid=safe-mode]") === null')).toBe(true)
  // The change of its address has ended none of its streams: prices go on.
  const price = (): Promise<unknown> =>
    inPage('document.querySelector("[data-panel=watchlist]")?.innerText ?? ""')
  const before = await price()
  await expect.poll(price).not.toBe(before)
})
