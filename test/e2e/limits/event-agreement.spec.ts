import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { pressUntilCounted } from '../support/counted-press.js'
import { chooseLanguage } from '../support/language.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { accountFor, EVENT_MARKET, placeDraft } from '../support/product-orders.js'
import { pressTheme } from '../support/theme.js'

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const NAME = `${EVENT_MARKET} No`
const ADDRESS = 'https://agreements.practice.invalid/event-contracts'

let desk: MainWindowPage
test.beforeAll(async () => {
  desk = await openMainWindow({ suite: 'event-agreement', keyStore: 'none' })
  await desk.page.setViewportSize({ width: 1_366, height: 768 })
  await desk.ready()
  await loadAxe(desk.page)
  await pressTheme(desk.page, 'dark')
  await desk.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { countersignOpened: opened })
    shell.openExternal = (address: string) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  await desk.tab('Orders')
  const accountId = await accountFor(desk, 'events')
  await placeDraft(desk, {
    accountId,
    assetClass: 'event',
    symbol: EVENT_MARKET,
    limitPrice: '0.01',
    size: { kind: 'quantity', quantity: '5' },
    terms: { outcome: 'no' },
  })
  await desk.page
    .getByRole('treegrid', { name: 'Orders' })
    .getByRole('gridcell', { name: NAME, exact: true })
    .first()
    .click()
  await expect(desk.page.getByRole('form', { name: `Order for ${NAME}` })).toBeVisible()
  await desk.page.getByTestId('ticket-use-account').first().click()
  await desk.practice({ command: 'event-agreement', signed: false })
})
test.afterAll(() => desk?.close())

const opened = (): Promise<readonly string[]> =>
  desk.app.evaluate(
    () => (globalThis as unknown as { countersignOpened: readonly string[] }).countersignOpened,
  )
const outcome = (): Locator => desk.page.getByTestId('ticket-outcome')

test('REL-52: a refusal for an agreement that is not signed says so, and opens it at the broker', async () => {
  const { page } = desk
  await desk.fill('quantity', '3')
  await desk.fill('limitPrice', '0.02')
  await desk.send()
  await expect(outcome()).toContainText('only once its agreement is signed')
  await expect(outcome()).toContainText('No order exists.')
  await expect(outcome()).not.toContainText('https://')
  expect(await axeViolations(page, '[data-panel="ticket"]')).toEqual([])
  await desk.screenshot('agreement')
  await outcome().getByTestId('agreement-open').click()
  await expect.poll(opened).toEqual([ADDRESS])
})

test('REL-52: an order of the basket says the same in Spanish, and is accepted once it is signed', async () => {
  const { page } = desk
  await desk.fill('quantity', '4')
  await desk.fill('limitPrice', '0.02')
  await page.getByTestId('basket-add').click()
  await chooseLanguage(page, 'es')
  await page.getByRole('tab', { name: 'Cesta' }).click()
  await page.getByTestId('basket-review').click()
  const send = page.getByTestId('basket-send')
  await pressUntilCounted(
    () => send.click(),
    (within) => expect(send).toHaveCount(0, within),
  )
  const row = page.getByTestId('basket-outcome').first()
  await expect(row).toContainText('No existe ninguna orden')
  await expect(row.getByTestId('agreement-open')).toHaveText('Abrir el acuerdo')
  await desk.screenshot('agreement-es')
  await desk.practice({ command: 'event-agreement', signed: true })
  await page.getByTestId('basket-review').click()
  await pressUntilCounted(
    () => send.click(),
    (within) => expect(send).toHaveCount(0, within),
  )
  await expect(row).toHaveAttribute('data-outcome', 'acknowledged')
})
