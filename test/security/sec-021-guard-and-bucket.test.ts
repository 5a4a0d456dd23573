import { describe, expect, test } from 'vitest'
import {
  bearerOf,
  checkRequest,
  type SeenRequest,
} from '../../electron/assistant/http/request-check.js'
import { DEFAULT_HTTP_PORT, ENDPOINT_LIMITS, MCP_PATH } from '../../electron/assistant/protocol.js'
import { createRateLimiter } from '../../electron/assistant/http/rate-limiter.js'

const HOST = '127.0.0.1:8791'
const HOST_NAMES = [HOST, 'localhost:8791']
const JSON_BODY = { host: HOST, 'content-type': 'application/json' }
const SESSION = { host: HOST, 'mcp-session-id': 's1' }
const raw = (headers: Readonly<Record<string, string | readonly string[]>>): string[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).flatMap((item) => [name, item]),
  )
const guardAnswer = (
  headers: Readonly<Record<string, string | readonly string[]>>,
  more: Partial<SeenRequest> = {},
  origins: readonly string[] = [],
) => {
  const rebuff = checkRequest(
    { method: 'POST', url: MCP_PATH, rawHeaders: raw(headers), ...more },
    { hosts: HOST_NAMES, origins, bodyBytes: 100 },
  )
  return rebuff === null ? 'on' : `${rebuff.status} ${rebuff.message}`
}
const HOSTS = '403 This address is not served here.'
const PAGES = '403 Web pages are not served here.'
const METHOD = '405 Only POST is served here.'
const KIND = '415 The body has to be application/json.'

describe('SEC-21: the answers of the request guard', () => {
  test.each<
    [string, Readonly<Record<string, string | readonly string[]>>, Partial<SeenRequest>, string]
  >([
    ['accepts a JSON body', JSON_BODY, {}, 'on'],
    ['accepts the host name localhost', { ...JSON_BODY, host: 'localhost:8791' }, {}, 'on'],
    ['accepts a header name in capitals', { HOST, 'Content-Type': 'application/json' }, {}, 'on'],
    ['refuses a missing host', { 'content-type': 'application/json' }, {}, HOSTS],
    [
      'refuses a foreign host name that resolves to this computer',
      { ...JSON_BODY, host: 'evil.example:8791' },
      {},
      HOSTS,
    ],
    ['refuses another port', { ...JSON_BODY, host: '127.0.0.1:8792' }, {}, HOSTS],
    [
      'refuses a host that only begins with the right one',
      { ...JSON_BODY, host: '127.0.0.1:87910' },
      {},
      HOSTS,
    ],
    [
      'refuses two hosts, the right one first',
      { ...JSON_BODY, host: [HOST, 'evil.example'] },
      {},
      HOSTS,
    ],
    ['refuses the right host sent twice', { ...JSON_BODY, host: [HOST, HOST] }, {}, HOSTS],
    ['refuses the origin of a page', { ...JSON_BODY, origin: 'http://127.0.0.1:8791' }, {}, PAGES],
    ['refuses the origin null', { ...JSON_BODY, origin: 'null' }, {}, PAGES],
    [
      'refuses the right host in another header',
      { 'x-host': HOST, host: 'evil.example', 'content-type': 'application/json' },
      {},
      HOSTS,
    ],
    [
      'accepts a header name as the value of another header',
      { ...JSON_BODY, 'x-note': 'origin', 'x-more': '1' },
      {},
      'on',
    ],
    ['refuses another method', JSON_BODY, { method: 'PUT' }, METHOD],
    ['refuses a missing method', JSON_BODY, { method: undefined }, METHOD],
    ['refuses GET without a session', JSON_BODY, { method: 'GET' }, METHOD],
    [
      'refuses GET with two sessions',
      { ...SESSION, 'mcp-session-id': ['s1', 's2'] },
      { method: 'GET' },
      METHOD,
    ],
    ['accepts GET with a session', SESSION, { method: 'GET' }, 'on'],
    ['accepts DELETE with a session', SESSION, { method: 'DELETE' }, 'on'],
    ['refuses another method with a session', SESSION, { method: 'HEAD' }, METHOD],
    [
      'refuses a session at another path',
      SESSION,
      { method: 'GET', url: '/' },
      '404 There is nothing here.',
    ],
    ['refuses another path', JSON_BODY, { url: '/mcp/' }, '404 There is nothing here.'],
    ['refuses a path with a query', JSON_BODY, { url: '/mcp?x=1' }, '404 There is nothing here.'],
    [
      'refuses a body for GET',
      { ...SESSION, 'content-length': '1' },
      { method: 'GET' },
      '413 No body belongs here.',
    ],
    [
      'refuses a body of unknown length for DELETE',
      { ...SESSION, 'transfer-encoding': 'chunked' },
      { method: 'DELETE' },
      '413 No body belongs here.',
    ],
    [
      'accepts an empty body for DELETE',
      { ...SESSION, 'content-length': '0' },
      { method: 'DELETE' },
      'on',
    ],
    ['refuses another content type', { ...JSON_BODY, 'content-type': 'text/plain' }, {}, KIND],
    ['refuses a missing content type', { host: HOST }, {}, KIND],
    [
      'refuses a content type that only begins with the right one',
      { ...JSON_BODY, 'content-type': 'application/jsonp' },
      {},
      KIND,
    ],
    [
      'refuses a content type that only ends with the right one',
      { ...JSON_BODY, 'content-type': 'x application/json' },
      {},
      KIND,
    ],
    [
      'refuses two content types',
      { ...JSON_BODY, 'content-type': ['application/json', 'application/json'] },
      {},
      KIND,
    ],
    [
      'accepts a content type with a charset',
      { ...JSON_BODY, 'content-type': 'Application/JSON ; charset=utf-8' },
      {},
      'on',
    ],
    [
      'refuses a compressed body',
      { ...JSON_BODY, 'content-encoding': 'gzip' },
      {},
      '415 The body has to come as it is.',
    ],
    ['accepts a body at the size limit', { ...JSON_BODY, 'content-length': '100' }, {}, 'on'],
    [
      'refuses a body above the size limit',
      { ...JSON_BODY, 'content-length': '101' },
      {},
      '413 The body is longer than 100 bytes.',
    ],
    ['accepts a body without a stated length', JSON_BODY, {}, 'on'],
  ])('%s', (_what, headers, more, answer) => {
    expect(guardAnswer(headers, more)).toBe(answer)
  })

  test('allows an allowed origin, but not together with another one', () => {
    const ours = 'http://a.example'
    expect([
      guardAnswer({ ...JSON_BODY, origin: ours }, {}, [ours]),
      guardAnswer({ ...JSON_BODY, origin: [ours, 'http://b.example'] }, {}, [ours]),
      guardAnswer({ ...JSON_BODY, origin: `${ours}.evil` }, {}, [ours]),
    ]).toEqual(['on', PAGES, PAGES])
  })

  test('names the right method when it refuses another one', () => {
    expect(
      checkRequest(
        { method: 'PUT', url: MCP_PATH, rawHeaders: raw(JSON_BODY) },
        { hosts: HOST_NAMES, origins: [], bodyBytes: 1 },
      )?.headers,
    ).toEqual({ allow: 'POST' })
  })

  test('reports the first error of: host, origin, method, path, content type', () => {
    const all = {
      host: 'evil.example',
      origin: 'http://evil.example',
      'content-type': 'text/plain',
      'content-length': '999',
    }
    const more = { method: 'PUT', url: '/x' }
    expect([
      guardAnswer(all, more),
      guardAnswer({ ...all, host: HOST }, more),
      guardAnswer({ host: HOST }, more),
      guardAnswer({ host: HOST }, { url: '/x' }),
      guardAnswer({ host: HOST, 'content-length': '999' }),
    ]).toEqual([HOSTS, PAGES, METHOD, '404 There is nothing here.', KIND])
  })
})

