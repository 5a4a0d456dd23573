import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { removeFolder } from '../../harness/system/remove-folder.js'
import { chooseLanguage } from '../support/language.js'
import { expectOrderLife } from '../support/order-life.js'
import { openMainWindow, watchRow, type MainWindowPage } from '../support/main-window-page.js'
import {
  chooseSignInMethod,
  createProfile,
  enterCredential,
  expectEnvironment,
  openProfilesDialog,
  sandboxProfile,
  startProductionStandIn,
  startStandIn,
  type StandIn,
} from './profiles-page.js'

/**
 * Accounts that are signed in to by browser alone (Connect), and by browser and key: market data
 * needs the app key's token too, which an account with two-factor sign-in confirms by a code on the
 * phone.
 */

const FALSE_MESSAGES = /no longer accepts|No orders are resting|No trades yet|Sign in again/

interface Opened {
  readonly standIn: StandIn
  readonly desk: MainWindowPage
  close(): Promise<void>
}

/** Presses "Sign in", and approves on the broker's page as the person would. */
async function signIn({ desk, standIn }: Pick<Opened, 'desk' | 'standIn'>): Promise<void> {
  await desk.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url: string) => {
      opened.push(url)
      return Promise.resolve()
    }
  })
  const links = (): Promise<string[]> =>
    desk.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
  await expect.poll(async () => (await links()).length).toBe(1)
  const answer = (await standIn.child.command({
    command: 'approve',
    query: Object.fromEntries(new URL((await links())[0] ?? '').searchParams),
  })) as { readonly redirect: string }
  expect((await fetch(answer.redirect)).ok).toBe(true)
}

/** Sees that nobody sent a code to the phone, and requests one. */
async function requestCode(desk: MainWindowPage, standIn: StandIn): Promise<void> {
  const notice = desk.page.getByTestId('token-failed')
  await expect(notice).toContainText('Nothing was requested yet', { timeout: 30_000 })
  expect((await standIn.truth()).requests['auth.token.create'] ?? 0).toBe(0)
  await desk.screenshot('code-not-requested')
  await notice.getByRole('button', { name: 'Request a code' }).click()
}

/** Opens a production profile that is signed in; its token waits for the code on the phone. */
async function openProduction(way: 'connect' | 'both'): Promise<Opened> {
  const { standIn, env } = await startProductionStandIn()
  const userData = freshUserData()
  const desk = await openMainWindow({
    suite: `connect-code-${way}`,
    keyStore: 'none',
    userData,
    env,
  })
  await desk.ready()
  await openProfilesDialog(desk)
  await createProfile(desk, 'PRODUCTION', 'Live')
  await chooseSignInMethod(desk, way)
  const { appKey, appSecret, clientId, clientSecret, scope } = standIn.ready
  await enterCredential(desk, 'app_key', appKey)
  await enterCredential(desk, 'app_secret', appSecret)
  await enterCredential(desk, 'client_id', clientId)
  await enterCredential(desk, 'client_secret', clientSecret)
  await enterCredential(desk, 'scope', scope)
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await desk.page.getByTestId('arming-word').fill('PRODUCTION')
  await desk.page.getByRole('button', { name: 'Open and allow trading' }).click()
  await expectEnvironment(desk, 'PRODUCTION', false)
  await signIn({ desk, standIn })
  if (way === 'connect') await requestCode(desk, standIn)
  return {
    standIn,
    desk,
    async close() {
      await desk.close()
      await standIn.close()
      await removeFolder(userData)
    },
  }
}

const panel = ({ page }: MainWindowPage, name: string) => page.locator(`[data-panel="${name}"]`)

/** Waits until watchlist, chart, depth and trades show what the market does now. */
async function expectLivePrices(desk: MainWindowPage): Promise<void> {
  const { page } = desk
  await expect(watchRow(page, 'SPY')).toContainText(/\d+\.\d\d/, { timeout: 15_000 })
  await desk.tab('Depth')
  await expect(page.getByTestId('depth')).toBeVisible({ timeout: 5_000 })
  await desk.tab('Time & Sales')
  await expect(page.getByTestId('time-sales').getByRole('row').first()).toBeVisible({
    timeout: 5_000,
  })
  await expect(panel(desk, 'chart').locator('canvas').first()).toBeVisible()
  await expect(page.getByTestId('token-waiting')).toHaveCount(0)
}

