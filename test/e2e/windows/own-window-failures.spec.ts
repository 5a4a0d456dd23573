import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { until } from '../../harness/system/until.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { runCommand } from '../support/palette.js'
import { chooseInTab, panelPage } from '../support/panel-windows.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'own-window-failures', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(async () => {
  await desk?.close()
})

/** Evaluates in the window beside the main window; the driver loses a page that crashed. */
const inOwnWindow = (expression: string): Promise<unknown> =>
  desk.app.evaluate(
    ({ BrowserWindow }, code) =>
      Promise.race([
        BrowserWindow.getAllWindows()
          .find((window) => window.webContents.getURL().includes('?window='))
          ?.webContents.executeJavaScript(code, true)
          .catch(() => ''),
        new Promise((resolve) => {
          setTimeout(() => resolve(''), 1_000)
        }),
      ]),
    expression,
  )
const pids = () =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter((window) => window.webContents.getURL().includes('index.html'))
      .map((window) => ({
        isOwn: window.webContents.getURL().includes('?window='),
        pid: window.webContents.getOSProcessId(),
      })),
  )

test('Pictures of a panel in a window of its own are of that window', async () => {
  await desk.choose('AAPL')
  await desk.fill('quantity', '12')
  await chooseInTab(desk.page, 'Ticket', 'Open in own window')
  const panelWindow = await panelPage(desk)
  const file = path.join(desk.userData, 'ticket.png')
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = (() => Promise.resolve({ canceled: false, filePath })) as never
  }, file)
  await runCommand(panelWindow, 'Save picture of the panel…')
  const png = await until('the picture is written', () => {
    try {
      const content = readFileSync(file)
      return content.subarray(-8, -4).toString('latin1') === 'IEND' ? content : null
    } catch {
      return null
    }
  })
  const box = await panelWindow.locator('[data-panel="ticket"]').boundingBox()
  expect(Math.abs(png.readUInt32BE(16) - (box?.width ?? 0))).toBeLessThanOrEqual(2)
  expect(Math.abs(png.readUInt32BE(20) - (box?.height ?? 0))).toBeLessThanOrEqual(2)
  expect(png.length).toBeGreaterThan(5_000)
  await runCommand(panelWindow, 'Copy picture of the panel')
  await expect(panelWindow.getByText('Picture copied')).toBeVisible()
})

test('Amounts are hidden from a window of its own too, in every window', async () => {
  const panelWindow = await panelPage(desk)
  await panelWindow.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await panelWindow.keyboard.press('Alt+p')
  for (const page of [panelWindow, desk.page]) {
    await expect(page.getByTestId('amounts-hidden')).toBeVisible()
  }
  await desk.screenshot('hidden', panelWindow)
  await panelWindow.getByTestId('amounts-hidden').click()
  await expect(desk.page.getByTestId('amounts-hidden')).toHaveCount(0)
})

test('REL-34: after a crash the window says so, with its panel and what was typed', async () => {
  const own = await panelPage(desk)
  await own.getByTestId('ticket-quantity').fill('37')
  await desk.page.evaluate(() => Object.assign(window, { countersignBefore: true }))
  await desk.tab('Orders')
  const orders = (await desk.truth()).orders.length
  const before = await pids()
  expect(new Set(before.map(({ pid }) => pid)).size).toBe(before.length)
  await desk.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('?window='))
      ?.webContents.forcefullyCrashRenderer()
  })
  await expect
    .poll(() => inOwnWindow('document.body.innerText'))
    .toContain('This window failed and was loaded again.')
  await expect
    .poll(() => inOwnWindow('document.querySelector("[data-testid=environment]")?.innerText'))
    .toBe('Practice')
  await expect
    .poll(() => inOwnWindow(`document.querySelector('[data-testid=ticket-quantity]')?.value`))
    .toBe('37')
  expect(await inOwnWindow('location.hash')).toBe('')
  expect(
    await desk.page.evaluate(() => 'countersignBefore' in window),
    'the main window is the same page',
  ).toBe(true)
  const after = await pids()
  expect(after.find(({ isOwn }) => !isOwn)).toEqual(before.find(({ isOwn }) => !isOwn))
  expect(after.find(({ isOwn }) => isOwn)?.pid).not.toBe(before.find(({ isOwn }) => isOwn)?.pid)
  expect((await desk.truth()).orders).toHaveLength(orders)
})
