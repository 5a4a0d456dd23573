import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import {
  accessibilityBusUnavailableReason,
  startAccessibilityBus,
  type AccessibilityBus,
} from '../../harness/windows/accessibility-bus.js'
import {
  callTool,
  connectHttp,
  focusConfirmWindow,
  openEndpoint,
  ordersOf,
  pairAssistant,
  readCard,
  stockOrder,
  waitUntilArmed,
} from './assistant-page.js'
import { answerWith, questionsOf } from '../support/native-questions.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

let bus: AccessibilityBus
let desk: MainWindowPage
let client: Client
const NO_BUS = accessibilityBusUnavailableReason()
test.skip(NO_BUS !== null, NO_BUS ?? '')
test.beforeAll(async () => {
  bus = await startAccessibilityBus()
  desk = await openMainWindow({
    suite: 'assistive-approval',
    keyStore: 'none',
    env: bus.env,
    args: ['--force-renderer-accessibility'],
  })
  await desk.ready()
  await desk.choose('AAPL')
  client = await connectHttp(
    await openEndpoint(desk, 12),
    (await pairAssistant(desk, 'Morning desk')).token,
  )
})
test.afterAll(async () => {
  await client?.close()
  await desk?.close()
  await bus?.stop()
})

test('CONFIRM-42: a press over the accessibility bus approves only after the person allows it', async () => {
  test.setTimeout(240_000)
  await callTool(client, 'place_stock_instruction', await stockOrder(desk, '21'))
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 21 AAPL')
  const approve = await bus.control('push button', /^Approve/)
  // A card whose quote changed meanwhile is armed again.
  await expect(async () => {
    await waitUntilArmed(desk, confirm)
    await approve.press()
    await expect(confirm.getByText(/no press on Approve was observed/)).toBeVisible({
      timeout: 3_000,
    })
  }).toPass({ timeout: 60_000, intervals: [0] })
  await desk.screenshot('refused', confirm)
  expect(await ordersOf(desk, 'AAPL', '21')).toEqual([])

  await desk.page.getByRole('button', { name: 'Settings', exact: true }).click()
  const setting = desk.page.getByRole('checkbox', {
    name: 'Accept approvals and orders by assistive technology',
  })
  await expect(setting).toHaveAccessibleDescription(/weaker against a manipulated window/)
  await answerWith(desk, 'Keep off')
  await setting.click()
  await expect.poll(async () => (await questionsOf(desk)).length).toBe(1)
  await expect(setting).not.toBeChecked()
  await answerWith(desk, 'Accept')
  await setting.check()
  await desk.screenshot('setting')
  await desk.page.getByRole('button', { name: 'Done' }).click()
  await focusConfirmWindow(desk)
  await expect(async () => {
    await waitUntilArmed(desk, confirm)
    await approve.press()
    await expect(confirm.getByTestId('approve')).toHaveCount(0, { timeout: 3_000 })
  }).toPass({ timeout: 60_000, intervals: [0] })
  await expect.poll(async () => (await ordersOf(desk, 'AAPL', '21')).length).toBe(1)
})
