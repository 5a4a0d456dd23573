import { expect, test } from '@playwright/test'
import {
  busUnavailableReason,
  startNotificationBus,
  type NotificationBus,
} from '../../harness/windows/notification-bus.js'
import { openConfirm, sampleCard, viewOf, type ConfirmRun } from './confirm-page.js'

let bus: NotificationBus
let run: ConfirmRun
const NO_BUS = busUnavailableReason()
test.skip(NO_BUS !== null, NO_BUS ?? '')
test.beforeAll(async () => {
  bus = await startNotificationBus()
  run = await openConfirm('confirm-notice', { env: { DBUS_SESSION_BUS_ADDRESS: bus.address } })
  const supported = await run.app.evaluate(({ Notification }) => Notification.isSupported())
  test.skip(!supported, 'there is no libnotify')
})
test.afterAll(async () => {
  await run?.close()
  await bus?.stop()
})

/** Simulates a person working in another program: no window of ours has the focus. */
const blurAllWindows = async (): Promise<void> => {
  await run.app.evaluate(({ BrowserWindow }) => {
    for (const browserWindow of BrowserWindow.getAllWindows()) browserWindow.blur()
  })
  await expect.poll(focused).toBe(0)
}
const focused = (): Promise<number> =>
  run.app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().filter((browserWindow) => browserWindow.isFocused()).length,
  )
const latest = () => bus.shown.at(-1)
/**
 * Brings the confirm window to the front. Another program that starts on this screen may take the
 * focus in between, so retry.
 */
const focusConfirmWindow = () =>
  expect(async () => {
    await run.app.evaluate(() =>
      (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
    )
    await expect.poll(focused, { timeout: 3_000 }).toBe(1)
  }).toPass()

test('CONFIRM-17: notifies a person working elsewhere without a button or taking the focus', async () => {
  await blurAllWindows()
  await run.put(viewOf(sampleCard()), true)
  await expect.poll(latest).toEqual({
    id: 1,
    summary: '1 pending instruction',
    body: 'Practice · Research assistant: BUY 10 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
    actions: ['default'],
  })
  await expect.poll(async () => (await run.windows()).at(-1)?.visible).toBe(true)
  expect(await focused()).toBe(0)
  // For a second card, one notification replaces the first and covers both.
  await run.put(viewOf(sampleCard(), { waiting: 1 }), true)
  await expect.poll(latest).toMatchObject({ id: 2, summary: '2 pending instructions' })
  await expect.poll(() => bus.closed).toContain(1)

  // A click, on which every daemon closes the notification, focuses the card and decides nothing.
  await run.clearCalls()
  const before = (await run.windows()).length
  bus.click(2)
  await expect
    .poll(async () => (await run.windows()).slice(before).some(({ focused }) => focused))
    .toBe(true)
  expect(await run.calls('confirm.decide')).toEqual([])
})

test('CONFIRM-17: sends no notification while focused, and withdraws it when nothing is pending', async () => {
  const before = bus.shown.length
  await focusConfirmWindow()
  await run.put(viewOf(sampleCard()), true)
  await blurAllWindows()
  await run.put(viewOf(sampleCard({ environment: 'production' })), true)
  await expect.poll(() => bus.shown.length).toBe(before + 1)
  expect(latest()?.body).toMatch(/^PRODUCTION · /)
  await run.put(viewOf(null))
  await expect.poll(() => bus.closed).toContain(latest()?.id)
  // The person returns by another way than the notification.
  await blurAllWindows()
  await run.put(viewOf(sampleCard()), true)
  await expect.poll(() => bus.shown.length).toBe(before + 2)
  await run.app.evaluate(() =>
    (globalThis as unknown as { confirmTest: { show(): void } }).confirmTest.show(),
  )
  await expect.poll(() => bus.closed).toContain(latest()?.id)
})
