import { expect, test, type Locator } from '@playwright/test'
import { axeViolations, loadAxe } from '../support/axe.js'
import { invoke } from '../support/bridge.js'
import { countPointers, Keyboard, pointersOf } from '../support/keyboard.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import { overflows } from '../support/overflow.js'
import { untranslated } from '../support/untranslated.js'
import { expectEnvironment, startBroker, type Broker } from './profiles-page.js'

/**
 * The pages of the guide, by keyboard alone, read by a screen reader, and as they look in each
 * language, theme and size.
 */

// Each test goes on where the one before ended.
test.describe.configure({ mode: 'serial' })

const SIZES = [
  { width: 1_366, height: 768 },
  { width: 1_440, height: 900 },
] as const
const THEMES = ['dark', 'light', 'contrast'] as const

/** Names of hosts and profiles, and what the broker itself wrote. */
const OF_THE_BROKER = /webull\.com|The client is not known|«My account»/

let broker: Broker
let desk: MainWindowPage
let keys: Keyboard
test.beforeAll(async () => {
  broker = await startBroker()
  desk = await openMainWindow({ suite: 'connection-guide', keyStore: 'none', env: broker.env })
  keys = new Keyboard(desk.page)
  await countPointers(desk.page)
  await loadAxe(desk.page)
})
test.afterAll(async () => {
  await desk?.close()
  await broker?.close()
})

const guide = (): Locator => desk.page.locator('.connect-guide')
const dialog = (): Locator => desk.page.getByRole('dialog')

/** Takes a page's pictures, and expects that everything is read, named and translated. */
async function expectPage(name: string): Promise<void> {
  const { page } = desk
  for (const language of ['en', 'es'] as const) {
    for (const theme of THEMES) {
      await invoke(desk, 'preferences.set', { language, theme })
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await desk.screenshot(`${name}-${language}-${theme}-${size.width}`)
        expect(await overflows(page), `${name} ${language} ${theme} ${size.width}`).toEqual([])
      }
      expect(await axeViolations(page, '.dialog'), `${name} ${language} ${theme}`).toEqual([])
    }
    const english = await untranslated(page, language, '.connect-guide')
    expect(english.filter((line) => !OF_THE_BROKER.test(line))).toEqual([])
  }
  await invoke(desk, 'preferences.set', { language: 'en', theme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
}

test('REL-54: the guide opens from the palette, and its ways are chosen by keyboard', async () => {
  const { page } = desk
  await keys.enter(page.getByRole('button', { name: 'Skip tour' }))
  await keys.palette('Connect my account', /Connect my account/)
  await expect(guide()).toContainText('Step 1 of 3')
  await keys.expectFocus('opening the guide')
  await expectPage('1-register-key')
  await keys.tabTo(guide().getByRole('radio', { name: /App key/ }))
  await keys.press('ArrowDown', 'ArrowDown')
  await expect(guide().getByRole('radio', { name: /^Both/ })).toBeChecked()
  await expect(guide().getByTestId('redirect-address')).toHaveText(
    /^http:\/\/127\.0\.0\.1:\d+\/callback$/,
  )
  await expect(guide().getByTestId('redirect-port')).toContainText('The port is free')
  await expectPage('1-register-both')
})

test('REL-54: the fields of the chosen way are labeled in the words of the broker', async () => {
  await keys.enter(guide().getByRole('button', { name: 'Continue' }))
  for (const label of ['App key', 'App secret', 'Client ID', 'Client secret', 'Scope']) {
    await expect(guide().getByLabel(label, { exact: true })).toBeVisible()
  }
  await expect(guide().getByLabel('App key', { exact: true })).toBeFocused()
  await expectPage('2-enter')
})

test('REL-54: a test that fails names what is wrong and what to do, and is copied without secrets', async () => {
  const { page } = desk
  const { ready } = broker.sandbox
  for (const [label, value] of [
    ['App key', ready.appKey],
    ['App secret', ready.appSecret],
    ['Client ID', ready.clientId],
    ['Client secret', 'not-the-client-secret'],
    ['Scope', ready.scope],
  ] as const) {
    await keys.fill(guide().getByLabel(label, { exact: true }), value)
  }
  await keys.enter(guide().getByRole('button', { name: 'Save, test and open' }))
  await expect(guide()).toContainText('Something does not work yet')
  const client = page.getByTestId('check-client')
  await expect(client).toHaveAttribute('data-state', 'bad')
  await expect(client).toContainText('Copy client ID and client secret again')
  for (const check of ['oauth', 'redirect', 'scope', 'pkce', 'signature', 'events']) {
    await expect(page.getByTestId(`check-${check}`)).toHaveAttribute('data-state', 'good')
  }
  await expect(page.getByTestId('check-stream')).toContainText('8883')
  await expectPage('3-test')
  await keys.enter(guide().getByRole('button', { name: 'Copy for support' }))
  const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain('client: bad.')
  for (const secret of [ready.appKey, ready.appSecret, ready.clientId]) {
    expect(copied).not.toContain(secret)
  }
})

test('REL-54: the checklist and the word are read and filled by keyboard', async () => {
  const { page } = desk
  const { ready } = broker.production
  await keys.press('Escape')
  await expect(dialog()).toHaveCount(0)
  const created = (await invoke(desk, 'profiles.create', {
    name: 'My account',
    environment: 'production',
  })) as { readonly value: { readonly profile: { readonly id: string } } }
  const { id } = created.value.profile
  for (const [field, value] of [
    ['app_key', ready.appKey],
    ['app_secret', ready.appSecret],
  ]) {
    await invoke(desk, 'credentials.set', { id, field, value })
  }
  await keys.palette('Profiles and credentials', /Profiles/)
  await keys.enter(dialog().getByRole('button', { name: /My account/ }))
  await keys.enter(dialog().getByRole('button', { name: 'Continue in the guide' }))
  await expect(guide()).toContainText('Everything that can be tested before the sign-in works')
  await keys.enter(guide().getByRole('button', { name: 'Continue' }))
  await expect(guide()).toContainText('Step 4 of 4')
  await keys.expectFocus('the checklist')
  await expectPage('4-check')
  await keys.fill(page.getByTestId('protect-passphrase'), 'short')
  await keys.fill(page.getByTestId('protect-repeated'), 'shorter')
  await keys.press('Enter')
  await expect(guide().getByRole('alert')).toHaveText('The passphrases do not match.')
  await keys.tabTo(page.getByTestId('arming-word'))
  await page.keyboard.type('production')
  await expect(guide().getByRole('button', { name: 'Open and allow trading' })).toBeDisabled()
  expect(await pointersOf(page), 'presses of a pointer').toBe(0)
  await keys.press('Escape')
  await expectEnvironment(desk, 'Practice')
})