describe('SEC-21: the bearer key', () => {
  const key = 'k'.repeat(16)
  const bearer = (...given: string[]) => bearerOf({ rawHeaders: raw({ authorization: given }) })

  test('is one well-formed key of 16 to 256 characters', () => {
    expect([
      bearer(`Bearer ${key}`),
      bearer(`bearer ${key}`),
      bearer(`Bearer ${'k'.repeat(256)}`),
    ]).toEqual([key, key, 'k'.repeat(256)])
    expect([
      bearer(`Bearer ${'k'.repeat(15)}`),
      bearer(`Bearer ${'k'.repeat(257)}`),
      bearer(`Basic ${key}`),
      bearer(key),
      bearer(`x Bearer ${key}`),
      bearer(`Bearer ${key} x`),
      bearer(`Bearer  ${key}`),
      bearer(`Bearer ${'k'.repeat(15)}\u00e9`),
    ]).toEqual(Array.from({ length: 8 }, () => null))
  })

  test('is refused when there is none or more than one', () => {
    expect([bearer(), bearer(`Bearer ${key}`, `Bearer ${key}`)]).toEqual([null, null])
  })
})

describe('CONFIRM-31: the rate limit of a caller', () => {
  const bucket = (burst = 3, perMinute = 60) => {
    const clock = { time: 5_000, now: () => 0 as never, monotonic: () => clock.time }
    return { clock, limiter: createRateLimiter(clock, { burst, perMinute }) }
  }

  test('allows a burst, then returns the time until the next request', () => {
    const { clock, limiter } = bucket()
    expect([
      limiter.acquire('a'),
      limiter.acquire('a'),
      limiter.acquire('a'),
      limiter.acquire('a'),
    ]).toEqual([0, 0, 0, 1_000])
    clock.time += 500
    expect(limiter.acquire('a')).toBe(500)
    clock.time += 250
    expect(limiter.acquire('a')).toBe(250)
    clock.time += 250
    expect([limiter.acquire('a'), limiter.acquire('a')]).toEqual([0, 1_000])
  })

  test('refills to its burst and no further, however long it is unused', () => {
    const { clock, limiter } = bucket(2)
    expect([limiter.acquire('a'), limiter.acquire('a')]).toEqual([0, 0])
    clock.time += 3_600_000
    expect([limiter.acquire('a'), limiter.acquire('a'), limiter.acquire('a')]).toEqual([
      0, 0, 1_000,
    ])
  })

  test('is separate for every caller, and starts again for a forgotten one', () => {
    const { limiter } = bucket(1, 240)
    expect([limiter.acquire('a'), limiter.acquire('a'), limiter.acquire('b')]).toEqual([0, 250, 0])
    limiter.forget('a')
    expect([limiter.acquire('a'), limiter.acquire('b')]).toEqual([0, 250])
  })

  test("has these limits and this address, which assistants' configurations contain", () => {
    expect(ENDPOINT_LIMITS).toEqual({
      bodyBytes: 262_144,
      bodyMs: 10_000,
      headersMs: 10_000,
      burst: 60,
      perMinute: 240,
      inFlight: 16,
      sockets: 128,
      wrongKeys: { perMinute: 30, burst: 10 },
    })
    expect([DEFAULT_HTTP_PORT, MCP_PATH]).toEqual([8791, '/mcp'])
  })
})
