import { LOOPBACK_NETWORK } from '../../electron/core/net-ports.js'
import { mkdtemp, readFile, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/adapters/clock.js'
import { nodeCrypto } from '../../electron/adapters/crypto.js'
import { createJournalFile, journalPath } from '../../electron/adapters/journal/journal-file.js'
import { createAuthorizer } from '../../electron/adapters/loopback-callback.js'
import { createPasteAuthorizer } from '../../electron/adapters/paste-callback.js'
import { systemTimers } from '../../electron/adapters/timers.js'
import { signIn } from '../../electron/core/auth/sign-in.js'
import { Credentials } from '../../electron/core/profiles/credentials.js'
import type { AuthorizePort } from '../../electron/core/auth/auth-port.js'
import type { HttpRequest } from '../../electron/core/net-ports.js'
import type { VaultPort } from '../../electron/core/ports.js'
import { HttpCaller } from '../../electron/provider/http/caller.js'
import {
  accountEndpoints,
  originOf,
  practiceEndpoints,
  PUBLISHED_ENDPOINTS,
  type AccessMode,
  type Endpoints,
} from '../../electron/provider/http/hosts.js'
import { createRateLimiter } from '../../electron/provider/http/rate-limiter.js'
import { createOAuth } from '../../electron/provider/auth/oauth.js'
import { createLinkOpener } from '../../electron/app/security/external-links.js'
import { profileFolder } from '../../electron/app/settings/profile-folders.js'
import { FileVault } from '../../electron/app/session/vault.js'
import { ENVIRONMENTS, type Environment } from '../../shared/domain/environment.js'
import { asProfileId, BUILT_IN_PROFILE } from '../../shared/domain/app/profile.js'
import { ok } from '../../shared/domain/result.js'
import { ACCOUNT_OPERATIONS } from '../../shared/wire/families/trading/accounts.js'
import { CONNECT_OPERATIONS } from '../../shared/wire/families/access/connect.js'
import { ORDER_OPERATIONS } from '../../shared/wire/families/trading/orders.js'
import { CATALOG } from '../../shared/wire/catalog.js'
import type { Operation } from '../../shared/wire/operation.js'
import { writtenOut } from '../harness/written-out.js'
import { removeFolder } from '../harness/system/remove-folder.js'

/** Every ordered pair of environments: nothing of the first may reach the second (REL-37). */

const PAIRS = ENVIRONMENTS.flatMap((from) =>
  ENVIRONMENTS.filter((to) => to !== from).map((to) => [from, to] as const),
)
const MODES: readonly AccessMode[] = ['key', 'connect', 'client']

function endpointsOf(environment: Environment): Endpoints {
  if (environment !== 'practice') return PUBLISHED_ENDPOINTS[environment]
  const endpoints = practiceEndpoints({
    hosts: {
      api: 'https://127.0.0.1:1',
      oauth: 'https://127.0.0.1:2',
      passport: 'https://127.0.0.1:2',
      events: { host: '127.0.0.1', port: 3 },
      data: { host: '127.0.0.1', port: 4 },
      broker: 'https://127.0.0.1:5',
      dataWeb: { host: '127.0.0.1', port: 7 },
      brokerEvents: { host: '127.0.0.1', port: 6 },
    },
    ca: '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----',
  })
  if (!endpoints.ok) throw new Error(endpoints.error)
  return endpoints.value
}

/** Marked secrets of one environment: wherever one appears, its name says where it came from. */
const marked = (environment: Environment) => ({
  appKey: `${environment}-app-key`,
  appSecret: `${environment}-app-secret`,
  clientId: `${environment}-client`,
  clientSecret: `${environment}-client-secret`,
  appToken: `${environment}-app-token`,
  bearer: `${environment}-bearer`,
})
const random = {
  bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  fraction: () => 0.5,
}

/** Creates the client of one environment over HTTP that only records requests. */
function clientOf(environment: Environment, endpoints = endpointsOf(environment)) {
  const sent: HttpRequest[] = []
  const mark = marked(environment)
  const source = (token: string) => ({
    accessToken: () => Promise.resolve(token),
    rejected: () => undefined,
  })
  const make = (mode: AccessMode) =>
    new HttpCaller({
      endpoints,
      mode,
      credentials: { appKey: mark.appKey, appSecret: mark.appSecret, algorithm: 'HMAC-SHA256' },
      tokens: {
        app: source(mark.appToken),
        bearer: source(mark.bearer),
        client: source(`${environment}-client-token`),
      },
      limiter: createRateLimiter({
        environment: endpoints.environment,
        mode,
        clock: systemClock,
        timers: systemTimers,
      }),
      clock: systemClock,
      timers: systemTimers,
      random,
      crypto: nodeCrypto,
      log: { event: () => undefined },
      http: {
        send: (request) => {
          sent.push(request)
          return Promise.resolve(
            ok({
              status: 417,
              headers: {},
              body: new TextEncoder().encode('{"error_code":"INVALID_PARAMETER"}'),
            }),
          )
        },
        close: () => undefined,
      },
    })
  const auth = createOAuth({
    endpoints,
    client: { clientId: mark.clientId, clientSecret: mark.clientSecret, scope: 'user:trade:wr' },
    caller: make('key'),
    crypto: nodeCrypto,
    network: LOOPBACK_NETWORK,
  })
  return { sent, make, auth }
}
const text = (request: HttpRequest): string =>
  JSON.stringify([
    request.origin,
    request.target,
    request.headers,
    Buffer.from(request.body ?? []).toString('latin1'),
  ])
const hostsOf = ({ origins, events, data, brokerEvents }: Endpoints): string[] => [
  origins.api,
  origins.oauth,
  origins.broker,
  `${events.host}:${events.port}`,
  `${data.host}:${data.port}`,
  `${brokerEvents.host}:${brokerEvents.port}`,
]

describe.each(PAIRS)('REL-37: nothing of %s reaches %s:', (from, to) => {
  it('no host', () => {
    const [theirs, ours] = [endpointsOf(from), endpointsOf(to)]
    expect(hostsOf(ours).filter((host) => hostsOf(theirs).includes(host))).toEqual([])
    for (const operation of CATALOG as readonly Operation[]) {
      for (const mode of MODES) {
        const origin = originOf(ours, operation, mode)
        if (origin !== null && origin !== theirs.origins.passport) {
          expect(Object.values(theirs.origins)).not.toContain(origin)
        }
        // Where two environments share the host of the login pages, the path must differ.
        if (origin === theirs.origins.passport) expect(operation.path).not.toBe(theirs.loginPath)
        // Endpoints labeled as another environment receive nothing.
        const disguised = originOf({ ...theirs, environment: to }, operation, mode)
        // (A server on this computer with its own authority counts as a sandbox; the host of the
        // login page is shared.)
        if (from !== 'practice' || to !== 'sandbox') {
          expect([null, ours.origins.passport]).toContain(disguised)
        }
      }
    }
  })

  it('no token, key or secret in a request', async () => {
    const ours = clientOf(to)
    const theirs = clientOf(from)
    for (const client of [theirs, ours]) {
      for (const mode of ['key', 'connect'] as const) {
        const caller = client.make(mode)
        await caller.call(ACCOUNT_OPERATIONS.listAccounts, {})
        await caller.call(CONNECT_OPERATIONS.listAccountsConnect, {})
        await caller.call(ORDER_OPERATIONS.placeOrder, { account_id: 'A', new_orders: [] } as never)
        caller.close()
      }
      await client.auth.refresh('r')
    }
    expect(ours.sent.length).toBeGreaterThanOrEqual(5)
    const allowed = Object.values(endpointsOf(to).origins)
    for (const request of ours.sent) {
      expect(allowed).toContain(request.origin)
      for (const [name, secret] of Object.entries(marked(from))) {
        expect(text(request).includes(secret), name).toBe(false)
      }
    }
    // The requests do contain the environment's own secrets, or this would prove nothing.
    expect(ours.sent.map(text).join()).toContain(marked(to).appToken)
    expect(ours.sent.map(text).join()).toContain(marked(to).bearer)
  })

  it('no callback at the loopback address', async () => {
    const waiting = new Map<Environment, { readonly redirect: string; readonly state: string }>()
    const authorizerOf = (environment: Environment): AuthorizePort =>
      createAuthorizer((url) => {
        const { searchParams } = new URL(url)
        waiting.set(environment, {
          redirect: searchParams.get('redirect_uri') ?? '',
          state: searchParams.get('state') ?? '',
        })
        return Promise.resolve(ok(undefined))
      })
    const [theirs, ours] = [authorizerOf(from), authorizerOf(to)]
    let exchanged = 0
    const flow = (environment: Environment, authorize: AuthorizePort) => {
      const { auth } = clientOf(environment)
      return signIn({
        auth: {
          ...auth,
          exchange: (grant) => {
            exchanged += 1
            return auth.exchange(grant)
          },
        },
        authorize,
        random,
        clock: systemClock,
      })
    }
    const [a, b] = [flow(from, theirs), flow(to, ours)]
    await expect.poll(() => waiting.size).toBe(2)
    const deliver = (redirect: string, state: string): Promise<number> =>
      new Promise((resolve, reject) =>
        request(`${redirect}?code=stolen&state=${state}`, { agent: false }, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
          .on('error', reject)
          .end(),
      )
    const [own, other] = [waiting.get(to), waiting.get(from)]
    expect(own?.redirect).not.toBe(other?.redirect)
    expect(await deliver(own?.redirect ?? '', other?.state ?? '')).toBe(404)
    expect(exchanged).toBe(0)
    theirs.cancel?.()
    ours.cancel?.()
    expect(await Promise.all([a, b])).toEqual([
      expect.objectContaining({ ok: false }),
      expect.objectContaining({ ok: false }),
    ])
    expect(exchanged).toBe(0)
  })

  it('no pasted callback, although both registered the same address', async () => {
    const states = new Map<Environment, string>()
    const pasteOf = (environment: Environment) =>
      createPasteAuthorizer(
        (url) => {
          states.set(environment, new URL(url).searchParams.get('state') ?? '')
          return Promise.resolve(ok(undefined))
        },
        'https://example.org/done',
        systemTimers,
      )
    const [theirs, ours] = [pasteOf(from), pasteOf(to)]
    const flow = (environment: Environment, authorize: AuthorizePort) =>
      signIn({ auth: clientOf(environment).auth, authorize, random, clock: systemClock })
    const both = [flow(from, theirs), flow(to, ours)]
    await expect.poll(() => states.size).toBe(2)
    expect(
      writtenOut(ours.paste(`https://example.org/done?code=c&state=${states.get(from)}`)),
    ).toMatchObject({
      ok: false,
      error: expect.stringContaining('another sign-in') as string,
    })
    for (const authorizer of [theirs, ours]) authorizer.cancel()
    expect((await Promise.all(both)).every((result) => !result.ok)).toBe(true)
  })

  it('no callback that passed the receiver', async () => {
    const sent = clientOf(to)
    const authorize: AuthorizePort = {
      authorize: (urlFor) => {
        urlFor('http://127.0.0.1:9/callback')
        return Promise.resolve(
          ok({
            query: `code=c&state=${'0'.repeat(64)}`,
            redirectUri: 'http://127.0.0.1:9/callback',
          }),
        )
      },
    }
    expect(await signIn({ auth: sent.auth, authorize, random, clock: systemClock })).toMatchObject({
      ok: false,
      error: { kind: 'refused' },
    })
    expect(sent.sent).toEqual([])
  })

  it('no login page', async () => {
    const opened: string[] = []
    const links = createLinkOpener((url) => {
      opened.push(url)
      return Promise.resolve()
    })
    const page = (environment: Environment) => ({
      origin: endpointsOf(environment).origins.passport,
      path: endpointsOf(environment).loginPath,
    })
    const login = (environment: Environment) =>
      clientOf(environment).auth.authorizeUrl({
        state: 's'.repeat(32),
        codeVerifier: 'v'.repeat(43),
        redirectUri: 'http://127.0.0.1:9/callback',
      })
    expect(await links.login(login(from), [page(to)])).toBe(false)
    expect(opened).toEqual([])
    expect(await links.login(login(to), [page(to)])).toBe(true)
  })
})

describe('REL-37: profile folders', () => {
  let root: string
  const storage = {
    isEncryptionAvailable: () => true,
    encryptString: (plain: string) => Buffer.from(plain).reverse(),
    decryptString: (data: Buffer) => Buffer.from(data).reverse().toString(),
  }
  const id = asProfileId('p-0011223344556677')
  const places = ENVIRONMENTS.flatMap((environment) => [
    { environment, id },
    ...(environment === 'practice' ? [{ environment, id: BUILT_IN_PROFILE }] : []),
  ])
  const vaultOf = (place: (typeof places)[number]): VaultPort =>
    new FileVault({
      directory: path.join(profileFolder(root, place), 'vault'),
      backend: 'test',
      storage,
      clock: systemClock,
      log: { event: () => undefined },
    })
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'countersign-apart-'))
  })
  afterAll(async () => {
    await removeFolder(root)
  })

  it('are separate for every environment and profile', () => {
    const folders = places.map((place) => profileFolder(root, place))
    expect(new Set(folders).size).toBe(places.length)
    const profiles = places
      .filter((place) => place.id === id)
      .map((place) => profileFolder(root, place))
    for (const profile of profiles) {
      for (const other of profiles) {
        if (profile !== other) expect(path.relative(profile, other).startsWith('..')).toBe(true)
      }
    }
  })

  it('contain secrets and journals that no other environment reads, even with the same id', async () => {
    for (const place of places) {
      const vault = vaultOf(place)
      await vault.write('oauth-tokens', `${place.environment}-${place.id}-tokens`)
      await new Credentials({ vault, clock: systemClock }).set(
        'app_secret',
        `${place.environment}-${place.id}-secret`,
      )
      const journal = createJournalFile({
        path: journalPath(profileFolder(root, place), 'orders'),
        clock: systemClock,
        log: { event: () => undefined },
      })
      await journal.read()
      await journal.append(JSON.stringify({ profile: `${place.environment}-${place.id}` }))
      await journal.close()
    }
    for (const place of places) {
      const profileName = `${place.environment}-${place.id}`
      const vault = vaultOf(place)
      expect(await vault.read('oauth-tokens')).toEqual(ok(`${profileName}-tokens`))
      expect(await new Credentials({ vault, clock: systemClock }).load()).toEqual(
        ok({ app_secret: `${profileName}-secret` }),
      )
      const journal = createJournalFile({
        path: journalPath(profileFolder(root, place), 'orders'),
        clock: systemClock,
        log: { event: () => undefined },
      })
      expect(await journal.read()).toMatchObject({
        ok: true,
        value: { lines: [JSON.stringify({ profile: profileName })] },
      })
      await journal.close()
    }
    // Signing out of one environment changes nothing in the others.
    await vaultOf({ environment: 'sandbox', id }).remove('oauth-tokens')
    expect(await vaultOf({ environment: 'production', id }).read('oauth-tokens')).toEqual(
      ok(`production-${id}-tokens`),
    )
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      const body = await readFile(file, 'latin1')
      const top = path.relative(root, file).split(path.sep)[0]
      for (const environment of ENVIRONMENTS) {
        if (environment !== top) expect(body.includes(`"of":"${environment}-`), file).toBe(false)
      }
    }
  })
})

