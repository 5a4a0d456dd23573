import { readdirSync, readFileSync, statSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freshUserData } from '../../harness/windows/electron-app.js'
import { openMainWindow, type MainWindowPage } from '../support/main-window-page.js'
import {
  enterCredential,
  expectEnvironment,
  openProfilesDialog,
  sandboxProfile,
  startStandIn,
  type StandIn,
} from '../profiles/profiles-page.js'
import { invoke } from '../support/bridge.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * SEC-20 in a real window: records all traffic between main and the page during sign-ins, and
 * searches it for secrets.
 */

const MISTYPED = 'canary0mistyped0secret0of0a0person'
const PHRASE = 'canary passphrase of the lock 5583'
/** Operations whose inputs carry secrets; their replies are recorded like all others. */
const ONE_WAY = [
  'credentials.set',
  'session.paste',
  'lock.set-passphrase',
  'lock.unlock',
  'lock.step-up',
  'lock.remove',
]

const secrets = new Map<string, string>([
  ['mistyped', MISTYPED],
  ['passphrase', PHRASE],
])
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]
const leaks = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) => spellings(secret).some((form) => text.includes(form)))
    .map(([name]) => name)

let standIn: StandIn
let desk: MainWindowPage
const userData = freshUserData()

/**
 * Records in main, where no page can bypass it: requests, replies, and every message of every
 * stream.
 */
const record = (): Promise<void> =>
  desk.app.evaluate(({ ipcMain, MessageChannelMain, shell }, oneWay) => {
    const traffic: string[] = []
    const opened: string[] = []
    Object.assign(globalThis, { traffic, opened })
    shell.openExternal = (url: string) => {
      opened.push(url)
      return Promise.resolve()
    }
    const recordTraffic = (label: string, message: unknown): void =>
      void traffic.push(`${label} ${JSON.stringify(message)}`)
    const handlers = (
      ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: unknown, ...args: unknown[]) => unknown>
      }
    )._invokeHandlers
    for (const [channel, handler] of [...handlers]) {
      handlers.set(channel, async (event, ...args) => {
        const { op } = (args[0] ?? {}) as { op?: string }
        if (op === undefined || !oneWay.includes(op)) recordTraffic(`in ${channel}`, args)
        const answer = await handler(event, ...args)
        recordTraffic(`out ${channel} ${op ?? ''}`, answer)
        return answer
      })
    }
    const prototype = Object.getPrototypeOf(new MessageChannelMain().port1) as {
      postMessage(message: unknown, transfer?: unknown): void
      emit(name: string, event: { data?: unknown }): boolean
    }
    const { postMessage, emit } = prototype
    prototype.postMessage = function (message, transfer) {
      recordTraffic('stream out', message)
      return transfer === undefined
        ? postMessage.call(this, message)
        : postMessage.call(this, message, transfer)
    }
    prototype.emit = function (name, event) {
      recordTraffic(`stream in ${name}`, event?.data ?? null)
      return emit.call(this, name, event)
    }
  }, ONE_WAY)
const traffic = (): Promise<string[]> =>
  desk.app.evaluate(() => (globalThis as unknown as { traffic: string[] }).traffic)

/**
 * Everything that any document of the window ever contained: what a screenshot at any moment could
 * have shown.
 */
const pageTexts: string[] = []
async function watchPage(): Promise<void> {
  await desk.page.exposeFunction('countersignShown', (text: string) => void pageTexts.push(text))
  const watch = (): void => {
    const waiting = new Set<string>()
    const queueText = (text: string | null | undefined): void => {
      if (text) waiting.add(text)
    }
    setInterval(() => {
      if (waiting.size === 0) {
        return
      }
      ;(globalThis as unknown as { countersignShown(text: string): void }).countersignShown(
        [...waiting].join('\n'),
      )
      waiting.clear()
    }, 100)
    new MutationObserver((changes) => {
      for (const { target, attributeName, addedNodes } of changes) {
        queueText(
          attributeName !== null && target instanceof Element
            ? target.getAttribute(attributeName)
            : target instanceof Text
              ? target.data
              : null,
        )
        for (const node of addedNodes) {
          queueText(node instanceof Element ? node.outerHTML : node.textContent)
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    // A password field shows dots; any other shows what is typed.
    document.addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.type !== 'password') {
          queueText(target.value)
        }
      },
      true,
    )
    queueText(document.documentElement?.outerHTML)
  }
  await desk.page.addInitScript(watch)
  await desk.page.evaluate(watch)
}
const opened = (): Promise<string[]> =>
  desk.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.isFile() === true,
  )
const visit = (url: string): Promise<void> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume().on('end', () => resolve())
    }).on('error', () => resolve())
  })

