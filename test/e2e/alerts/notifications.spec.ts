import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import {
  closeMinute,
  exchangeClock,
  exchangeInstant,
} from '../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../shared/domain/time.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import {
  busUnavailableReason,
  startNotificationBus,
  type NotificationBus,
} from '../../harness/windows/notification-bus.js'
import { callTool, connectPaired, stockOrder } from '../instructions/assistant-page.js'
import { invoke } from '../support/bridge.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { chooseInTab, panelPage } from '../support/panel-windows.js'
import { accountFor, placeDraft } from '../support/product-orders.js'

const NO_BUS = busUnavailableReason()
test.skip(NO_BUS !== null, NO_BUS ?? '')
test.describe.configure({ mode: 'serial' })

const userData = freshUserData()
let bus: NotificationBus
let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  bus = await startNotificationBus()
  desk = await openMainWindow({
    suite: 'notifications',
    keyStore: 'none',
    userData,
    env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
  })
  await desk.ready()
  const supported = await desk.app.evaluate(({ Notification }) => Notification.isSupported())
  test.skip(!supported, 'there is no libnotify')
  await desk.app.evaluate(({ shell }) => {
    const counted = globalThis as unknown as { beeps: number }
    counted.beeps = 0
    shell.beep = () => {
      counted.beeps += 1
    }
  })
  const set = await invoke(desk, 'preferences.set', {
    notifyFills: 'system',
    notifyCancellations: 'sound',
    notifyExpiries: 'sound',
    notifyInstructions: 'sound',
  })
  expect(set).toMatchObject({ ok: true })
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
  await bus?.stop()
  await removeFolder(userData)
})

const beeps = (): Promise<number> =>
  desk.app.evaluate(() => (globalThis as unknown as { beeps: number }).beeps)
/** The person works in another program. */
const blurAll = async (): Promise<void> => {
  await expect(async () => {
    const focused = await desk.app.evaluate(({ BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.blur()
      return BrowserWindow.getAllWindows().filter((window) => window.isFocused()).length
    })
    expect(focused).toBe(0)
  }).toPass()
}
const summaries = (pattern: RegExp): readonly string[] =>
  bus.shown.map(({ summary }) => summary).filter((summary) => pattern.test(summary))

/** Sends an order of the person for one NVDA without the ticket's dialogs, or a market order. */
async function place(limitPrice: string): Promise<void> {
  const accountId = await accountFor(desk, 'securities')
  const size = { kind: 'quantity', quantity: '1' }
  const isPlaced = await placeDraft(desk, {
    accountId,
    assetClass: 'stock',
    symbol: 'NVDA',
    size,
    ...(limitPrice === 'market' ? { type: 'market' } : { limitPrice }),
  })
  expect(isPlaced).toBe(true)
}

test('A fill is notified once with two windows, and shown once as a toast', async () => {
  await desk.choose('AAPL')
  await chooseInTab(desk.page, 'Orders', 'Open in own window')
  const panelWindow = await panelPage(desk)
  await blurAll()
  const before = await beeps()
  await place('market')
  await expect.poll(() => summaries(/NVDA/)).toEqual([expect.stringMatching(/^Bought 1 NVDA at /)])
  await expect(desk.page.locator('.toast', { hasText: 'NVDA' })).toHaveCount(1)
  await expect(panelWindow.locator('.toast')).toHaveCount(0)
  expect(bus.shown.at(-1)).toMatchObject({ body: 'Practice', actions: ['default'] })
  await desk.screenshot('fill')
  // By the preference it makes no sound.
  expect(await beeps()).toBe(before)
})

test('It is notified behind a minimized main window although a window of panels has the focus', async () => {
  const countBefore = bus.shown.length
  await desk.app.evaluate(({ BrowserWindow }) => {
    const isPanels = (window: Electron.BrowserWindow): boolean =>
      window.webContents.getURL().includes('?window=')
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.webContents.getURL().includes('index.html') && !isPanels(window)) window.hide()
    }
    BrowserWindow.getAllWindows().find(isPanels)?.focus()
  })
  await place('market')
  await expect.poll(() => bus.shown.length).toBe(countBefore + 1)
  await desk.app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) {
      if (window.webContents.getURL().includes('index.html')) window.showInactive()
    }
  })
  await blurAll()
})

test('While amounts are hidden a notification names neither instrument nor amount', async () => {
  expect(await invoke(desk, 'preferences.set', { privacyMode: true })).toMatchObject({ ok: true })
  await place('market')
  await expect.poll(() => bus.shown.at(-1)?.summary).toBe('1 order filled')
  expect(bus.shown.at(-1)?.body).toBe('Practice')
  expect(await invoke(desk, 'preferences.set', { privacyMode: false })).toMatchObject({ ok: true })
})

test('A rejection is notified once, with its reason and its sound', async () => {
  const before = await beeps()
  const accountId = await accountFor(desk, 'securities')
  // Nothing of it is held.
  const isPlaced = await placeDraft(desk, {
    accountId,
    assetClass: 'stock',
    symbol: 'XOM',
    side: 'sell',
    type: 'market',
    size: { kind: 'quantity', quantity: '3' },
  })
  expect(isPlaced).toBe(false)
  await expect.poll(() => summaries(/XOM/)).toEqual(['XOM: order rejected'])
  expect(bus.shown.at(-1)?.body).toMatch(/^Practice · \S/)
  expect(await beeps()).toBe(before + 1)
})

test('An instruction of an assistant is notified once, with the sound that the person chose', async () => {
  client = await connectPaired(desk, 'Research', 22, { validMinutes: 5 })
  await blurAll()
  const before = await beeps()
  const countBefore = bus.shown.length
  await callTool(client, 'request_instruction', {
    tool: 'place_stock_instruction',
    arguments: await stockOrder(desk, '2', { reason: 'As discussed' }),
  })
  await expect.poll(() => summaries(/pending instruction/)).toEqual(['1 pending instruction'])
  expect(bus.shown.length).toBe(countBefore + 1)
  expect(await beeps()).toBe(before + 1)
})

test('An order whose day is over is notified once as expired, with its sound', async () => {
  test.setTimeout(120_000)
  await place('150.00')
  await blurAll()
  const before = await beeps()
  const { exchangeTime } = (await desk.practice({ command: 'clock', speed: 1 })) as {
    readonly exchangeTime: EpochMs
  }
  const { day } = exchangeClock(exchangeTime)
  const close = exchangeInstant(day, closeMinute(day))
  await desk.practice({ command: 'clock', to: close - 30_000 })
  // The window has the exchange's time by the next quotes.
  await expect(desk.page.locator('.statusbar time')).toContainText(/:59:/)
  await desk.practice({ command: 'clock', speed: 10 })
  await expect
    .poll(() => summaries(/expired/), { timeout: 30_000 })
    .toEqual(['NVDA: order expired'])
  await expect(desk.page.locator('.toast', { hasText: 'NVDA: order expired' })).toHaveCount(1)
  expect(await beeps()).toBe(before + 1)
  await desk.screenshot('expired')
})