describe('REL-37: a sandbox profile with hosts of its own', () => {
  const sandbox = PUBLISHED_ENDPOINTS.sandbox
  const production = PUBLISHED_ENDPOINTS.production
  const endpointsWith = (more: object) =>
    accountEndpoints('sandbox', {
      api: sandbox.origins.api,
      oauth: sandbox.origins.oauth,
      passport: sandbox.origins.passport,
      events: sandbox.events,
      data: sandbox.data,
      authority: null,
      ...more,
    })

  it.each([
    { api: production.origins.api },
    { oauth: production.origins.oauth },
    { api: 'https://API.Webull.COM' },
    { api: 'https://api.webull.com:443' },
    { api: 'https://api.webull.com:8443' },
    { api: 'https://api.webull.com.' },
    { api: 'https://api%2ewebull.com' },
    { oauth: 'https://broker-api.webull.com' },
    { passport: 'https://api.webull.com' },
    { events: production.events },
    { events: { host: 'EVENTS-API.webull.com.', port: 443 } },
    { data: production.data },
    { data: { host: 'api.webull.com', port: 443 } },
    { api: production.origins.api, authority: '-----BEGIN CERTIFICATE-----' },
  ])('never uses a production host: %j', (more) => {
    expect(endpointsWith(more)).toEqual({ ok: false, error: 'production-host' })
  })

  it('may use other hosts, and this computer only with an authority; production may not', () => {
    expect(endpointsWith({}).ok).toBe(true)
    const here = endpointsWith({ api: 'https://127.0.0.1:8443' })
    expect(here.ok && originOf(here.value, ACCOUNT_OPERATIONS.listAccounts, 'key')).toBe(null)
    const vouched = endpointsWith({
      api: 'https://127.0.0.1:8443',
      authority: '-----BEGIN CERTIFICATE-----',
    })
    expect(vouched.ok && originOf(vouched.value, ACCOUNT_OPERATIONS.listAccounts, 'key')).toBe(
      'https://127.0.0.1:8443',
    )
    expect(
      accountEndpoints('production', {
        api: 'https://127.0.0.1:1',
        oauth: 'https://evil.example',
        passport: 'https://evil.example',
        events: { host: 'evil.example', port: 1 },
        data: { host: 'evil.example', port: 1 },
        authority: 'x',
      }),
    ).toEqual(ok(production))
  })
})
