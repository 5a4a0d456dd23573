import { isJSONRPCErrorResponse, parseJSONRPCMessage } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  OTHER,
  OTHER_TOKEN,
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../harness/assistant/endpoint-fixture.js'

const CALL = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }
const DEEP = `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":${'['.repeat(200)}${']'.repeat(200)}}`

let fixture: EndpointFixture
beforeAll(async () => {
  fixture = await startEndpointFixture({ limits: { bodyBytes: 4_096 } })
  fixture.fakePort.tokens.set(OTHER_TOKEN, { id: OTHER, name: 'Other', state: 'revoked' })
})
afterAll(() => fixture.endpoint.close())

interface Rejected {
  readonly status: number
  readonly challenge: string | null
  readonly body: unknown
}

async function send(
  body: string,
  token: string,
  headers: Readonly<Record<string, string>>,
  { endpoint } = fixture,
): Promise<Rejected> {
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })
  const { status } = response
  const challenge = response.headers.get('www-authenticate')
  const received = await response.text()
  return { status, challenge, body: received.startsWith('{') ? JSON.parse(received) : received }
}

/** Requires an error of JSON-RPC that has the id of its request, or no id where it has none. */
function expectError({ body }: Rejected, id: number | undefined, text: RegExp): void {
  expect(parseJSONRPCMessage(body)).toEqual(body)
  expect(isJSONRPCErrorResponse(body)).toBe(true)
  expect(body).toEqual({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code: expect.any(Number) as number, message: expect.stringMatching(text) as string },
  })
  expect((body as { error: { message: string } }).error.message).toMatch(
    /Nothing was requested and nothing was sent\.$/,
  )
}

// Both eras: the sessionful ones name their version in a header, the newest one in the message too.
describe.each([
  ['2025-06-18', CALL],
  [
    '2026-07-28',
    {
      ...CALL,
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    },
  ],
] as const)('SEC-21: rejections over HTTP in the protocol %s', (version, call) => {
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' }
  const text = JSON.stringify(call)

  it('an unknown key may be mended by another one; a revoked one only by the person', async () => {
    const unknown = await send(text, 'w'.repeat(43), headers)
    expect([unknown.status, unknown.challenge]).toEqual([401, 'Bearer'])
    expectError(unknown, 7, /^This key is not known here\. /)
    const revoked = await send(text, OTHER_TOKEN, headers)
    expect([revoked.status, revoked.challenge]).toEqual([403, null])
    expectError(revoked, 7, /^The person revoked this connection\. /)
  })

  it.each([
    ['deep JSON', DEEP, 7, /nested more than \d+ levels deep/],
    [
      'a name twice',
      '{"jsonrpc":"2.0","id":7,"id":7,"method":"tools/list"}',
      7,
      /has the name "id" twice in one object/,
    ],
    [
      'a prototype',
      '{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"__proto__":{}}}',
      7,
      /has the name "__proto__", which no call has/,
    ],
    ['no JSON', '{"jsonrpc"', undefined, /^The body is not JSON\./],
    ['a batch', `[${text}]`, undefined, /^Send one message per request\./],
  ] as const)('a body with %s has an answer of its own', async (_about, body, id, message) => {
    const rejected = await send(body, TOKEN, headers)
    expect(rejected.status).toBe(400)
    expectError(rejected, id, message)
  })

  it('too many requests are refused with the time to wait', async () => {
    const small = await startEndpointFixture({ limits: { burst: 1, perMinute: 1 } })
    await send(text, TOKEN, headers, small)
    const rejected = await send(text, TOKEN, headers, small)
    expect(rejected.status).toBe(429)
    expectError(rejected, 7, /^Too many requests\. Wait \d+ s, then repeat this one\./)
    await small.endpoint.close()
  })
})
