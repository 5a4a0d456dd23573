import { createHash, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from '@playwright/test'
import type { Browser } from 'playwright'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../harness/windows/chromium.js'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  createProfile,
  enterCredential,
  expectEnvironment,
  openProfilesDialog,
  sandboxProfile,
  startProductionStandIn,
  startStandIn,
  type StandIn,
} from './profiles-page.js'
import type { Denied } from '../../../shared/domain/orders/trade-outcome.js'
import { invoke, type BridgeReply } from '../support/bridge.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * Signing in to accounts in a real window: by browser, by a pasted address, and by a code on the
 * phone.
 */

/** Returns Chromium's pin for the server key that the given authority certifies. */
const pinnedKey = (base: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const socket = connect(
      { host: hostname, port: Number(port), ca, rejectUnauthorized: true },
      () => {
        const certificate = new X509Certificate(socket.getPeerCertificate().raw)
        socket.destroy()
        resolve(
          createHash('sha256')
            .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
            .digest('base64'),
        )
      },
    )
    socket.on('error', reject)
  })

/** Intercepts links that would open in the system browser. */
const interceptLinks = (desk: MainWindowPage): Promise<void> =>
  desk.app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (url: string) => {
      opened.push(url)
      return Promise.resolve()
    }
  })
const openedLinks = (desk: MainWindowPage): Promise<string[]> =>
  desk.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)

