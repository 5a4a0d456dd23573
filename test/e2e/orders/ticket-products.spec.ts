import { expect, test } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { invoke } from '../support/bridge.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import {
  accountFor,
  callName,
  EVENT_MARKET,
  monthlyExpiry,
  placeDraft,
  quarterlyFuture,
} from '../support/product-orders.js'
import { waitForAnimations } from '../support/settle.js'
import { pressTheme } from '../support/theme.js'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'ticket-products', keyStore: 'none' })
  await desk.ready()
  await loadAxe(desk.page)
})
test.afterAll(() => desk.close())

/** One product: an order far from the market, and what the ticket shows for it. */
interface Journey {
  readonly product: string
  /** The instrument's name in every table. */
  readonly name: string
  /** The order whose row leads to the ticket. */
  readonly draft: object
  readonly quantity: string
  readonly limitPrice: string
  readonly shows: readonly (readonly [string, RegExp])[]
}

function journeys(time: number): readonly Journey[] {
  const expiration = monthlyExpiry(time)
  const option = { type: 'call', strike: '270', expiration }
  const future = quarterlyFuture(time)
  return [
    {
      product: 'securities',
      name: callName('AAPL', expiration, '270'),
      draft: {
        assetClass: 'option',
        symbol: 'AAPL',
        limitPrice: '0.05',
        size: { kind: 'quantity', quantity: '1' },
        terms: {
          strategy: 'single',
          intent: 'buy-to-open',
          legs: [{ symbol: 'AAPL', side: 'buy', quantity: '1', option }],
        },
      },
      quantity: '3',
      limitPrice: '0.10',
      shows: [
        ['ticket-cost', /30\.00/],
        ['ticket-max-loss', /30\.00/],
        ['ticket-max-gain', /unlimited/],
        ['ticket-break-even', /270\.10/],
        ['ticket-submit', /Buy to open 3 AAPL/],
      ],
    },
    {
      product: 'futures',
      name: future,
      draft: {
        assetClass: 'futures',
        symbol: future,
        limitPrice: '1000.25',
        size: { kind: 'quantity', quantity: '1' },
      },
      quantity: '2',
      limitPrice: '1000.50',
      shows: [
        ['ticket-notional', /10,005\.00/],
        ['ticket-cost', /[1-9]/],
      ],
    },
    {
      product: 'crypto',
      name: 'BTC/USD',
      draft: {
        assetClass: 'crypto',
        symbol: 'BTCUSD',
        limitPrice: '1000.00',
        size: { kind: 'quantity', quantity: '0.01' },
      },
      quantity: '0.01234567',
      limitPrice: '1000.00',
      shows: [['ticket-cost', /12\.35/]],
    },
    {
      product: 'events',
      name: `${EVENT_MARKET} No`,
      draft: {
        assetClass: 'event',
        symbol: EVENT_MARKET,
        limitPrice: '0.01',
        size: { kind: 'quantity', quantity: '5' },
        terms: { outcome: 'no' },
      },
      quantity: '25',
      limitPrice: '0.02',
      shows: [
        ['ticket-cost', /0\.50/],
        ['ticket-payout', /25\.00/],
        ['ticket-max-gain', /24\.50/],
      ],
    },
  ]
}

