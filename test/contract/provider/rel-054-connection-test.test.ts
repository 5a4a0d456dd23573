import { createServer as createPlainServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReachPort } from '../../../electron/adapters/connections/reach-port.js'
import type { Dial } from '../../../electron/adapters/dial.js'
import { createGrpcPort } from '../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../electron/adapters/mqtt-port.js'
import { supportText } from '../../../electron/app/profiles/connection-support.js'
import type { ReachPort } from '../../../electron/core/reach-port.js'
import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import { createOAuth } from '../../../electron/provider/auth/oauth.js'
import { requestAppToken } from '../../../electron/provider/auth/app-tokens.js'
import { testConnection } from '../../../electron/provider/connection-test/connection-test.js'
import { HttpCaller } from '../../../electron/provider/http/caller.js'
import { PUBLISHED_ENDPOINTS, type Endpoints } from '../../../electron/provider/http/hosts.js'
import { createRateLimiter } from '../../../electron/provider/http/rate-limiter.js'
import { checksOf, type ConnectionCheck } from '../../../shared/domain/app/connection-report.js'
import type { AccessWay } from '../../../shared/domain/app/profile.js'
import type { PracticeState } from '../../../shared/practice/practice-control.js'
import { epochMs } from '../../../shared/domain/time.js'
import { inEnglish } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import { nodePorts } from '../../harness/exchange/node-ports.js'
import { expectOk } from '../../harness/system/expect-ok.js'
import { openPractice, type PracticeSession } from './practice-session.js'

const ADDRESS = 'http://127.0.0.1:28471/callback'

let session: PracticeSession
const closers: (() => void)[] = []
beforeAll(async () => {
  session = await openPractice()
  await session.practice.command({ command: 'rate-limits', profile: 'off' })
})
afterAll(async () => {
  for (const close of closers) close()
  await session.close()
})

interface TestChange {
  readonly endpoints?: Endpoints
  readonly dial?: Dial
  readonly reach?: (port: ReachPort) => ReachPort
  readonly appKey?: string
  readonly appSecret?: string
  readonly clientSecret?: string
  readonly scope?: string
  readonly address?: string | null
  readonly isPortFree?: boolean
  readonly storedToken?: string | null
  readonly isOpen?: boolean
}

function clientOf(change: TestChange) {
  const { ready } = session
  const { endpoints = session.endpoints, dial, storedToken = null } = change
  const { pinnedCa } = endpoints
  const dialed = dial === undefined ? {} : { dial }
  const ports = nodePorts(pinnedCa)
  const { clock, timers, random, crypto, log } = ports
  const http = new HttpsPort({ pinnedCa, ...dialed })
  const credentials = {
    appKey: change.appKey ?? ready.appKey,
    appSecret: change.appSecret ?? ready.appSecret,
    algorithm: 'HMAC-SHA256' as const,
  }
  const client = {
    clientId: ready.clientId,
    clientSecret: change.clientSecret ?? ready.clientSecret,
    scope: change.scope ?? ready.scope,
  }
  const sourceOf = (token: string | null) => ({
    accessToken: () => Promise.resolve(token),
    rejected: () => undefined,
  })
  const { environment } = endpoints
  const caller = new HttpCaller({
    endpoints,
    credentials,
    mode: 'key',
    tokens: { app: sourceOf(storedToken), bearer: sourceOf(null) },
    limiter: createRateLimiter({ environment, mode: 'key', clock, timers }),
    http,
    clock,
    timers,
    random,
    crypto,
    log,
  })
  closers.push(() => {
    caller.close()
    http.close()
  })
  const reach = createReachPort({ pinnedCa, ...dialed })
  return {
    ...ports,
    endpoints,
    http,
    caller,
    credentials,
    client,
    storedToken,
    auth: createOAuth({ endpoints, client, caller, crypto, network: LOOPBACK_NETWORK }),
    reach: change.reach?.(reach) ?? reach,
    redirect: {
      address: change.address === undefined ? ADDRESS : change.address,
      isPortFree: change.isPortFree ?? true,
    },
    isOpen: change.isOpen ?? false,
    proxied: false,
    proxy: message('connection.proxyNone'),
    trust: message('connection.trustUnreadable'),
    grpc: () => Promise.resolve(createGrpcPort({ pinnedCa, ...dialed })),
    mqtt: () => Promise.resolve(createMqttPort({ pinnedCa, ...dialed })),
  }
}

