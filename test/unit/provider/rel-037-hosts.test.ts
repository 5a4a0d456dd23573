import { describe, expect, it } from 'vitest'
import { CATALOG } from '../../../shared/wire/catalog.js'
import type { Operation } from '../../../shared/wire/operation.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import {
  accountEndpoints,
  isLoopback,
  originOf,
  practiceEndpoints,
  PUBLISHED_ENDPOINTS,
  signedHost,
  type Endpoints,
  type PracticeConnection,
} from '../../../electron/provider/http/hosts.js'

const handover: PracticeConnection = {
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
}
const practice = (hosts: Partial<PracticeConnection['hosts']> = {}, ca = handover.ca) =>
  practiceEndpoints({ hosts: { ...handover.hosts, ...hosts }, ca })
const stood = (): Endpoints => {
  const made = practice()
  if (!made.ok) throw new Error(made.error)
  return made.value
}

describe('REL-37: hosts of the three environments', () => {
  it('are the published ones, frozen, and shared by sandbox and production only for login', () => {
    const [sandbox, production] = [PUBLISHED_ENDPOINTS.sandbox, PUBLISHED_ENDPOINTS.production]
    expect(sandbox.origins.api).toBe('https://api.sandbox.webull.com')
    expect(production.origins.oauth).toBe('https://us-oauth-open-api.webull.com')
    expect(production.events).toEqual({ host: 'events-api.webull.com', port: 443 })
    expect(sandbox.origins.passport).toBe(production.origins.passport)
    expect(sandbox.loginPath).not.toBe(production.loginPath)
    for (const role of ['api', 'oauth'] as const) {
      expect(sandbox.origins[role]).not.toBe(production.origins[role])
    }
    expect(Object.isFrozen(production) && Object.isFrozen(production.origins)).toBe(true)
  })

  it.each([
    ['https://localhost:1', 'not-loopback'],
    ['https://0.0.0.0:1', 'not-loopback'],
    ['https://127.0.0.1.evil.example:1', 'not-loopback'],
    ['https://api.webull.com', 'not-loopback'],
    ['http://127.0.0.1:1', 'not-https'],
    ['https://user@127.0.0.1:1', 'not-an-origin'],
    ['https://127.0.0.1:1/path', 'not-an-origin'],
    ['https://127.0.0.1:1?x', 'not-an-origin'],
    ['ftp://127.0.0.1', 'not-an-origin'],
    ['', 'not-an-origin'],
  ])('hosts of practice refuse %s', (api, problem) => {
    expect(practice({ api })).toEqual({ ok: false, error: problem })
  })

  it('try the unpublished ways to live prices only where the person leaves them on', () => {
    const ports = (environment: 'sandbox' | 'production', marketRoutes: 'all' | 'published') => {
      const endpoints = accountEndpoints(environment, null, { marketRoutes })
      return endpoints.ok ? endpoints.value.dataFallbacks.map(({ port }) => port) : null
    }
    expect(ports('production', 'all')).toEqual([8883, 443])
    expect(ports('production', 'published')).toEqual([8883])
    expect(ports('sandbox', 'all')).toEqual([8883, 443])
    expect(ports('sandbox', 'published')).toEqual([])
  })

  it('hosts of practice require loopback streams and a pinned authority', () => {
    expect(practice({ events: { host: 'events-api.webull.com', port: 443 } })).toEqual({
      ok: false,
      error: 'not-loopback',
    })
    expect(practice({ data: { host: '127.0.0.1', port: 0 } })).toEqual({
      ok: false,
      error: 'bad-port',
    })
    expect(practice({}, '')).toEqual({ ok: false, error: 'no-authority' })
    expect(isLoopback('127.1.2.3') && isLoopback('::1') && !isLoopback('127.0.0.1.x')).toBe(true)
  })

  it('receive only operations of the catalog, with path and method together', () => {
    for (const operation of CATALOG as readonly Operation[]) {
      expect(originOf(stood(), operation, 'key')).toMatch(/^https:\/\/127\.0\.0\.1:/)
    }
    const sandbox = PUBLISHED_ENDPOINTS.sandbox
    expect(
      originOf(
        sandbox,
        { ...ORDER_OPERATIONS.placeOrder, path: '/trading/orders/place-twice' },
        'key',
      ),
    ).toBeNull()
    expect(originOf(sandbox, { ...ORDER_OPERATIONS.placeOrder, method: 'GET' }, 'key')).toBeNull()
    expect(
      originOf(sandbox, { ...ACCOUNT_OPERATIONS.listAccounts, host: 'broker' }, 'key'),
    ).toBeNull()
    expect(originOf(sandbox, ORDER_OPERATIONS.placeOrder, 'connect')).toBe(
      'https://oauth-open-api.sandbox.webull.com',
    )
  })

  it('are refused when environment and hosts disagree', () => {
    expect(
      originOf({ ...stood(), environment: 'production' }, ORDER_OPERATIONS.placeOrder, 'key'),
    ).toBeNull()
    expect(
      originOf(
        { ...PUBLISHED_ENDPOINTS.production, environment: 'practice' },
        ORDER_OPERATIONS.placeOrder,
        'key',
      ),
    ).toBeNull()
  })

  it('are signed with the port only when it is not 443', () => {
    expect(signedHost('https://api.webull.com')).toBe('api.webull.com')
    expect(signedHost('https://127.0.0.1:8443')).toBe('127.0.0.1:8443')
  })
})