test.describe('signing in to a sandbox account by browser', () => {
  test.skip(findChromium() === undefined, NO_CHROMIUM)
  let standIn: StandIn
  let desk: MainWindowPage
  let browser: Browser
  test.beforeAll(async () => {
    standIn = await startStandIn()
    browser = await launchChromium([
      `--ignore-certificate-errors-spki-list=${await pinnedKey(standIn.ready.hosts.oauth, standIn.ready.ca)}`,
    ])
    desk = await openMainWindow({ suite: 'account-sign-in', keyStore: 'none' })
    await desk.ready()
    await interceptLinks(desk)
    await sandboxProfile(desk, standIn, 'Connected', 'both')
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await expectEnvironment(desk, 'Sandbox', false)
  })
  test.afterAll(async () => {
    await desk?.close()
    await browser?.close()
    await standIn?.close()
  })
  const newest = async (count: number): Promise<URL> => {
    await expect.poll(async () => (await openedLinks(desk)).length).toBe(count)
    return new URL((await openedLinks(desk)).at(-1) ?? '')
  }

  test('SEC-14: opens the login page only on request, with state and PKCE', async () => {
    await expect(desk.page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
    expect(await openedLinks(desk)).toEqual([])
    await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
    const login = await newest(1)
    expect(login.pathname).toBe('/oauth2/sandbox/authenticate/login')
    expect(login.origin).toBe(standIn.ready.hosts.passport)
    expect(login.searchParams.get('state')).toMatch(/^[0-9a-f]{64}$/)
    expect(login.searchParams.get('code_challenge_method')).toBe('S256')
    expect(login.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(login.href).not.toContain(standIn.ready.clientSecret)
    await expect(desk.page.getByTestId('sign-in-waiting')).toContainText(/Waiting [45]:\d\d more/)
    await desk.screenshot('01-waiting')
  })

  test('reports a denial in the browser and cancels a pending attempt on request', async () => {
    const page = await browser.newPage()
    await page.goto((await newest(1)).href)
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(desk.page.getByText(/access_denied/).first()).toBeVisible()
    await page.close()
    await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
    await newest(2)
    await desk.page.getByTestId('sign-in-waiting').getByRole('button', { name: 'Cancel' }).click()
    await expect(desk.page.getByText(/was canceled/).first()).toBeVisible()
  })

  test('opens the account after approval, and the callback works only once', async () => {
    await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
    const page = await browser.newPage()
    await page.goto((await newest(3)).href)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText('You are back')).toBeVisible()
    const callback = page.url()
    await expectEnvironment(desk, 'Sandbox')
    await expect(page.goto(callback)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
    await page.close()
    await desk.page.getByRole('tab', { name: 'Session' }).click()
    await expect(desk.page.getByTestId('token-refresh')).toContainText('present')
    await desk.screenshot('02-signed-in')
  })

  test('SEC-15: renews an expired access token on waking, and the account continues', async () => {
    const refreshed = async (): Promise<number> =>
      (await standIn.truth()).requests['connect.token'] ?? 0
    const before = await refreshed()
    const slept = 45 * 60_000
    await desk.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
    await standIn.child.command({ command: 'skew', ms: slept })
    // The monotonic clock stops while a computer sleeps; the wall clock does not.
    await desk.app.evaluate(({ powerMonitor }, ms) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ms
      powerMonitor.emit('resume')
    }, slept)
    await expect.poll(refreshed).toBe(before + 1)
    await expectEnvironment(desk, 'Sandbox')
    await expect(desk.page.getByTestId('token-access')).toContainText('present')
    await expect(desk.page.getByRole('button', { name: 'Sign in' })).toHaveCount(0)
  })
})

test.describe('signing in to a sandbox account by a pasted address', () => {
  let standIn: StandIn
  let desk: MainWindowPage
  test.beforeAll(async () => {
    standIn = await startStandIn()
    desk = await openMainWindow({ suite: 'account-sign-in', keyStore: 'none' })
    await desk.ready()
    await interceptLinks(desk)
    await sandboxProfile(desk, standIn, 'Pasted', 'both')
    await desk.page.getByLabel('Where the browser returns').selectOption('manual')
    await desk.page.getByLabel('Registered address').fill('http://127.0.0.1:9/callback')
    await desk.page.getByLabel('Registered address').press('Tab')
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await expectEnvironment(desk, 'Sandbox', false)
  })
  test.afterAll(async () => {
    await desk?.close()
    await standIn?.close()
  })

  test('SEC-14: accepts only the address of this attempt', async () => {
    await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
    await expect.poll(async () => (await openedLinks(desk)).length).toBe(1)
    const login = new URL((await openedLinks(desk))[0] ?? '')
    const answer = (await standIn.child.command({
      command: 'approve',
      query: Object.fromEntries(login.searchParams),
    })) as { readonly redirect: string }
    const paste = async (text: string): Promise<void> => {
      await desk.page.getByTestId('paste-address').fill(text)
      await desk.page.getByRole('button', { name: 'Continue' }).click()
    }
    await paste(answer.redirect.replace(/state=./, 'state=g'))
    await expect(desk.page.locator('.sign-in [role="alert"]')).toContainText(
      'belongs to another sign-in',
    )
    await paste('https://example.org/?code=1')
    await expect(desk.page.locator('.sign-in [role="alert"]')).toContainText('not the address')
    await desk.screenshot('04-paste')
    await paste(answer.redirect)
    await expectEnvironment(desk, 'Sandbox')
  })
})

test.describe('signing in to a production account', () => {
  test.skip(process.env['XDG_CURRENT_DESKTOP'] !== 'GNOME', 'there is no key store in this session')
  const userData = freshUserData()
  let standIn: StandIn
  let desk: MainWindowPage
  let env: Record<string, string>
  test.beforeAll(async () => {
    ;({ standIn, env } = await startProductionStandIn())
    desk = await openMainWindow({ suite: 'account-sign-in', userData, env })
    await desk.ready()
  })
  test.afterAll(async () => {
    await desk?.close()
    await standIn?.close()
    await removeFolder(userData)
  })
  const draft = async (limitPrice: string) => ({
    accountId: await desk.page.getByRole('combobox', { name: 'Trade with account' }).inputValue(),
    assetClass: 'stock',
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: '1' },
    limitPrice,
    stopPrice: null,
    trail: null,
    expireDate: null,
  })
  const files = (): string[] =>
    readdirSync(userData, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(path.join(userData, name), { throwIfNoEntry: false })?.isFile() === true,
    )

  test('waits for the code on the phone with a countdown, and opens once it is entered', async () => {
    await openProfilesDialog(desk)
    await createProfile(desk, 'PRODUCTION', 'Live')
    await enterCredential(desk, 'app_key', standIn.ready.appKey)
    await enterCredential(desk, 'app_secret', standIn.ready.appSecret)
    await desk.page.getByRole('button', { name: 'Open this profile' }).click()
    await desk.page.getByTestId('arming-word').fill('PRODUCTION')
    await desk.page.getByRole('button', { name: 'Open and allow trading' }).click()
    await expectEnvironment(desk, 'PRODUCTION', false)
    await expect(desk.page.getByTestId('token-waiting')).toContainText(/[45]:\d\d left/)
    expect(
      await desk.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => window.getTitle()),
      ),
    ).toEqual(['Countersign · PRODUCTION · Live'])
    await desk.screenshot('05-phone')
    await standIn.child.command({ command: 'verify-tokens' })
    await expectEnvironment(desk, 'PRODUCTION')
    await desk.screenshot('06-production')
  })

  /** True when nothing was sent, only because there is no current price to check the order with. */
  const lacksPrice = ({ value }: BridgeReply): boolean => {
    const { outcome, reasons = [] } = (value ?? {}) as Partial<Denied>
    return outcome === 'denied' && reasons.every(({ code }) => code === 'risk.noReference')
  }

  /**
   * Sends an order until the broker has it. On a busy machine the stream of quotes may be lost for
   * a moment, in which an order is denied; any other answer has to be an acknowledgment.
   */
  async function expectAcknowledged(ticket: string, order: object): Promise<void> {
    let attempt = 0
    let reply: BridgeReply | undefined
    const submit = async (): Promise<BridgeReply> => {
      attempt += 1
      reply = await invoke(desk, 'orders.submit', { ticket: `${ticket}-${attempt}`, draft: order })
      return reply
    }
    await expect.poll(async () => lacksPrice(await submit())).toBe(false)
    expect(reply).toMatchObject({ ok: true, value: { outcome: 'acknowledged' } })
  }

  test('trades once armed; the next start is signed in but disarmed until the word is typed', async () => {
    await expectAcknowledged('production-armed-1', await draft('100.00'))
    await desk.close()
    desk = await openMainWindow({ suite: 'account-sign-in', userData, env })
    await expect(desk.page.getByText('Not signed in yet')).toHaveCount(0)
    await expectEnvironment(desk, 'PRODUCTION')
    await expect(desk.page.getByText('Not signed in yet')).toHaveCount(0)
    await expect(desk.page.getByText('Trading is off in this session.')).toBeVisible()
    const before = (await standIn.truth()).orders.length
    expect(
      await invoke(desk, 'orders.submit', {
        ticket: 'production-unarmed',
        draft: await draft('101.00'),
      }),
    ).toMatchObject({ ok: true, value: { outcome: 'denied' } })
    expect((await standIn.truth()).orders).toHaveLength(before)
    await desk.screenshot('07-unarmed')
    await desk.page.getByRole('button', { name: 'Allow trading…' }).click()
    await desk.page.getByTestId('arming-word').fill('PRODUCTION')
    await desk.page.getByRole('button', { name: 'Allow trading', exact: true }).click()
    await expect(desk.page.getByText('Trading is off in this session.')).toHaveCount(0)
    await expectAcknowledged('production-armed-2', await draft('102.00'))
    // The token was stored, so no new code was requested.
    expect((await standIn.truth()).requests['auth.token.create'] ?? 0).toBeLessThanOrEqual(2)
  })

  test('SEC-18: stores secrets only encrypted by the key store, in the profile’s own folder', () => {
    const { appSecret, appKey } = standIn.ready
    const vaults = files().filter(
      (name) => name.endsWith('.vault') && name.startsWith(path.join('production', 'profiles')),
    )
    expect(vaults.length).toBeGreaterThan(0)
    for (const name of vaults) expect(statSync(path.join(userData, name)).mode & 0o777).toBe(0o600)
    for (const name of files()) {
      const text = readFileSync(path.join(userData, name)).toString('latin1')
      for (const secret of [appSecret, appKey]) {
        for (const form of [secret, Buffer.from(secret).toString('base64')]) {
          expect(text.includes(form), name).toBe(false)
        }
      }
    }
  })
})