test.beforeAll(async () => {
  standIn = await startStandIn()
  const { appKey, appSecret, clientId, clientSecret } = standIn.ready
  for (const [name, secret] of Object.entries({ appKey, appSecret, clientId, clientSecret })) {
    secrets.set(name, secret)
  }
  desk = await openMainWindow({ suite: 'secret-traffic', keyStore: 'none', userData })
  await desk.ready()
  await record()
  await watchPage()
})
test.afterAll(async () => {
  await desk?.close()
  await standIn?.close()
  await removeFolder(userData)
})

/** Runs one sign-in from the button to the callback. */
async function signIn(count: number, answer: (redirect: string) => string): Promise<void> {
  await desk.page.getByRole('button', { name: 'Sign in' }).first().click()
  await expect.poll(async () => (await opened()).length).toBe(count)
  const query = Object.fromEntries(new URL((await opened()).at(-1) ?? '').searchParams)
  const { redirect } = (await standIn.child.command({ command: 'approve', query })) as {
    readonly redirect: string
  }
  secrets.set(`state ${count}`, query['state'] ?? '')
  secrets.set(`code ${count}`, new URL(redirect).searchParams.get('code') ?? '')
  await visit(answer(redirect))
}

test('SEC-20: credentials, codes and tokens never appear in traffic, page or files', async () => {
  await sandboxProfile(desk, standIn, 'Canary', 'both')
  await enterCredential(desk, 'app_secret', MISTYPED)
  await desk.page.getByRole('button', { name: 'Test connection' }).click()
  await expect(desk.page.getByTestId('check-signature')).toContainText('secret is wrong')
  await enterCredential(desk, 'app_secret', standIn.ready.appSecret)
  await desk.page.getByRole('button', { name: 'Open this profile' }).click()
  await expectEnvironment(desk, 'Sandbox', false)

  await signIn(1, (redirect) => redirect.replace(/code=[^&]+/, 'error=access_denied'))
  await expect(desk.page.getByText(/access_denied/).first()).toBeVisible()
  await signIn(2, (redirect) => redirect.replace(/code=[^&]+/, `code=${MISTYPED}`))
  await expect(desk.page.getByText(/code is missing, used, expired/).first()).toBeVisible()
  await signIn(3, (redirect) => redirect)
  await expectEnvironment(desk, 'Sandbox')
  await desk.page.getByRole('tab', { name: 'Session' }).click()
  await expect(desk.page.getByTestId('token-refresh')).toContainText('present')
  await standIn.child.command({ command: 'revoke-tokens' })

  await invoke(desk, 'lock.set-passphrase', { passphrase: PHRASE, current: null })
  await invoke(desk, 'lock.step-up', { proof: { kind: 'passphrase', passphrase: `${MISTYPED}!` } })
  await invoke(desk, 'session.paste', {
    address: `http://127.0.0.1:9/callback?code=${MISTYPED}&state=x`,
  })
  await invoke(desk, 'app.state', {})
  await openProfilesDialog(desk)
  await expect(desk.page.getByTestId('credential-app_secret')).toContainText('since')

  const recorded = await traffic()
  for (const part of [
    'out',
    'in',
    'stream out',
    'credentials.set',
    'session.inspect',
    'profiles.get',
    'app.state',
  ]) {
    expect(
      recorded.some((line) => line.includes(part)),
      part,
    ).toBe(true)
  }
  expect(recorded.length).toBeGreaterThan(100)
  expect(secrets.size).toBeGreaterThanOrEqual(12)
  expect(
    recorded
      .filter((line) => leaks(line).length > 0)
      .map((line) => `${leaks(line).join()}: ${line.slice(0, 200)}`),
  ).toEqual([])

  const page = await desk.page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      document.body.innerText,
      ...[...document.querySelectorAll('input, textarea')].map(
        (field) => (field as HTMLInputElement).value,
      ),
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ].join('\n'),
  )
  expect(leaks(page)).toEqual([])
  expect(
    pageTexts.some((text) => text.includes('secret is wrong')) &&
      pageTexts.some((text) => text.includes('access_denied')),
  ).toBe(true)
  expect(
    pageTexts
      .join('\n')
      .split('\n')
      .filter((line) => leaks(line).length > 0)
      .map((line) => `${leaks(line).join()}: ${line.slice(0, 300)}`),
  ).toEqual([])
  expect(leaks([...desk.stdout(), ...desk.stderr()].join('\n'))).toEqual([])

  const crashes = await desk.app.evaluate(({ app }) => app.getPath('crashDumps'))
  for (const folder of [userData, crashes]) {
    let names: string[] = []
    try {
      names = files(folder)
    } catch {
      // The folder does not exist when nothing has crashed.
    }
    for (const name of names) {
      expect(leaks(readFileSync(path.join(folder, name)).toString('latin1')), name).toEqual([])
    }
  }
  expect(files(userData).join()).toContain('countersign.log')
})