test('An order of every product is made in the ticket, named in Orders, and canceled', async () => {
  const { page } = desk
  const { exchangeTime } = await desk.truth()
  const orders = page.getByRole('treegrid', { name: 'Orders' })
  await desk.tab('Orders')
  for (const { product, name, draft, quantity, limitPrice, shows } of journeys(exchangeTime)) {
    await placeDraft(desk, { ...draft, accountId: await accountFor(desk, product) })
    // The row of an order shows its instrument in the ticket, whatever account is selected.
    const rows = orders.getByRole('row').filter({ hasText: name })
    await rows.first().getByRole('gridcell', { name, exact: true }).click()
    await expect(page.getByRole('form', { name: `Order for ${name}` })).toBeVisible()
    if (product !== 'securities') {
      expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
      await page.getByTestId('ticket-use-account').first().click()
    }
    await desk.fill('quantity', quantity)
    await desk.fill('limitPrice', limitPrice)
    for (const [id, text] of shows) await expect(page.getByTestId(id)).toHaveText(text)
    expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
    await desk.screenshot(`ticket-${product}`)
    await desk.send()
    await expect(page.getByTestId('ticket-outcome')).toHaveAttribute('data-tone', 'good')

    const row = rows.filter({
      has: page.getByRole('gridcell', { name: quantity, exact: true }),
    })
    await expect(row).toContainText('Working')
    await row.getByRole('button', { name: /^Cancel / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
    await expect(row).toContainText('Canceled')
  }
})

test('The book of an event is that of the outcome in the ticket, and so are its prices', async () => {
  const { page } = desk
  const name = `${EVENT_MARKET} No`
  await page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('gridcell', { name, exact: true })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Depth' }).click()
  const depth = page.getByTestId('depth')
  const ticket = page.getByRole('form', { name: `Order for ${name}` })
  await expect(ticket).toBeVisible()
  const chosen = (outcome: string) => depth.getByRole('radio', { name: outcome, exact: true })
  await expect(chosen('No')).toBeChecked()
  const bestAsk = depth.getByRole('list', { name: 'Asks' }).getByRole('button').last()
  const bestPrice = async (): Promise<string> =>
    ((await bestAsk.textContent()) ?? '').match(/0\.\d+$/)?.[0] ?? ''
  const inTicket = async (): Promise<string> =>
    ((await page.getByTestId('ticket-use-ask').textContent()) ?? '').match(/0\.\d+/)?.[0] ?? ''
  await expect.poll(async () => (await bestPrice()) === (await inTicket())).toBe(true)
  await bestAsk.click()
  await expect(ticket.getByRole('radio', { name: 'No', exact: true })).toBeChecked()
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue(/^0\.[4-9]/)
  await desk.screenshot('book-of-no')
  await pressTheme(page, 'dark')
  await desk.screenshot('book-of-no-dark')
  await pressTheme(page, 'light')

  await chosen('Yes').click()
  const other = page.getByRole('form', { name: `Order for ${EVENT_MARKET} Yes` })
  await expect(other.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
  await expect(page.getByTestId('ticket-limitPrice')).toHaveValue('')
  await expect.poll(async () => (await bestPrice()) === (await inTicket())).toBe(true)
})

test('No text of a ticket is cut off in Spanish, whatever the product', async () => {
  const { page } = desk
  const { exchangeTime } = await desk.truth()
  await page.setViewportSize({ width: 1_280, height: 800 })
  await chooseLanguage(page, 'es')
  await page.getByRole('tab', { name: 'Órdenes' }).click()
  const orders = page.getByRole('treegrid', { name: 'Órdenes' })
  const problems: string[] = []
  for (const { product, name, draft, quantity, limitPrice } of journeys(exchangeTime)) {
    await invoke(desk, 'session.select-account', { accountId: await accountFor(desk, product) })
    await placeDraft(desk, { ...draft, accountId: await accountFor(desk, product) })
    // Only the month of an option's name is translated.
    const translated = name.replace(/ [A-Z][a-z]{2} /, ' [a-z]+ ')
    const cells = orders.getByRole('gridcell', { name: new RegExp(`^${translated}$`) })
    await cells.first().click()
    const form = page.getByRole('form', { name: new RegExp(`^Orden de ${translated}$`) })
    await expect(form).toBeVisible()
    await desk.fill('quantity', quantity)
    await desk.fill('limitPrice', limitPrice)
    for (const theme of ['light', 'dark'] as const) {
      await pressTheme(page, theme)
      await waitForAnimations(page)
      problems.push(...(await overflows(page)).map((line) => `${product}, ${theme}: ${line}`))
      expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
      await desk.screenshot(`ticket-${product}-es-${theme}`)
    }
  }
  await chooseLanguage(page, 'en')
  await page.setViewportSize({ width: 1_440, height: 900 })
  expect(problems).toEqual([])
})

test('A position is protected by a stop from its row, and the stop works until canceled', async () => {
  const { page } = desk
  const accounts = page.getByRole('combobox', { name: 'Trade with account' })
  await accounts.selectOption({ label: 'Individual Margin · 10010048' })
  await desk.tab('Positions')
  await desk.positionRow('NVDA').getByRole('gridcell').first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Protect with a stop…' }).click()
  const ticket = page.getByRole('form', { name: 'Order for NVDA' })
  await expect(ticket.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked()
  await expect(page.getByTestId('ticket-type')).toHaveValue('stop')
  await expect(page.getByTestId('ticket-tif')).toHaveValue('gtc')
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('33')
  await desk.fill('stopPrice', '100.00')
  await expect(page.getByTestId('ticket-position')).toHaveText(/33.*0/)
  await desk.send()
  await desk.tab('Orders')
  const row = desk.orderRow('NVDA').filter({ hasText: 'Stop' }).first()
  await expect(row).toContainText('Working')
  await expect(row).toContainText('Sell')
})
