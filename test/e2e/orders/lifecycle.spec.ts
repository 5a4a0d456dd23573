import { expect, test } from '@playwright/test'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({
    suite: 'order-life',
    keyStore: 'none',
    args: ['--practice-rate-limits=production', '--practice-quotes-ms=100'],
  })
  await desk.ready()
})
test.afterAll(async () => {
  await desk.close()
})

/** An order of this size cannot be filled completely by the offers at one price. */
const SYMBOL = 'XOM'

test('A limit order rests, is replaced, fills in parts, and its position is opened and closed', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  const bid = await desk.cents('bid')

  // The order rests.
  await desk.fill('quantity', '2500')
  await desk.fill('limitPrice', dollars(bid - 300))
  await desk.screenshot('ticket-filled')
  await desk.send()
  await expect(page.getByTestId('ticket-outcome')).toContainText(/accepted/i)
  await desk.tab('Orders')
  const row = desk.orderRow(SYMBOL).filter({ hasText: '2,500' })
  // While it is edited, its quantity is an input instead of text.
  const edited = desk.orderRow(SYMBOL).filter({ has: page.getByRole('textbox') })
  await expect(row).toContainText('Working')
  await expect(page.getByTestId('chart-lines')).toContainText(dollars(bid - 300))
  await desk.screenshot('rests')
  await expect
    .poll(
      async () =>
        (await desk.truth()).orders.filter(
          (known) => known['symbol'] === SYMBOL && known['status'] === 'SUBMITTED',
        ).length,
    )
    .toBe(1)

  // Replace it at the ask, for more than is offered there. Stop the market meanwhile, so that the
  // price stays.
  await desk.practice({ command: 'clock', speed: 0 })
  // All messages in flight have arrived when no more are sent.
  let sent = -1
  await expect
    .poll(
      async () => {
        const before = sent
        sent = (await desk.truth()).streams.sent
        return sent === before
      },
      { intervals: [600] },
    )
    .toBe(true)
  const replace = async (limit: number): Promise<void> => {
    await row.getByRole('button', { name: /Replace/ }).click()
    await edited.getByRole('textbox', { name: /limit/i }).fill(dollars(limit))
    await edited.getByRole('button', { name: /Send/ }).click()
    // The person's own order requires confirmation.
    await expect(
      page.getByRole('dialog').getByRole('button', { name: /Send|Replace/ }),
    ).toBeFocused()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Send|Replace/ })
      .click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Replace accepted' }).last(),
    ).toContainText(`→ ${dollars(limit)}`)
  }
  const ask = await desk.cents('ask')
  await replace(ask)

  // The order fills in parts.
  await expect(row).toContainText('Partially filled')
  await expect(row).not.toContainText(/2,500.*2,500/)
  await desk.screenshot('fills-in-parts')
  // Then raise the limit, so that a moving market cannot leave it unfilled.
  await replace(ask + 500)
  await desk.practice({ command: 'clock', speed: 20 })
  await expect(row).toContainText('Filled', { timeout: 60_000 })
  await expect(row).toContainText(/2,500.*2,500/)
  await desk.practice({ command: 'clock', speed: 1 })
  await desk.tab('Fills')
  const fills = page
    .getByRole('grid', { name: 'Fills' })
    .getByRole('row', { name: new RegExp(SYMBOL) })
  await expect.poll(() => fills.count()).toBeGreaterThan(1)
  await desk.screenshot('fills')

  // The position shows a live profit or loss.
  await desk.tab('Positions')
  const position = desk.positionRow(SYMBOL)
  await expect(position).toContainText('2,500')
  await expect(position).toContainText(/[+−]\d/)
  await desk.screenshot('position')

  // The position is closed.
  await position.getByRole('button', { name: /Close/ }).click()
  await expect(
    page
      .getByRole('form', { name: `Order for ${SYMBOL}` })
      .getByRole('radio', { name: 'Sell', exact: true }),
  ).toBeChecked()
  await desk.screenshot('close-prefilled')
  await desk.send()
  await desk.practice({ command: 'clock', speed: 20 })
  await expect(position).toBeHidden({ timeout: 60_000 })
  await desk.practice({ command: 'clock', speed: 1 })

  // The orders are in the history.
  await desk.tab('Orders')
  await page.getByRole('radio', { name: 'Done' }).click()
  await expect.poll(() => desk.orderRow(SYMBOL).count()).toBeGreaterThanOrEqual(2)
  await expect(desk.orderRow(SYMBOL).first()).toContainText('Filled')
  await desk.screenshot('history')

  const truth = await desk.truth()
  for (const [id, count] of Object.entries(truth.accepted)) expect(count, id).toBe(1)
})

test('An invalid order shows its problem and is not sent', async () => {
  const { page } = desk
  await desk.choose('AAPL')
  const before = Object.keys((await desk.truth()).accepted).length
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['0', '180.00', /above zero/],
    ['-5', '180.00', /above zero|not a number/],
    ['1.123456', '180.00', /five decimal places/],
    ['10', '180.001', /price steps/],
    ['abc', '180.00', /Enter a number/],
  ]
  for (const [quantity, price, expected] of cases) {
    await desk.fill('quantity', quantity)
    await desk.fill('limitPrice', price)
    await page.getByRole('form').locator('button[type="submit"]').click()
    await expect(page.getByRole('form')).toContainText(expected)
    await expect(page.getByTestId('ticket-send')).toBeHidden()
  }
  await desk.screenshot('words')
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before)
})