test.describe('a production account by browser alone whose code is confirmed late', () => {
  let opened: Opened
  test.beforeAll(async () => {
    opened = await openProduction('connect')
  })
  test.afterAll(() => opened?.close())

  test('says that prices wait for the code on the phone, and nothing that is not known', async () => {
    const { desk } = opened
    const { page } = desk
    await expectEnvironment(desk, 'PRODUCTION')
    await expect(page.getByTestId('token-waiting')).toContainText(/[45]:\d\d left/)
    await expect(panel(desk, 'chart')).toContainText('waits for the code on your phone')
    for (const tab of ['Depth', 'Time & Sales'] as const) {
      await desk.tab(tab)
      const name = tab === 'Depth' ? 'depth' : 'time-sales'
      await expect(panel(desk, name)).toContainText('waits for the code on your phone')
      await desk.screenshot(`waiting-${name}`)
    }
    for (const symbol of ['SPY', 'AAPL']) await expect(watchRow(page, symbol)).toContainText('—')
    await expect(page.locator('body')).not.toContainText(FALSE_MESSAGES)
    await desk.tab('Session')
    await expect(page.getByTestId('token-app')).toBeVisible()
    await chooseLanguage(page, 'es')
    await desk.screenshot('waiting-es')
    await chooseLanguage(page, 'en')
  })

  test('shows prices, books and trades once the code was entered after most of a minute', async () => {
    const { desk, standIn } = opened
    // It is checked every five seconds: by then every retry has come to a long pause.
    const checks = async () => (await standIn.truth()).requests['auth.token.check'] ?? 0
    await expect.poll(checks, { timeout: 60_000 }).toBeGreaterThanOrEqual(9)
    await standIn.child.command({ command: 'verify-tokens' })
    await expectLivePrices(desk)
    await desk.screenshot('confirmed')
    await expectOrderLife(desk, 'XOM')
  })
})

test.describe('a production account by browser alone whose code is never entered', () => {
  let opened: Opened
  test.beforeAll(async () => {
    opened = await openProduction('connect')
  })
  test.afterAll(() => opened?.close())

  test('offers another code, and shows prices once that one was entered', async () => {
    const { desk, standIn } = opened
    const { page } = desk
    await expect(page.getByTestId('token-waiting')).toBeVisible()
    await standIn.child.command({ command: 'deny-tokens' })
    const strip = page.getByTestId('token-failed')
    await expect(strip).toContainText('not confirmed')
    await desk.tab('Depth')
    await expect(panel(desk, 'depth')).toContainText('not confirmed')
    await expect(panel(desk, 'chart')).toContainText('not confirmed')
    await expect(page.locator('body')).not.toContainText(FALSE_MESSAGES)
    await desk.screenshot('not-confirmed')
    await chooseLanguage(page, 'es')
    await desk.screenshot('not-confirmed-es')
    await chooseLanguage(page, 'en')
    await strip.getByRole('button', { name: 'Request a code' }).click()
    await expect(page.getByTestId('token-waiting')).toBeVisible()
    await standIn.child.command({ command: 'verify-tokens' })
    await expectLivePrices(desk)
  })
})

test.describe('a production account by browser and key', () => {
  let opened: Opened
  test.beforeAll(async () => {
    opened = await openProduction('both')
  })
  test.afterAll(() => opened?.close())

  test('says that it waits for the code on the phone, and opens at once when it is entered', async () => {
    const { desk, standIn } = opened
    await expect(desk.page.getByTestId('token-waiting')).toContainText(/[45]:\d\d left/)
    await expect(desk.page.locator('body')).not.toContainText(FALSE_MESSAGES)
    await desk.screenshot('waiting')
    await standIn.child.command({ command: 'verify-tokens' })
    await expectEnvironment(desk, 'PRODUCTION')
    await expectLivePrices(desk)
  })
})

test('A sandbox account by browser alone shows prices and trades without a code', async () => {
  const standIn = await startStandIn()
  const desk = await openMainWindow({ suite: 'connect-code-sandbox', keyStore: 'none' })
  await desk.ready()
  await sandboxProfile(desk, standIn, 'Connected', 'connect')
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox', false)
  await signIn({ desk, standIn })
  await expectEnvironment(desk, 'Sandbox')
  await expectLivePrices(desk)
  await expectOrderLife(desk, 'XOM')
  await desk.screenshot('sandbox')
  await desk.close()
  await standIn.close()
})
