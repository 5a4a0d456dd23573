import { answerWith, questionsOf } from '../support/native-questions.js'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { dollars, openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  createProfile,
  enterCredential,
  expectEnvironment,
  switchProfile,
  openProfilesDialog,
  sandboxProfile,
  startStandIn,
  type StandIn,
} from './profiles-page.js'
import { invoke } from '../support/bridge.js'
import { expectFocusRule, expectFocusRuleOf } from '../support/dialog-focus.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/** Profiles in a real window, with practice exchanges standing in for the broker's environments. */

const filesUnder = (folder: string): string[] =>
  // Skip the browser's lock files, which are dangling links.
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile() === true,
  )

test.describe('a sandbox profile by app key', () => {
  let standIn: StandIn
  let desk: MainWindowPage
  const userData = freshUserData()
  test.beforeAll(async () => {
    standIn = await startStandIn()
    // A sandbox asks for no token by itself; this one is an account that needs one.
    await standIn.child.command({ command: 'broker-variant', change: { tokenCheck: 'required' } })
    desk = await openMainWindow({ suite: 'profiles', keyStore: 'none', userData })
    await desk.ready()
  })
  test.afterAll(async () => {
    await desk?.close()
    await standIn?.close()
    await removeFolder(userData)
  })

  /** True for the order that this suite sends; others of the same quantity are in the history. */
  const isOwn = (order: Readonly<Record<string, unknown>>): boolean =>
    order['symbol'] === 'AAPL' && order['total_quantity'] === '7.00000'

  /** Returns the row of the order that this suite sends, the only working one. */
  const ownOrder = () =>
    desk.page
      .getByRole('treegrid', { name: 'Orders' })
      .getByRole('row', { name: /AAPL Buy 7 .*Working/ })

  test('is created, tested, and opened with every step shown', async () => {
    await sandboxProfile(desk, standIn, 'Test account')
    await desk.page.getByRole('button', { name: 'Test connection' }).click()
    for (const check of ['network', 'certificate', 'clock', 'environment', 'key', 'signature']) {
      await expect(desk.page.getByTestId(`check-${check}`)).toHaveAttribute('data-state', 'good')
    }
    await expect(desk.page.getByTestId('check-token')).toContainText('no token yet')
    // The connection test requests no token, so no code is sent to a phone.
    expect((await standIn.truth()).requests['auth.tokens.create'] ?? 0).toBe(0)
    await desk.screenshot('01-profile')

    const steps = desk.page
      .evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const seen = new Set<string>()
            const collect = (): void => {
              for (const item of document.querySelectorAll('.cover-steps li')) {
                if (item.getAttribute('data-state') !== 'waiting') {
                  seen.add(item.getAttribute('data-testid') ?? '')
                }
              }
            }
            new MutationObserver(collect).observe(document.body, {
              subtree: true,
              childList: true,
              attributes: true,
            })
            window.addEventListener('pagehide', () => resolve([...seen]))
          }),
      )
      .catch(() => null)
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await expectEnvironment(desk, 'Sandbox')
    await steps
    expect(
      await desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.getTitle()),
      ),
    ).toEqual(['Countersign · Sandbox · Test account'])
    await expect(desk.page.getByText('Delayed', { exact: true }).first()).toBeVisible()
    await desk.screenshot('02-sandbox')
  })

  test('sends its orders to its own exchange only, and has its own journal', async () => {
    await desk.choose('AAPL')
    await desk.page.getByRole('radio', { name: 'Buy', exact: true }).click()
    await desk.fill('quantity', '7')
    await desk.fill('limitPrice', dollars((await desk.cents('bid')) - 500))
    await desk.send()
    await expect.poll(async () => (await standIn.truth()).orders.filter(isOwn).length).toBe(1)
    const journals = filesUnder(userData).filter((name) => name.includes('orders'))
    expect(journals.some((name) => /^sandbox[\\/]profiles[\\/]p-[0-9a-f]+[\\/]/.test(name))).toBe(
      true,
    )
  })

  test('leaves no order visible after switching to practice, and shows its order on return', async () => {
    await desk.tab('Orders')
    await expect(ownOrder()).toHaveCount(1)
    await answerWith(desk, 'Switch')
    await switchProfile(desk, /^Practice/)
    await expectEnvironment(desk, 'Practice')
    // Its order stays at the broker, so the person was asked.
    expect((await questionsOf(desk)).map(({ detail }) => detail)).toEqual([
      expect.stringContaining('1 working order stays at the broker (AAPL)'),
    ])
    await desk.tab('Orders')
    await expect(desk.orderRow('AAPL').first()).toBeVisible()
    await expect(ownOrder()).toHaveCount(0)
    expect((await desk.truth()).orders.filter(isOwn)).toHaveLength(0)
    // The old session has no stream left at its exchange.
    await expect
      .poll(async () => (await standIn.truth()).streams)
      .toMatchObject({ events: 0, market: 0 })
    await switchProfile(desk, /^Test account/)
    await expectEnvironment(desk, 'Sandbox')
    await desk.tab('Orders')
    await expect(ownOrder()).toHaveCount(1)
    expect(Object.values((await standIn.truth()).accepted).every((count) => count === 1)).toBe(true)
  })

  test('SEC-18: leaves no secret on disk, in the page or in a reply without a key store', async () => {
    const { appSecret, clientSecret } = standIn.ready
    for (const name of filesUnder(userData)) {
      if (name.startsWith('practice')) continue
      const text = readFileSync(path.join(userData, name)).toString('latin1')
      for (const secret of [appSecret, clientSecret]) {
        expect(text.includes(secret), name).toBe(false)
      }
    }
    const current = (await invoke(desk, 'app.state', {})).value as {
      readonly current: { readonly id: string }
    }
    const received = JSON.stringify([
      await invoke(desk, 'profiles.get', { id: current.current.id }),
      await invoke(desk, 'session.inspect', {}),
      current,
    ])
    expect(received).not.toContain(appSecret)
    expect(await desk.page.content()).not.toContain(appSecret)
    await openProfilesDialog(desk)
    await expect(desk.page.getByTestId('credential-app_secret')).toContainText(
      `…${appSecret.slice(-4)}`,
    )
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  })

  test('shows tokens, hosts and events in the session panel', async () => {
    await desk.page.getByRole('tab', { name: 'Session' }).click()
    await expect(desk.page.getByTestId('token-app')).toContainText('present')
    await expect(desk.page.locator('.session-panel')).toContainText(standIn.ready.hosts.api)
    await expect(desk.page.locator('.budgets li').first()).toBeVisible()
    await expect(desk.page.locator('.happened')).toContainText('profile.opening')
    await desk.screenshot('03-session-panel')
    expect(await desk.page.locator('.session-panel').innerText()).not.toContain(
      standIn.ready.appKey,
    )
  })

  test('SEC-19: is exported without its secrets and imported as another profile', async () => {
    const file = path.join(userData, 'exported.json')
    await openProfilesDialog(desk)
    const dialog = desk.page.getByRole('dialog', { name: 'Profiles' })
    const profiles = dialog.getByRole('navigation').getByRole('button', { name: /Test account/ })
    const answer = (
      name: 'showSaveDialog' | 'showOpenDialog',
      value: Record<string, unknown>,
    ): Promise<void> =>
      desk.app.evaluate(
        ({ dialog: system }, [method, dialogResult]) => {
          Object.assign(system, { [method]: () => Promise.resolve(dialogResult) })
        },
        [name, value] as const,
      )

    await answer('showSaveDialog', { canceled: true })
    await dialog.getByRole('button', { name: 'Export…' }).click()
    await expect(desk.page.getByText('Profile exported, without its credentials')).toHaveCount(0)
    await answer('showSaveDialog', { canceled: false, filePath: file })
    await dialog.getByRole('button', { name: 'Export…' }).click()
    await expect(desk.page.getByText('Profile exported, without its credentials')).toBeVisible()
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(standIn.ready.hosts.api)
    for (const secret of [
      standIn.ready.appKey,
      standIn.ready.appSecret,
      standIn.ready.clientId,
      standIn.ready.clientSecret,
    ]) {
      expect(text).not.toContain(secret)
    }

    await answer('showOpenDialog', { canceled: true, filePaths: [] })
    await dialog.getByRole('button', { name: 'Import…' }).click()
    await expect(profiles).toHaveCount(1)
    writeFileSync(path.join(userData, 'broken.json'), text.replace('sandbox', 'production'))
    await answer('showOpenDialog', {
      canceled: false,
      filePaths: [path.join(userData, 'broken.json')],
    })
    await dialog.getByRole('button', { name: 'Import…' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(profiles).toHaveCount(1)
    await answer('showOpenDialog', { canceled: false, filePaths: [file] })
    await dialog.getByRole('button', { name: 'Import…' }).click()
    await expect(profiles).toHaveCount(2)
    await profiles.last().click()
    await expect(desk.page.getByTestId('credential-app_secret')).not.toContainText('set, ')
    await desk.screenshot('06-imported')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  test('removes the token on sign-out and gets a new one on sign-in', async () => {
    await desk.page.getByRole('button', { name: 'Sign out' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(desk.page.getByText(/Signed out/).first()).toBeVisible()
    await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
    await expectEnvironment(desk, 'Sandbox')
    await expect(desk.page.getByText(/Signed out/)).toHaveCount(0)
  })
})

test.describe('a connection that does not work', () => {
  let standIn: StandIn
  let other: StandIn
  let desk: MainWindowPage
  test.beforeAll(async () => {
    ;[standIn, other] = await Promise.all([startStandIn(), startStandIn()])
    desk = await openMainWindow({ suite: 'profiles', keyStore: 'none' })
    await desk.ready()
    await sandboxProfile(desk, standIn, 'Trial')
  })
  test.afterAll(async () => {
    await desk?.close()
    await standIn?.close()
    await other?.close()
  })
  const tried = async (): Promise<void> => {
    await desk.page.getByRole('button', { name: 'Test connection' }).click()
    await expect(desk.page.getByRole('button', { name: 'Test connection' })).toBeEnabled()
    await expect(desk.page.getByText('The connection does not work yet.')).toBeVisible()
  }

  test('explains a key of the other environment, a wrong secret and a wrong clock', async () => {
    await enterCredential(desk, 'app_key', other.ready.appKey)
    await tried()
    await expect(desk.page.getByTestId('check-environment')).toContainText(
      'belongs to the other environment',
    )
    await desk.screenshot('04-wrong-environment')
    await enterCredential(desk, 'app_key', standIn.ready.appKey)
    await enterCredential(desk, 'app_secret', other.ready.appSecret)
    await tried()
    await expect(desk.page.getByTestId('check-signature')).toContainText('secret is wrong')
    await enterCredential(desk, 'app_secret', standIn.ready.appSecret)
    await standIn.child.command({ command: 'skew', ms: 20 * 60_000 })
    await tried()
    await expect(desk.page.getByTestId('check-clock')).toContainText(/clock/)
    await expect(desk.page.getByTestId('check-clock')).toHaveAttribute('data-state', 'bad')
    await standIn.child.command({ command: 'skew', ms: 0 })
  })

  test('says why a profile cannot be opened and returns; practice still works', async () => {
    await desk.page
      .getByTestId('credential-app_secret')
      .getByRole('button', { name: 'Remove' })
      .click()
    await expect(desk.page.getByRole('button', { name: 'Open this profile' })).toBeDisabled()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await desk.page.getByTestId('environment').click()
    await desk.page.getByRole('menuitemradio', { name: /^Trial/ }).click()
    await expect(desk.page.getByTestId('switch-build')).toHaveAttribute('data-state', 'failed')
    await expect(desk.page.getByTestId('switch-build')).toContainText('has no app secret yet')
    await desk.screenshot('05-switch-failed')
    await desk.page.getByRole('button', { name: 'Back to profiles' }).click()
    await desk.page
      .getByRole('dialog', { name: 'Profiles' })
      .locator('.profiles-item[data-environment="practice"]')
      .click()
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await expectEnvironment(desk, 'Practice')
  })
})

test.describe('a production profile', () => {
  let desk: MainWindowPage
  test.beforeAll(async () => {
    desk = await openMainWindow({ suite: 'profiles', keyStore: 'none' })
    await desk.ready()
  })
  test.afterAll(async () => {
    await desk?.close()
  })

  test('has fixed hosts, and requires the typed word before it opens', async () => {
    await openProfilesDialog(desk)
    await createProfile(desk, 'PRODUCTION', 'Real money')
    await expect(
      desk.page.getByText('Production connects only to the broker’s published hosts'),
    ).toBeVisible()
    await expect(desk.page.getByRole('button', { name: 'Use other hosts' })).toHaveCount(0)
    const above = (await invoke(desk, 'app.state', {})).value as {
      readonly profiles: readonly { readonly id: string; readonly name: string }[]
    }
    const id = above.profiles.find(({ name }) => name === 'Real money')?.id ?? ''
    const hosts = {
      api: 'https://evil.example',
      oauth: 'https://evil.example',
      passport: 'https://evil.example',
      events: { host: 'evil.example', port: 443 },
      data: { host: 'evil.example', port: 443 },
      authority: null,
    }
    expect(await invoke(desk, 'profiles.change', { id, change: { hosts } })).toMatchObject({
      ok: false,
      error: { code: 'profile/refused' },
    })
    expect(await invoke(desk, 'profiles.switch', { id, word: null })).toMatchObject({
      ok: false,
      error: { code: 'switch/refused' },
    })
    expect(await invoke(desk, 'profiles.switch', { id, word: 'production' })).toMatchObject({
      ok: false,
      error: { code: 'switch/refused' },
    })
    await enterCredential(desk, 'app_key', 'key-that-nobody-has-0001')
    await enterCredential(desk, 'app_secret', 'secret-that-nobody-has-0001')
    await expectFocusRuleOf(
      desk.page,
      desk.page.getByRole('button', { name: 'Rotate…' }),
      'Replace exposed credentials',
    )
    const open = desk.page.getByRole('button', { name: 'Open this profile' })
    // The question takes the place of the profiles, and leads back to where those were opened.
    await expectFocusRule(desk.page, {
      name: 'Trade with real money?',
      open: () => open.click(),
      returnsTo: desk.page.getByTestId('environment'),
    })
    await openProfilesDialog(desk)
    await desk.page.getByRole('button', { name: /Real money/ }).click()
    await open.click()
    const question = desk.page.getByRole('dialog', { name: 'Trade with real money?' })
    await expect(question).toBeVisible()
    await question.getByTestId('arming-word').fill('Production')
    await expect(question.getByRole('button', { name: 'Open and allow trading' })).toBeDisabled()
    await desk.screenshot('06-arm')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(desk.page.getByTestId('environment')).toContainText('Practice')
  })
})
