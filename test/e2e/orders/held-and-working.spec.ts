import { expect, test, type Locator } from '@playwright/test'
import { chooseLanguage } from '../support/language.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const SYMBOL = 'XOM'
let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'held-and-working', keyStore: 'none' })
  await desk.ready()
})
test.afterAll(() => desk.close())

const side = (name: string | RegExp): Promise<void> =>
  desk.page.getByRole('radio', { name, exact: true }).click()

const warning = (kind: string): Locator => desk.page.getByTestId(`warning-${kind}`)

test('Close says what a working order sells already, and offers to sell the rest', async () => {
  const { page } = desk
  await desk.choose(SYMBOL)
  await side('Buy')
  await desk.fill('quantity', '10')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 50))
  await desk.send()
  await desk.tab('Positions')
  await expect(desk.positionRow(SYMBOL)).toContainText('10')

  await side('Sell')
  await desk.fill('quantity', '6')
  await desk.fill('limitPrice', dollars((await desk.cents('ask')) + 1000))
  await desk.send()
  await expect(page.getByTestId('ticket-outcome')).toContainText(/accepted/i)
  const before = Object.keys((await desk.truth()).accepted).length

  await desk.tab('Positions')
  await desk
    .positionRow(SYMBOL)
    .getByRole('button', { name: /^Close/ })
    .click()
  await expect(warning('closing-already')).toContainText(
    'A working order already sells 6 of your 10, so only 4 can be sold.',
  )
  await expect(page.getByTestId('ticket-position')).toHaveText('10')
  await expect(page.getByTestId('ticket-submit')).toBeDisabled()
  await desk.screenshot('close-while-working')
  await warning('closing-already').getByRole('button', { name: 'Sell 4' }).click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('4')
  await expect(warning('closing-already')).toBeHidden()
  await expect(page.getByTestId('ticket-position')).toContainText('6')
  await expect(page.getByRole('button', { name: /^All 4 / })).toBeVisible()
  await desk.screenshot('rest-to-sell')
  expect(Object.keys((await desk.truth()).accepted)).toHaveLength(before)
})

test('A short sale while shares are held is blocked with a sale offered instead', async () => {
  const { page } = desk
  await side('Sell short')
  await desk.fill('quantity', '3')
  await expect(warning('short-while-long')).toContainText(
    'the broker accepts a short sale only once you hold none',
  )
  await expect(page.getByTestId('ticket-position')).toHaveText('10')
  await desk.screenshot('short-while-long')
  await chooseLanguage(page, 'es')
  await expect(warning('short-while-long')).toContainText('venta en corto')
  await desk.screenshot('short-while-long-es')
  await side('Vender')
  await desk.fill('quantity', '10')
  await expect(warning('closing-already')).toContainText('solo se pueden vender 4')
  await desk.screenshot('close-while-working-es')
  await chooseLanguage(page, 'en')
  await desk.fill('quantity', '15')
  await expect(warning('oversells')).toContainText('You hold 10')
  await warning('oversells').getByRole('button', { name: 'Sell 10' }).click()
  await expect(page.getByTestId('ticket-quantity')).toHaveValue('10')
})

test('The order that sells already is canceled from there, and the sale is free', async () => {
  const { page } = desk
  await page.getByTestId('cancel-closing').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Sell 6 ${SYMBOL}`)
  await desk.screenshot('cancel-question')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(warning('closing-already')).toBeHidden()
  await expect(page.getByTestId('ticket-position')).toContainText('0')
  await expect(page.getByTestId('ticket-submit')).toBeEnabled()
})

test('A basket that sells more than is free is held back, and the order is named', async () => {
  const { page } = desk
  for (const quantity of ['6', '6']) {
    await page.getByRole('tab', { name: 'Ticket' }).click()
    await desk.fill('quantity', quantity)
    await page.getByTestId('basket-add').click()
  }
  await page.getByRole('tab', { name: 'Basket' }).click()
  const warning = page.getByTestId('basket-holding')
  await expect(warning).toHaveText('The orders above sell 6 of your 10, so only 4 can be sold.')
  await expect(page.getByTestId('basket-problem')).toContainText(`Sell 6 ${SYMBOL}`)
  await expect(page.getByTestId('basket-review')).toHaveAttribute('aria-disabled', 'true')
  await desk.screenshot('basket-oversells')
  await chooseLanguage(page, 'es')
  await expect(warning).toContainText('Las órdenes de arriba venden 6 de sus 10')
  await desk.screenshot('basket-oversells-es')
  await chooseLanguage(page, 'en')

  // Of orders that cancel each other only one fills, so each may sell what is held.
  await page.getByTestId('basket-mode').selectOption('oco')
  await expect(warning).toBeHidden()
  await page.getByTestId('basket-mode').selectOption('separate')
  await expect(warning).toBeVisible()
  await page
    .getByTestId('basket')
    .getByRole('button', { name: /^Remove: / })
    .last()
    .click()
  await expect(page.getByTestId('basket-review')).toHaveAttribute('aria-disabled', 'false')
})