async function createdTokens(): Promise<number> {
  const state = (await session.practice.command({ command: 'state' })) as PracticeState
  return state.requests['auth.token.create'] ?? 0
}

async function findingsOf(access: AccessWay, change: TestChange = {}) {
  const findings = await testConnection({ ...clientOf(change), access })
  return {
    ...findings,
    states: Object.fromEntries(
      findings.checks.map(({ check, state }) => [check, state]),
    ) as Partial<Record<ConnectionCheck, string>>,
    resultOf: (check: ConnectionCheck) => findings.checks.find((result) => result.check === check),
  }
}

describe('REL-54: the connection test of an app key', () => {
  it('reaches hosts, key, order events and live prices, without a token', async () => {
    const { ok, states, checks } = await findingsOf('key')
    expect(ok).toBe(true)
    expect(checks.map(({ check }) => check)).toEqual([...checksOf('key')])
    expect(states).toMatchObject({
      network: 'good',
      portal: 'good',
      proxy: 'good',
      addresses: 'good',
      certificate: 'good',
      clock: 'good',
      environment: 'good',
      key: 'good',
      signature: 'good',
      token: 'not-tried',
      events: 'good',
      stream: 'good',
      data: 'not-tried',
    })
    expect(states).not.toHaveProperty('oauth')
    expect(await createdTokens()).toBe(0)
  })

  it('reads accounts and prices with the token of an earlier sign-in', async () => {
    const { caller } = clientOf({})
    const { token } = expectOk(await requestAppToken(caller, null))
    const { states } = await findingsOf('key', { storedToken: token })
    expect(states).toMatchObject({ token: 'good', rights: 'good', accounts: 'good', data: 'good' })
  })

  it('names the wrong secret, says what to do, and tries nothing after it', async () => {
    const { ok, states, resultOf } = await findingsOf('key', { appSecret: 'x'.repeat(32) })
    expect(ok).toBe(false)
    expect(states).toMatchObject({ key: 'good', signature: 'bad', events: 'not-tried' })
    expect(resultOf('signature')?.next).toEqual(message('connection.keyNext'))
  })

  it('leaves the streams alone while the profile is open', async () => {
    const { ok, states } = await findingsOf('key', { isOpen: true })
    expect(ok).toBe(true)
    expect(states).toMatchObject({ events: 'not-tried', stream: 'not-tried' })
  })

  it('uses up no connection of the key, however often it is repeated', async () => {
    for (let count = 0; count < 8; count += 1) {
      const { states } = await findingsOf('key')
      expect(states).toMatchObject({ events: 'good', stream: 'good' })
    }
  })

  it('gives every bad finding a next step', async () => {
    const tests = await Promise.all([
      findingsOf('key', { appKey: 'unknown-key' }),
      findingsOf('key', { appSecret: 'wrong-secret' }),
      findingsOf('both', { clientSecret: 'wrong-secret' }),
      findingsOf('both', { scope: 'admin' }),
      findingsOf('both', { address: 'http://127.0.0.1:28471/other' }),
    ])
    for (const { checks } of tests) {
      for (const { check, state, next } of checks) {
        if (state === 'bad') expect(next, check).not.toBeNull()
      }
      expect(checks.some(({ state }) => state === 'bad')).toBe(true)
    }
  })
})

describe('REL-54: the connection test of a browser sign-in', () => {
  it('checks client, redirect, scope and PKCE, and issues no code', async () => {
    const { ok, states } = await findingsOf('both')
    expect(ok).toBe(true)
    expect(states).toMatchObject({
      oauth: 'good',
      client: 'good',
      redirect: 'good',
      scope: 'good',
      pkce: 'good',
    })
  })

  it('tests the key where the client is not entered yet, and names what is missing', async () => {
    const { ok, states, resultOf } = await findingsOf('both', { clientSecret: '' })
    expect(ok).toBe(false)
    expect(states).toMatchObject({ client: 'bad', redirect: 'not-tried', signature: 'good' })
    expect(resultOf('client')?.next).toEqual(
      message('profiles.credentialsMissing', { fields: ['client_secret'] }),
    )
  })

  it.each([
    ['client', { clientSecret: 'not-the-secret' }],
    ['scope', { scope: 'admin' }],
    ['redirect', { address: 'http://127.0.0.1:28471/other' }],
    ['redirect', { address: null }],
    ['redirect', { isPortFree: false }],
  ] as const)('names a wrong %s', async (check, change) => {
    const { ok, states } = await findingsOf('connect', change)
    expect(ok).toBe(false)
    expect(states[check]).toBe('bad')
    for (const other of ['client', 'redirect', 'scope', 'pkce'] as const) {
      if (other !== check) expect(states[other], other).not.toBe('bad')
    }
  })
})

