import type { Client } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import {
  waitUntilArmed,
  callTool,
  verifyAudit,
  confirmVisible,
  connectPaired,
  approveCard,
  ordersOf,
  plainDollars,
  closeCard,
  readCard,
  stockOrder,
  focusConfirmWindow,
} from './assistant-page.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
let client: Client
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'instructions-decide', keyStore: 'none' })
  await desk.ready()
  await desk.choose('AAPL')
  client = await connectPaired(desk, 'Morning desk', 1, { validMinutes: 1 })
})
test.afterAll(async () => {
  await client.close()
  await desk.close()
})

test('A decided card stays until closed, then the next one shows; a reason is returned as data', async () => {
  const first = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '11'))
  const second = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '12'))
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 11 AAPL')
  await expect(confirm.getByText('1 more pending')).toBeVisible()
  await confirm.getByTestId('deny').click()
  await expect(confirm.getByTestId('status')).toContainText('Declined')
  await closeCard(confirm)

  await readCard(confirm, 'BUY 12 AAPL')
  await confirm.getByTestId('deny-why').click()
  await confirm.getByLabel('Reason, sent to the assistant').fill('Not before the earnings call')
  await desk.screenshot('deny-why', confirm)
  await confirm.getByTestId('sheet').getByRole('button', { name: 'Decline' }).click()
  await expect(confirm.getByTestId('status')).toContainText('Not before the earnings call')
  expect(
    await callTool(client, 'wait_for_instruction', {
      instruction_id: first.instruction_id,
      wait_seconds: 0,
    }),
  ).toMatchObject({ status: 'REJECTED', ending: { why: 'declined' }, outcome: null })
  expect(
    await callTool(client, 'wait_for_instruction', {
      instruction_id: second.instruction_id,
      wait_seconds: 0,
    }),
  ).toMatchObject({
    status: 'REJECTED',
    ending: { why: 'declined', detail: 'Not before the earnings call' },
  })
  await closeCard(confirm)
  await expect.poll(() => confirmVisible(desk)).toBe(false)

  // After every card is closed, the next card can show.
  const third = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '13'))
  await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 13 AAPL')
  await callTool(client, 'revoke_instruction', { instruction_id: third.instruction_id })
  await expect(confirm.getByTestId('status')).toContainText(/Withdrawn/)
  await expect(confirm.getByTestId('approve')).toHaveCount(0)
  await closeCard(confirm)
  for (const quantity of ['11', '12', '13']) {
    expect(await ordersOf(desk, 'AAPL', quantity)).toHaveLength(0)
  }
})

test('An amended order is shown again, sent to the exchange, and reported to the assistant', async () => {
  const placed = await callTool(client, 'place_stock_instruction', await stockOrder(desk, '20'))
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 20 AAPL')
  const cost = await confirm.locator('[data-field="cost"]').innerText()
  await confirm.getByTestId('change').click()
  await confirm.getByTestId('change-quantity').fill('8')
  await confirm.getByRole('button', { name: 'Show the new cost' }).click()
  await readCard(confirm, 'BUY 8 AAPL')
  await expect(confirm.getByTestId('status')).toContainText('Changed by you')
  await expect(confirm.locator('[data-field="cost"]')).not.toHaveText(cost)
  await desk.screenshot('changed', confirm)
  await approveCard(desk, confirm)
  await expect.poll(async () => (await ordersOf(desk, 'AAPL', '8')).length).toBe(1)
  expect(await ordersOf(desk, 'AAPL', '20')).toHaveLength(0)
  const result = await callTool(client, 'wait_for_instruction', {
    instruction_id: placed.instruction_id,
    wait_seconds: 1,
  })
  expect(result).toMatchObject({
    status: 'APPROVED',
    asked_for: { quantity: '20' },
    changed: { quantity: { asked: '20', approved: '8' } },
    outcome: { state: 'ACKNOWLEDGED' },
  })
  await closeCard(confirm)
})

test('CONFIRM-29: a batch with a dangerous row is read and approved row by row', async () => {
  const {
    account_id,
    reason: _reason,
    ...plainOne
  } = { reason: '', ...(await stockOrder(desk, '17')) }
  const dangerous = {
    ...plainOne,
    quantity: '18',
    limit_price: plainDollars(Math.round((await desk.cents('ask')) * 1.065)),
  }
  await callTool(client, 'place_stock_batch_instruction', {
    account_id,
    orders: [plainOne, dangerous],
  })
  const confirm = await focusConfirmWindow(desk)
  await expect(confirm.getByText('Not every order is in the lowest tier')).toBeVisible()
  for (const [row, quantity] of [
    [1, '18'],
    [0, '17'],
  ] as const) {
    await confirm.locator('[data-row] .row-open').nth(row).click()
    await expect(confirm.getByTestId('line')).toContainText(`BUY ${quantity} AAPL`)
    for (const box of await confirm.locator('[data-danger]').all()) await box.check()
    await approveCard(desk, confirm)
    await expect.poll(async () => (await ordersOf(desk, 'AAPL', quantity)).length).toBe(1)
  }
  await closeCard(confirm)
})

test('A moved market shows old and new and disarms; an expired instruction cannot be approved', async () => {
  const placed = await callTool(
    client,
    'place_stock_instruction',
    await stockOrder(desk, '5', { symbol: 'TSLA', order_type: 'MARKET', limit_price: undefined }),
  )
  const confirm = await focusConfirmWindow(desk)
  await readCard(confirm, 'BUY 5 TSLA')
  await waitUntilArmed(desk, confirm)
  // Advance the market by some minutes at a time until the price is far enough away.
  const status = confirm.getByTestId('status')
  // Read whether approve was armed at the moment the message appeared; shortly afterwards it is
  // armed again.
  const ready = confirm.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const check = (): void => {
          if (
            !/The cost moved/.test(
              document.querySelector('[data-testid="status"]')?.textContent ?? '',
            )
          ) {
            return
          }
          watch.disconnect()
          resolve(document.querySelector<HTMLElement>('[data-testid="approve"]')?.dataset['armed'])
        }
        const watch = new MutationObserver(check)
        watch.observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        })
      }),
  )
  for (let jump = 0; jump < 30 && !/The cost moved/.test(await status.innerText()); jump += 1) {
    const { exchangeTime } = await desk.truth()
    await desk.practice({ command: 'clock', to: exchangeTime + 5 * 60_000 })
    await confirm.waitForTimeout(300)
    await confirm.getByTestId('requote').click()
    await confirm.waitForTimeout(200)
  }
  await expect(status).toContainText(/The cost moved from \$[\d,.]+ to \$[\d,.]+\. Review it/)
  expect(await ready).toBe('false')
  await desk.screenshot('moved', confirm)
  await waitUntilArmed(desk, confirm)

  // The computer sleeps for two minutes, the validity of a market order.
  await desk.app.evaluate(() => {
    const real = Date.now
    Object.assign(globalThis, {
      wakeUp: () => {
        Date.now = real
      },
    })
    Date.now = () => real() + 121_000
  })
  await expect(status).toContainText('Expired')
  await desk.app.evaluate(() => (globalThis as unknown as { wakeUp(): void }).wakeUp())
  await expect(confirm.getByTestId('approve')).toHaveCount(0)
  expect(
    await callTool(client, 'get_processed_instruction', { instruction_id: placed.instruction_id }),
  ).toMatchObject({
    instructions: [{ status: 'EXPIRED', ending: { why: 'expired' }, outcome: null }],
  })
  expect(await ordersOf(desk, 'TSLA', '5')).toHaveLength(0)
  await verifyAudit(desk)
})
