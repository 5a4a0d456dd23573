import { expect, test } from '@playwright/test'
import { CountedPerson } from './counted-person.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { waitForInputDelay } from '../support/settle.js'
import { expectEnvironment, startBroker, type Broker, type StandIn } from './profiles-page.js'

/**
 * From the first start to the first order in the sandbox and the first with real money, as a person
 * does it: the published hosts lead to two exchanges that play the broker.
 */

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const PHRASE = 'correct horse'
const MAX_PRESSES = 15
const MAX_MINUTES = 10

let broker: Broker
let desk: MainWindowPage
let person: CountedPerson
test.beforeAll(async () => {
  broker = await startBroker()
  desk = await openMainWindow({ suite: 'first-connection', keyStore: 'none', env: broker.env })
  person = new CountedPerson(desk.page)
})
test.afterAll(async () => {
  await desk?.close()
  await broker?.close()
})

const guide = () => desk.page.locator('.connect-guide')
const enterKeys = async ({ ready }: StandIn): Promise<void> => {
  const { page } = desk
  await person.type(page.getByTestId('enter-app_key'), ready.appKey)
  await person.tabTo(page.getByTestId('enter-app_secret'))
  await person.type(page.getByTestId('enter-app_secret'), ready.appSecret)
}
/** Buys one share at the ask, with the review. */
async function buyOne(): Promise<void> {
  const { page } = desk
  await person.click(page.getByTestId('ticket-use-ask'), 'ticket: Ask')
  await person.tabTo(page.getByTestId('ticket-quantity'))
  await person.type(page.getByTestId('ticket-quantity'), '1')
  // Above the ask, so that the order fills when the price moves on.
  await person.tabTo(page.getByTestId('ticket-limitPrice'))
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowUp')
  await person.enter('ticket: Review')
  await expect(page.getByTestId('ticket-send')).toBeVisible()
  await waitForInputDelay(page)
  await person.click(page.getByTestId('ticket-send'), 'review: Buy')
  await expect(page.getByTestId('ticket-outcome')).toContainText('1 of 1 filled')
}
const filledOrders = async (standIn: StandIn): Promise<number> =>
  Object.keys((await standIn.truth()).accepted).length

test('REL-54: the first start offers to connect an account, and practice goes on without it', async () => {
  const { page } = desk
  const tour = page.getByRole('region', { name: 'Welcome to Countersign' })
  await expect(tour.getByRole('button', { name: 'Stay in practice' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Trade with account' })).toHaveValue(/.+/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await desk.screenshot('01-offer')
  await person.click(
    tour.getByRole('button', { name: 'Connect my account…' }),
    'Connect my account',
  )
  await expect(guide()).toContainText('Step 1 of 3: At the broker')
  await expect(guide().getByRole('radio', { name: /App key/ })).toBeChecked()
  await desk.screenshot('02-register')
})

test('REL-54: the keys are entered and tested, and the sandbox opens', async () => {
  const { page } = desk
  await person.click(guide().getByRole('button', { name: 'Continue' }), 'Continue')
  await expect(guide()).toContainText('Step 2 of 3: Enter the keys')
  await desk.screenshot('03-enter')
  const reloaded = page.waitForEvent('load')
  await enterKeys(broker.sandbox)
  await person.enter('Save, test and open')
  await reloaded
  await expectEnvironment(desk, 'Sandbox')
  await expect(page.getByTestId('guide-strip')).toContainText('Send a small order')
  await desk.screenshot('04-sandbox')
})

test('REL-54: the first sandbox order fills within the presses and minutes of a first start', async () => {
  const { page } = desk
  await buyOne()
  expect(await filledOrders(broker.sandbox)).toBe(1)
  await expect(page.getByTestId('guide-strip')).toContainText('Your first sandbox order filled')
  await desk.screenshot('05-filled')
  expect(person.presses.length, person.presses.join('\n')).toBeLessThanOrEqual(MAX_PRESSES)
  expect(person.minutes).toBeLessThan(MAX_MINUTES)
})

test('REL-54: the account follows: keys, test, and a checklist of what really happened', async () => {
  const { page } = desk
  const strip = page.getByTestId('guide-strip')
  await person.click(
    strip.getByRole('button', { name: 'Connect my account…' }),
    'Connect my account',
  )
  await expect(guide()).toContainText('Step 2 of 4: Enter the keys')
  await enterKeys(broker.production)
  await person.enter('Save and test')
  await expect(guide()).toContainText('Step 4 of 4: Before real money')
  const row = (check: string) => page.getByTestId(`checklist-${check}`)
  await expect(row('sandbox-order')).toHaveAttribute('data-done', 'true')
  for (const check of ['limits', 'halt', 'lock']) {
    await expect(row(check)).toHaveAttribute('data-done', 'false')
  }
  await expect(guide()).toContainText('You can go on without them')
  await desk.screenshot('06-checklist')
  await person.type(page.getByTestId('protect-passphrase'), PHRASE)
  await person.tabTo(page.getByTestId('protect-repeated'))
  await person.type(page.getByTestId('protect-repeated'), PHRASE)
  await person.enter('Save limits and lock')
  await expect(row('limits')).toHaveAttribute('data-done', 'true')
  await expect(row('lock')).toHaveAttribute('data-done', 'true')
  await person.click(guide().getByRole('button', { name: 'Halt trading now' }), 'Halt trading now')
  await expect(row('halt')).toHaveAttribute('data-done', 'true')
  await expect(guide()).not.toContainText('You can go on without them')
  await desk.screenshot('07-checklist-done')
})

test('REL-54: the word opens the account, and the first order with real money fills', async () => {
  const { page } = desk
  const word = page.getByTestId('arming-word')
  await person.tabTo(word)
  const reloaded = page.waitForEvent('load')
  await person.type(word, 'PRODUCTION')
  await person.enter('Open and allow trading')
  await reloaded
  await expectEnvironment(desk, 'PRODUCTION', false)
  await expect(page.getByTestId('token-waiting')).toBeVisible()
  await broker.production.child.command({ command: 'verify-tokens' })
  await expectEnvironment(desk, 'PRODUCTION')
  await expect(page.getByTestId('guide-strip')).toHaveCount(0)
  await buyOne()
  expect(await filledOrders(broker.production)).toBe(1)
  await desk.screenshot('08-real-order')
  console.log(
    `first connection: ${person.presses.length} presses, ${person.minutes.toFixed(1)} minutes\n${person.presses.join('\n')}`,
  )
  expect(person.presses.length, person.presses.join('\n')).toBeLessThanOrEqual(MAX_PRESSES)
  expect(person.minutes).toBeLessThan(MAX_MINUTES)
})