test('An order above the buying power cannot be sent, and says what is missing', async () => {
  const { page } = desk
  const before = Object.keys((await desk.truth()).accepted).length
  await desk.choose('AAPL')
  await desk.fill('quantity', '3500')
  await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 100))
  await expect(page.getByTestId('warning-too-large')).toContainText(
    'Exceeds your buying power by $',
  )
  await expect(page.getByTestId('ticket-submit')).toBeDisabled()
  await desk.screenshot('too-large')
  await page.getByTestId('ticket-quantity').press('Enter')
  await expect(page.getByTestId('ticket-send')).toBeHidden()
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before)
})

test('A sale of more than is held is blocked before the review, with a short sale offered', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  await page.getByRole('radio', { name: 'Sell', exact: true }).click()
  await desk.fill('quantity', '35')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 100))
  const warning = page.getByTestId('warning-oversells')
  await expect(warning).toContainText('You hold none of it.')
  await expect(page.getByTestId('ticket-submit')).toBeDisabled()
  await desk.screenshot('oversold')
  await warning.getByRole('button', { name: 'Sell short' }).click()
  await expect(page.getByRole('radio', { name: 'Sell short' })).toBeChecked()
  await expect(warning).toBeHidden()
})

test('A sent order leaves the ticket, and Repeat puts it back for review', async () => {
  const { page } = desk
  await page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await desk.fill('quantity', '35')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 100))
  await desk.send()
  await expect(page.getByTestId('ticket-outcome')).toContainText(/accepted|filled/i)
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('')
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue('')
  const before = Object.keys((await desk.truth()).accepted).length
  // Enter, Enter: an empty ticket has nothing to review.
  await page.getByTestId('ticket-quantity').press('Enter')
  await page.getByTestId('ticket-quantity').press('Enter')
  await expect(page.getByTestId('ticket-send')).toBeHidden()
  await desk.screenshot('sent-away')
  await page.getByTestId('ticket-repeat').click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('35')
  await desk.screenshot('repeated')
  await expect(page.getByTestId('ticket-repeat')).toBeHidden()
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before)
})

test('A rejection by the exchange says why, and the entries are kept', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  await page.getByRole('radio', { name: 'Buy', exact: true }).click()
  await page.getByLabel('Order type').selectOption('Stop')
  await desk.fill('quantity', '35')
  // The exchange refuses a stop on the wrong side of the market, which only it knows for certain.
  await desk.fill('stopPrice', dollars((await desk.cents('bid')) - 100))
  await desk.send()
  await expect(page.getByTestId('ticket-outcome')).toContainText(/rejected|Not sent/i)
  await desk.screenshot('refused')
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('35')
  await desk.tab('Orders')
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  const row = desk.orderRow(SYMBOL).filter({ hasText: 'Rejected' })
  await expect(row.locator('.status-reason')).not.toBeEmpty()
  await desk.screenshot('rejected-row')
})

/** Returns the last amount of dollars in a text, in cents. */
const lastCents = (text: string | null): number =>
  Number.parseInt((text?.match(/\$[\d,]+\.\d\d/g) ?? []).at(-1)?.replace(/\D/g, '') ?? '', 10)

test('The buying power that the ticket estimates for a short sale is what is then held', async () => {
  const { page } = desk
  // The market stands still, so that only the order changes the buying power.
  await desk.practice({ command: 'clock', speed: 0 })
  await desk.choose('JPM')
  await page.getByRole('radio', { name: 'Sell short', exact: true }).click()
  await desk.fill('quantity', '40')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 1_000))
  const ticket = page.getByTestId('ticket-power')
  await expect(ticket).toContainText('→')
  const accountId = await page.getByRole('combobox', { name: 'Trade with account' }).inputValue()
  /** The buying power at the exchange, in cents. */
  const stated = async (): Promise<number> => {
    const [currency] = ((await desk.truth()).balances[accountId]?.['account_currency_assets'] ??
      []) as readonly { readonly buying_power: string }[]
    return Math.round(Number(currency?.buying_power) * 100)
  }
  // A balance of the moving market may still be shown when the market has stopped.
  await expect(async () => {
    const [text = null] = ((await ticket.textContent()) ?? '').split('→')
    expect(lastCents(text)).toBe(await stated())
  }).toPass()
  const [before, estimate] = await ticket
    .textContent()
    .then((text) => [lastCents((text ?? '').split('→')[0] ?? null), lastCents(text)] as const)
  const taken = before - estimate
  expect(taken).toBeGreaterThan(0)
  await desk.send()
  const status = page.locator('[data-region="status"]')
  const shown = async (): Promise<number> =>
    lastCents(/Buying power\$[\d,]+\.\d\d/.exec((await status.textContent()) ?? '')?.[0] ?? null)
  await expect.poll(async () => Math.abs((before - (await shown())) / taken - 1)).toBeLessThan(0.02)
  await desk.practice({ command: 'clock', speed: 1 })
})
