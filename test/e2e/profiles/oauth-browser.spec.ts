import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import type { Browser, Page } from 'playwright'
import { createAuthorizer, type ShowPage } from '../../../electron/adapters/loopback-callback.js'
import type { TokenGrant } from '../../../electron/core/auth/auth-port.js'
import { signIn, type SignInFailure } from '../../../electron/core/auth/sign-in.js'
import { createProvider, type Provider } from '../../../electron/provider/gateway.js'
import { practiceEndpoints } from '../../../electron/provider/http/hosts.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { PracticeReady } from '../../../shared/practice/practice-control.js'
import { findChromium, launchChromium, NO_CHROMIUM } from '../../harness/windows/chromium.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { forkPractice, type PracticeChild } from '../../harness/exchange/practice-child.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * The OAuth flow as a person does it: a real browser, the built exchange on plain Node, the
 * client's own code.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const SHOTS = join(ROOT, 'test-results', 'screenshots', 'oauth')

test.skip(findChromium() === undefined, NO_CHROMIUM)

let dataDir: string
let child: PracticeChild
let ready: PracticeReady
let provider: Provider
let browser: Browser

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

test.beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true })
  dataDir = await mkdtemp(join(tmpdir(), 'countersign-oauth-'))
  child = await forkPractice(join(ROOT, 'out', 'practice', 'practice.cjs'), ['--data-dir', dataDir])
  if (child.first.type !== 'ready') throw new Error(JSON.stringify(child.first))
  ready = child.first
  const endpoints = practiceEndpoints(ready)
  if (!endpoints.ok) throw new Error(endpoints.error)
  provider = createProvider({
    endpoints: endpoints.value,
    mode: 'connect',
    credentials: { appKey: ready.appKey, appSecret: ready.appSecret, algorithm: 'HMAC-SHA256' },
    client: { clientId: ready.clientId, clientSecret: ready.clientSecret, scope: ready.scope },
    tokenStore: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
    ports: nodePorts(ready.ca),
  })
  browser = await launchChromium([
    `--ignore-certificate-errors-spki-list=${await pinnedKey(ready.hosts.oauth, ready.ca)}`,
  ])
})

test.afterAll(async () => {
  await browser?.close()
  provider?.close()
  if (child !== undefined) {
    await child.command({ command: 'shutdown' })
    await child.exit
  }
  await removeFolder(dataDir)
})

type SignInOutcome = Result<
  { readonly grant: TokenGrant; readonly requestedAt: number },
  SignInFailure
>

/** Runs the client's sign-in; `person` acts in the browser once the page is loaded. */
async function flow(
  person: (page: Page, redirectUri: string) => Promise<void>,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<{
  readonly outcome: SignInOutcome
  readonly page: Page
  readonly requested: readonly string[]
}> {
  const page = await browser.newPage({ colorScheme, viewport: { width: 900, height: 820 } })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const show: ShowPage = async (url) => {
    await page.goto(url)
    await person(page, new URL(url).searchParams.get('redirect_uri') ?? '')
    return ok(undefined)
  }
  const { clock, random } = nodePorts(ready.ca)
  const outcome = await signIn({
    auth: provider.auth,
    authorize: createAuthorizer(show, { path: '/callback', timeoutMs: 20_000 }),
    clock,
    random,
  })
  return { outcome, page, requested }
}

const approve = (page: Page): Promise<void> => page.getByRole('button', { name: 'Approve' }).click()
const picture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: join(SHOTS, `${name}.png`) })

test('SEC-14: approving in the browser returns working tokens, and the callback works once', async () => {
  const { outcome, page, requested } = await flow(async (page) => {
    await expect(page.getByRole('heading', { name: /asks for access/ })).toBeVisible()
    await expect(page.getByText('No real money')).toBeVisible()
    await expect(page.getByText('Trade for you')).toBeVisible()
    await expect(page.getByLabel('User')).toHaveValue(ready.user.name)
    await picture(page, '01-login-light')
    await approve(page)
  })
  if (!outcome.ok) throw new Error(inEnglish(outcome.error.message))
  await expect(page.getByText('You are back')).toBeVisible()
  await picture(page, '02-back')

  provider.useBearer({
    accessToken: () => Promise.resolve(outcome.value.grant.accessToken),
    rejected: () => {},
  })
  const accounts = await provider.portfolio.accounts()
  expect(accounts.ok && accounts.value.length).toBeGreaterThan(0)

  const callback = page.url()
  expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=/)
  await expect(page.goto(callback)).rejects.toThrow(/ERR_CONNECTION_REFUSED/)
  const code = new URL(callback).searchParams.get('code') ?? ''
  const reused = await provider.auth.exchange({
    code,
    codeVerifier: 'x'.repeat(64),
    redirectUri: callback.split('?')[0] ?? '',
  })
  expect(reused).toMatchObject({ ok: false, error: { kind: 'invalid-grant' } })
  // The browser contacts only the exchange and the callback, including for the favicon.
  const hosts = new Set(requested.map((url) => new URL(url).host))
  expect([...hosts].sort()).toEqual(
    [new URL(ready.hosts.oauth).host, new URL(callback).host].sort(),
  )
  await page.close()
})

test('SEC-14: denying in the browser cancels the sign-in without tokens', async () => {
  const { outcome, page } = await flow(async (page) => {
    await picture(page, '03-login-dark')
    await page.getByRole('button', { name: 'Deny' }).click()
  }, 'dark')
  expect(outcome).toEqual({
    ok: false,
    error: { kind: 'cancelled', message: message('auth.refused', { reason: 'access_denied' }) },
  })
  await page.close()
})

test('SEC-14: an answer with another state is refused, and the valid one is still accepted', async () => {
  const { outcome, page } = await flow(async (page, redirectUri) => {
    const stranger = await browser.newPage()
    const refused = await stranger.goto(`${redirectUri}?code=stolen&state=${'0'.repeat(64)}`)
    expect(refused?.status()).toBe(404)
    await expect(stranger.getByRole('heading')).toHaveText('Nothing was signed in')
    await stranger.close()
    await approve(page)
  })
  expect(outcome.ok).toBe(true)
  await page.close()
})

test('A wrong password is reported, approves nothing, and can be corrected', async () => {
  const { outcome, page } = await flow(async (page) => {
    await page.getByLabel('Password').fill('not it')
    await approve(page)
    await expect(page.getByRole('alert')).toContainText('not right')
    await picture(page, '04-wrong-password')
    await page.getByLabel('Password').fill(ready.user.password)
    await page.getByLabel('Password').press('Enter')
  })
  expect(outcome.ok).toBe(true)
  await page.close()
})