/** Endpoints with published names, which lead to the exchange where `dial` knows the port. */
function published(ports: Readonly<Record<string, number>>) {
  const endpoints: Endpoints = { ...PUBLISHED_ENDPOINTS.sandbox, pinnedCa: session.ready.ca }
  const dial: Dial = (host, port) => ({ host: '127.0.0.1', port: ports[`${host}:${port}`] ?? 1 })
  return { endpoints, dial }
}

describe('REL-54: the connection test of a network', () => {
  it('says that IPv6 does not answer where IPv4 does', async () => {
    const reach = (port: ReachPort): ReachPort => ({
      ...port,
      addresses: () => Promise.resolve({ ipv4: ['127.0.0.1'], ipv6: ['::1'] }),
    })
    const { ok, resultOf } = await findingsOf('key', { reach })
    expect(ok).toBe(true)
    expect(resultOf('addresses')).toMatchObject({
      state: 'warning',
      text: message('connection.familySilent', { silent: 'IPv6' }),
    })
  })

  it('says that a name is not known, instead of only that nothing answers', async () => {
    const reach = (port: ReachPort): ReachPort => ({
      ...port,
      addresses: () => Promise.resolve(null),
    })
    const { resultOf, ok } = await findingsOf('key', { ...published({}), reach })
    expect(ok).toBe(false)
    expect(resultOf('network')).toMatchObject({
      state: 'bad',
      text: message('connection.noName', { host: 'api.sandbox.webull.com' }),
    })
  })

  it('recognizes a sign-in page of the network, and sends no key there', async () => {
    const portal = await openPortal()
    try {
      const { endpoints, dial } = published({
        'api.sandbox.webull.com:443': portal.secure,
        'api.sandbox.webull.com:80': portal.plain,
      })
      const { ok, states, resultOf } = await findingsOf('key', { endpoints, dial })
      expect(ok).toBe(false)
      expect(states).toMatchObject({ certificate: 'bad', portal: 'bad', key: 'not-tried' })
      expect(resultOf('portal')?.text).toEqual(
        message('connection.portal', { address: 'login.wifi.example' }),
      )
      expect(portal.received.join('\n')).not.toContain(session.ready.appKey)
    } finally {
      portal.close()
    }
  })
})

/** A network that answers for every host: by a certificate of its own, and by a redirect. */
async function openPortal() {
  const received: string[] = []
  const plain = createPlainServer((request, response) => {
    received.push(JSON.stringify([request.url, request.headers]))
    response.writeHead(302, { location: 'http://login.wifi.example/start' })
    response.end()
  })
  const other = await openPractice()
  await listening(plain)
  return {
    received,
    // Another exchange, whose authority is not the one that is trusted.
    secure: Number(new URL(other.ready.hosts.api).port),
    plain: (plain.address() as AddressInfo).port,
    close: () => {
      plain.close()
      closers.push(() => void other.close())
    },
  }
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))

describe('REL-54: the findings for the support', () => {
  it('have every check in English, and no key or secret', async () => {
    const { ready } = session
    const findings = await findingsOf('both')
    const text = supportText({
      profile: {
        environment: 'sandbox',
        access: 'both',
        algorithm: 'HMAC-SHA256',
        hosts: null,
      },
      findings: {
        ...findings,
        checks: [
          ...findings.checks,
          {
            check: 'key',
            state: 'bad',
            text: message('connection.keyRefused', { reason: `no ${ready.appKey}` }),
            next: null,
          },
        ],
      },
      secrets: {
        app_key: ready.appKey,
        app_secret: ready.appSecret,
        client_id: ready.clientId,
        client_secret: ready.clientSecret,
        scope: ready.scope,
      },
      testedAt: epochMs(1_800_000_000_000),
      runtime: { node: '18', platform: 'linux' },
    })
    for (const check of checksOf('both')) expect(text).toContain(`${check}: `)
    expect(text).toContain(inEnglish(message('connection.eventsAccepted')))
    for (const secret of [ready.appKey, ready.appSecret, ready.clientId, ready.clientSecret]) {
      expect(text).not.toContain(secret)
    }
  })
})
