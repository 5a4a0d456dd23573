import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../electron/adapters/clock.js'
import { createLogFile, type LogFile } from '../../../electron/adapters/log-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { openPractice, type PracticeSession } from '../../contract/provider/practice-session.js'
import { openAccountHandlers, safeStorage } from './account-handlers.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

/**
 * A whole account's life in main: everything that main returns, publishes, logs and writes is
 * searched for its secrets.
 */

const PHRASE = 'canary passphrase, number 40718'
const WRONG_PHRASE = 'mistyped canary passphrase 99213'
const PROXY_PASSWORD = 'canary0proxy0password0typed0by0hand'
const TYPED_WRONG = 'canary0wrong0secret0typed0by0hand'

let exchange: PracticeSession
let root: string
let log: LogFile
/** Every secret, by its kind. */
const secrets = new Map<string, string>([
  ['passphrase', PHRASE],
  ['wrong passphrase', WRONG_PHRASE],
  ['mistyped secret', TYPED_WRONG],
])
let account: Awaited<ReturnType<typeof openAccountHandlers>>

async function drive(): Promise<void> {
  const { ready } = exchange
  const { profiles, holder, logins, opener, profileSwitcher, invoke } = account
  const proof = (passphrase: string) => ({ kind: 'passphrase', passphrase })
  const until = async (description: string, isDone: () => boolean): Promise<void> => {
    for (let round = 0; !isDone(); round += 1) {
      if (round > 600) {
        throw new Error(
          `never: ${description}; ${JSON.stringify([holder.current()?.connection.view(), log.recent().slice(-5)])}`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const phaseIs = (phase: string) => () => holder.current()?.connection.view().phase === phase

  const { profile } = (await invoke('profiles.create', { name: 'Canary', environment: 'sandbox' }))
    .value as ProfileView
  const { id } = profile
  const set = (field: string, value: string) => invoke('credentials.set', { id, field, value })
  const hosts = {
    api: ready.hosts.api,
    oauth: ready.hosts.oauth,
    passport: ready.hosts.passport,
    events: ready.hosts.events,
    data: ready.hosts.data,
    authority: ready.ca,
  }
  await invoke('profiles.change', { id, change: { access: 'both', hosts } })
  await set('app_key', ready.appKey)
  const proxy = 'http://127.0.0.1:1'
  secrets.set('password of a proxy', PROXY_PASSWORD)
  await invoke('proxy.set-user', { id, proxy, user: 'a:b', password: PROXY_PASSWORD })
  await invoke('proxy.set-user', { id, proxy, user: 'somebody', password: PROXY_PASSWORD })
  await invoke('profiles.change', { id, change: { proxy: { kind: 'address', address: proxy } } })
  // Mistakes of every kind: two words, a secret in a wrong field, a line break, another alphabet,
  // too long.
  await set('app_secret', `${TYPED_WRONG} ${ready.appSecret}`)
  await invoke('credentials.set', { id, field: TYPED_WRONG, value: ready.appSecret })
  await set('app_secret', `${TYPED_WRONG}\u00e9`)
  await set('app_secret', TYPED_WRONG.repeat(200))
  await set('app_secret', TYPED_WRONG)
  await invoke('profiles.test', { id })
  await set('app_secret', ready.appSecret)
  await invoke('profiles.test', { id })
  await set('client_id', ready.clientId)
  await set('client_secret', ready.clientSecret)
  await set('scope', ready.scope)
  await invoke('lock.set-passphrase', { passphrase: PHRASE, current: null })
  await invoke('lock.step-up', { proof: proof(WRONG_PHRASE) })
  await invoke('lock.step-up', { proof: proof(PHRASE) })
  await invoke('profiles.get', { id })
  await invoke('profiles.switch', { id, word: null })
  await until(
    'a session',
    () => holder.current() !== null && profileSwitcher.get().switching === null,
  )

  // Signing in by the browser: refused by the exchange, then denied, then approved.
  const callback = async (deny = false): Promise<string> => {
    const before = logins.length
    await until('the login page', () => logins.length > before - 1 && logins.length > 0)
    const query = Object.fromEntries(new URL(logins.at(-1) ?? '').searchParams)
    const { redirect } = (await exchange.practice.command({ command: 'approve', query })) as {
      redirect: string
    }
    secrets.set(`code ${secrets.size}`, new URL(redirect).searchParams.get('code') ?? '')
    secrets.set(`state ${secrets.size}`, query['state'] ?? '')
    return deny
      ? `${query['redirect_uri']}?error=access_denied&error_description=${TYPED_WRONG}&state=${query['state']}`
      : redirect
  }
  const visit = (url: string): Promise<void> =>
    new Promise((resolve) => {
      get(url, { agent: false }, (answer) => {
        answer.resume().on('end', () => resolve())
      }).on('error', () => resolve())
    })
  const browserSignIn = async (deny = false): Promise<void> => {
    logins.length = 0
    const signing = invoke('session.sign-in', {})
    const url = await callback(deny)
    await visit(url.replace(/state=./, 'state=x'))
    await visit(url)
    await signing
    await visit(url)
  }
  await until('asked to sign in', phaseIs('attention'))
  await browserSignIn(true)
  for (const kind of ['malformed-body', 'drop-after-effect', 'error-before-effect'] as const) {
    await exchange.practice.command({
      command: 'fault',
      fault: { kind, operation: 'connect.token' },
    })
    await browserSignIn()
    await exchange.practice.command({ command: 'clear-faults' })
  }
  await browserSignIn()
  await until('ready', phaseIs('ready'))
  await invoke('session.inspect', {})
  await invoke('session.get', {})
  const accountId = holder.current()?.connection.view().selectedAccount
  await invoke('orders.submit', {
    ticket: 'canary-account-1',
    draft: {
      accountId,
      assetClass: 'stock',
      symbol: 'AAPL',
      side: 'buy',
      type: 'limit',
      timeInForce: 'gtc',
      session: 'core',
      size: { kind: 'quantity', quantity: '1' },
      limitPrice: '10.11',
      stopPrice: null,
      trail: null,
      expireDate: null,
    },
  })
  await exchange.practice.command({ command: 'revoke-tokens' })
  await invoke('orders.history', { accountId, from: null, to: null, cursor: null })
  await invoke('app.report', {
    message: `a page that tells ${ready.appSecret} and Bearer ${ready.clientSecret}`,
    where: 'https://example.org/?code=1',
  })
  await invoke('session.inspect', {})

  // The same account by a pasted address, after signing out.
  await invoke('session.sign-out', {})
  await invoke('profiles.change', {
    id,
    change: { redirect: { kind: 'manual', uri: 'http://127.0.0.1:9/callback' } },
  })
  const { profile: other } = (await invoke('profiles.duplicate', { id })).value as ProfileView
  for (const [field, value] of [
    ['app_key', ready.appKey],
    ['app_secret', ready.appSecret],
    ['client_id', ready.clientId],
    ['client_secret', ready.clientSecret],
    ['scope', ready.scope],
  ]) {
    await invoke('credentials.set', { id: other.id, field, value })
  }
  await invoke('profiles.switch', { id: other.id, word: null })
  await until(
    'the other session',
    () => profileSwitcher.current()?.id === other.id && profileSwitcher.get().switching === null,
  )
  await until('asked to sign in again', phaseIs('attention'))
  logins.length = 0
  const signing = invoke('session.sign-in', {})
  const pasted = await callback()
  for (const address of [
    pasted.replace(/state=./, 'state=x'),
    pasted.replace('127.0.0.1', 'localhost'),
    `${pasted}&code=${TYPED_WRONG}`,
    `see ${pasted}`,
  ]) {
    await invoke('session.paste', { address })
  }
  await invoke('session.paste', { address: pasted })
  await signing
  await until('ready again', phaseIs('ready'))
  await invoke('session.paste', { address: pasted })

  await invoke('lock.now', {})
  await invoke('lock.unlock', { proof: proof(WRONG_PHRASE) })
  await invoke('session.inspect', {})
  await invoke('credentials.set', { id, field: 'app_secret', value: TYPED_WRONG })
  await invoke('lock.unlock', { proof: proof(PHRASE) })
  account.chooseFile(path.join(root, 'exported.json'))
  await invoke('profiles.export', { id })
  await invoke('profiles.import', {})
  for (const profile of profiles.all()) await invoke('profiles.get', { id: profile.id })
  await invoke('app.state', {})
  await opener.close()
  await log.flush()
}

const filesUnder = async (folder: string): Promise<Map<string, Buffer>> => {
  const contents = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) {
      contents.set(
        path.relative(folder, path.join(entry.parentPath, entry.name)),
        await readFile(path.join(entry.parentPath, entry.name)),
      )
    }
  }
  return contents
}

beforeAll(async () => {
  exchange = await openPractice({ pingMs: 200 })
  root = await mkdtemp(path.join(tmpdir(), 'countersign-account-canary-'))
  log = createLogFile({ path: path.join(root, 'logs', 'countersign.log'), clock: systemClock })
  const { ready } = exchange
  for (const [name, secret] of Object.entries({
    'app key': ready.appKey,
    'app secret': ready.appSecret,
    'client id': ready.clientId,
    'client secret': ready.clientSecret,
  })) {
    secrets.set(name, secret)
  }
  // States and PKCE verifiers are created here.
  const draw = systemRandom.bytes
  vi.spyOn(systemRandom, 'bytes').mockImplementation((count) => {
    const bytes = draw(count)
    if (count === 32) {
      secrets.set(`verifier or state ${secrets.size}`, Buffer.from(bytes).toString('hex'))
    }
    return bytes
  })
  // Tokens pass here on their way to the key store.
  const seal = safeStorage.encryptString
  vi.spyOn(safeStorage, 'encryptString').mockImplementation((text) => {
    for (const token of text.match(/[\w-]{32,}/g) ?? []) {
      if (![...secrets.values()].includes(token)) secrets.set(`sealed ${secrets.size}`, token)
    }
    return seal(text)
  })
  account = await openAccountHandlers(root, log)
  await drive()
})
afterAll(async () => {
  await exchange.close()
  await removeFolder(root)
})

/** Returns a secret in plain text and in encodings that might be mistaken for protection. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  JSON.stringify(secret).slice(1, -1),
]
const leaks = (text: string): string[] =>
  [...secrets]
    .filter(([, secret]) => spellings(secret).some((form) => text.includes(form)))
    .map(([name]) => name)

describe('SEC-20: no secret of an account is left', () => {
  it('has known secrets and failures of every kind to search for', () => {
    const names = [...secrets.keys()].join()
    for (const kind of [
      'app key',
      'app secret',
      'client id',
      'client secret',
      'passphrase',
      'code',
      'state',
      'verifier',
      'sealed',
    ]) {
      expect(names).toContain(kind)
    }
    expect([...secrets.values()].every((secret) => secret.length >= 8)).toBe(true)
    expect(secrets.size).toBeGreaterThanOrEqual(30)
    for (const op of ['credentials.set', 'lock.step-up', 'lock.unlock', 'session.paste']) {
      expect(account.failures).toContain(op)
    }
    for (const op of [
      'profiles.get',
      'session.inspect',
      'app.state',
      'session.sign-in',
      'profiles.test',
      'orders.submit',
    ]) {
      expect(
        account.published.some((line) => line.startsWith(`${op} {"ok":true`)),
        op,
      ).toBe(true)
    }
    expect(leaks(`x${[...secrets.values()].at(-1)}y`)).not.toEqual([])
  })

  it('no secret is left in any answer or publication to a page, including errors', () => {
    expect(
      account.published
        .filter((text) => leaks(text).length > 0)
        .map((text) => `${leaks(text).join()}: ${text.slice(0, 300)}`),
    ).toEqual([])
  })

  it('no secret is left in any file: log, profiles, lock, journal, vault, exported profile', async () => {
    const files = await filesUnder(root)
    const names = [...files.keys()].join()
    for (const part of [
      'countersign.log',
      'profiles.json',
      'lock.json',
      'exported.json',
      'orders',
      '.vault',
    ]) {
      expect(names).toContain(part)
    }
    expect(
      [...files]
        .filter(([, bytes]) => leaks(bytes.toString('latin1')).length > 0)
        .map(([name, bytes]) => `${name}: ${leaks(bytes.toString('latin1')).join()}`),
    ).toEqual([])
  })

  it('no secret is left in any event that the session panel shows', () => {
    expect(log.recent().length).toBeGreaterThan(10)
    expect(leaks(JSON.stringify(log.recent()))).toEqual([])
  })
})
