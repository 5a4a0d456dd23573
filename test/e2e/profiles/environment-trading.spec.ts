import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { pressTheme } from '../support/theme.js'
import { expectEnvironment, sandboxProfile, startStandIn, type StandIn } from './profiles-page.js'
import { invoke, type BridgeReply } from '../support/bridge.js'
import { expectOrderLife } from '../support/order-life.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let standIn: StandIn
let desk: MainWindowPage
const userData = freshUserData()
test.beforeAll(async () => {
  standIn = await startStandIn()
  desk = await openMainWindow({ suite: 'environment-trading', keyStore: 'none', userData })
  await desk.ready()
  await sandboxProfile(desk, standIn, 'Test account')
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox')
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
  await removeFolder(userData)
})

test('Delayed prices say so on the ticket, the chart and the watchlist', async () => {
  const { page } = desk
  await desk.choose('XOM')
  for (const panel of ['ticket', 'chart', 'watchlist']) {
    await expect(page.locator(`[data-panel="${panel}"]`).getByTestId('delayed')).toHaveText(
      'Delayed',
    )
  }
  for (const theme of ['dark', 'light'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`delayed-${theme}`)
  }
})

test('An order of the sandbox works, is replaced, and is canceled', async () => {
  await expectOrderLife(desk, 'XOM')
})

test('A refusal that only the sandbox gives is shown with the reason, and no order exists', async () => {
  const { page } = desk
  const before = Object.keys((await standIn.truth()).accepted).length
  for (const away of [1_000, 2_000]) {
    await page.getByRole('tab', { name: 'Ticket' }).click()
    await desk.choose('AMD')
    const bid = await desk.cents('bid')
    await desk.fill('quantity', '2')
    await desk.fill('limitPrice', dollars(bid - away))
    await page.getByTestId('basket-add').click()
  }
  await page.getByRole('tab', { name: 'Basket' }).click()
  await page.getByTestId('basket-mode').selectOption('oco')
  await page.getByTestId('basket-review').click()
  await page.waitForTimeout(700)
  await page.getByTestId('basket-send').click()
  const outcomes = page.getByTestId('basket-outcome')
  for (const index of [0, 1]) {
    await expect(outcomes.nth(index)).toContainText(/no order was placed.*invalid combo_type/)
  }
  await desk.screenshot('refused')
  expect(Object.keys((await standIn.truth()).accepted)).toHaveLength(before)
})

test("A burst of reads does not delay the person's order", async () => {
  const session = (await invoke(desk, 'session.get', {})).value as { selectedAccount: string }
  const history = { accountId: session.selectedAccount, from: null, to: null, cursor: null }
  await desk.page.getByRole('tab', { name: 'Ticket' }).click()
  await desk.choose('JPM')
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', dollars(bid - 1_000))
  const reads = Promise.all(
    Array.from({ length: 30 }, () => invoke(desk, 'orders.history', history)),
  )
  await desk.send()
  await expect(desk.page.getByTestId('ticket-outcome')).toHaveAttribute('data-tone', 'good', {
    timeout: 8_000,
  })
  await desk.tab('Orders')
  await expect(desk.orderRow('JPM').first()).toContainText('Working')
  await reads
  await desk.screenshot('burst')
})

/** The orders that the sandbox takes in a minute (LIMITS-1). */
const ORDERS_A_MINUTE = 30

/**
 * An order of each at once: a minute's orders are used up within seconds, also on a slow machine.
 * Two orders in one instrument wait for each other.
 */
const SENT_AT_ONCE = [
  'AAPL',
  'AMZN',
  'GOOGL',
  'JPM',
  'META',
  'NVDA',
  'QQQ',
  'SPY',
  'TSLA',
  'XOM',
] as const
/** More than any machine needs that sends thirty within a minute. */
const MAX_SENT = 3 * ORDERS_A_MINUTE
const isOverLimit = (reply: BridgeReply): boolean =>
  JSON.stringify(reply).includes('"provider.overLimit"')

/** The number of orders so far: each has a ticket and a quantity of its own. */
let sent = 0

/** Sends orders, several at once, until the limit of a minute refuses one; returns the answers. */
async function sendUntilRefused(): Promise<readonly BridgeReply[]> {
  const { selectedAccount } = (await invoke(desk, 'session.get', {})).value as {
    readonly selectedAccount: string
  }
  const replies: BridgeReply[] = []
  const maxSent = sent + MAX_SENT
  const submitNext = (symbol: string): Promise<BridgeReply> => {
    sent += 1
    return invoke(desk, 'orders.submit', {
      ticket: `sandbox-minute-${sent}`,
      draft: {
        accountId: selectedAccount,
        assetClass: 'stock',
        symbol,
        side: 'buy',
        type: 'limit',
        timeInForce: 'day',
        session: 'core',
        // The same order twice in a moment would be held back as a repetition.
        size: { kind: 'quantity', quantity: String(sent + 1) },
        limitPrice: '1.00',
        stopPrice: null,
        trail: null,
        expireDate: null,
      },
    })
  }
  const sendInTurn = async (symbol: string): Promise<void> => {
    while (!replies.some(isOverLimit) && sent < maxSent) {
      replies.push(await submitNext(symbol))
    }
  }
  await Promise.all(SENT_AT_ONCE.map(sendInTurn))
  return replies
}

const isAcknowledged = ({ value }: BridgeReply): boolean =>
  (value as { readonly outcome?: string } | undefined)?.outcome === 'acknowledged'

test('The order after the thirtieth of a minute is not sent, and the ticket says when the next can be', async () => {
  const { page } = desk
  // The orders that follow are not painted meanwhile.
  await desk.tab('Positions')
  await page.getByRole('tab', { name: 'Ticket' }).click()
  await desk.choose('MSFT')
  const limit = dollars((await desk.cents('bid')) - 1_000)
  const outcome = page.getByTestId('ticket-outcome')
  let before = await standIn.truth()
  // On a busy machine the minute may be over before the press arrives, so that it is sent.
  await expect(async () => {
    await desk.fill('quantity', '1')
    await desk.fill('limitPrice', limit)
    await page.getByRole('form').locator('button[type="submit"]').click()
    await expect(page.getByTestId('ticket-send')).toBeVisible()
    const replies = await sendUntilRefused()
    expect(replies.filter((reply) => !isAcknowledged(reply) && !isOverLimit(reply))).toEqual([])
    expect(replies.some(isOverLimit)).toBe(true)
    before = await standIn.truth()
    await page.getByTestId('ticket-send').click()
    await expect(outcome).toHaveAttribute('data-tone', /^(?!plain)/)
    await expect(outcome).toContainText(
      /Nothing was sent\..*The broker allows 30 of these requests a minute, and they are used up\. The next can be sent in \d+ s/,
      { timeout: 1_000 },
    )
  }).toPass()
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await pressTheme(page, theme)
    await desk.screenshot(`limit-of-orders-${theme}`)
  }
  const after = await standIn.truth()
  expect(Object.keys(after.accepted)).toHaveLength(Object.keys(before.accepted).length)
  expect(after.requests['trading.orders.place']).toBe(before.requests['trading.orders.place'])
})
