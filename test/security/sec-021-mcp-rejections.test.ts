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

describe('SEC-21: parameters that a method does not have', () => {
  const CLIENT = { capabilities: {}, clientInfo: { name: 'c', version: '1' } }

  it.each([
    ['initialize', { ...CLIENT, protocolVersion: null }, /protocolVersion/],
    ['initialize', { ...CLIENT, protocolVersion: 20250618 }, /protocolVersion/],
    ['initialize', {}, /protocolVersion/],
    ['resources/read', { uri: null }, /uri/],
    ['prompts/get', { name: 5 }, /name/],
    ['tools/call', { name: null }, /name/],
  ])('%s with %j is refused by the name of the member', async (method, params, member) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
    const { body: answer } = await send(body, TOKEN, { 'mcp-protocol-version': '2025-06-18' })
    const { id, error } = (
      typeof answer === 'string' ? JSON.parse(/^data: (.+)$/m.exec(answer)?.[1] ?? '{}') : answer
    ) as { id?: unknown; error?: { code: number; message: string } }
    expect([id, error?.code]).toEqual([7, -32_602])
    expect(error?.message).toMatch(member)
    expect(error?.message).not.toMatch(/[[\]{}]|expected/)
  })
})

interface Rejected {
  readonly status: number
  readonly challenge: string | null
  readonly body: unknown
}

async function send(
  body: string | Uint8Array<ArrayBuffer>,
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

  it('bytes that are no UTF-8 are refused, and read as no other text', async () => {
    const bytes = Buffer.from(text.replace('list"', 'list","note":"~"'))
    bytes[bytes.indexOf('~')] = 0xff
    const rejected = await send(new Uint8Array(bytes), TOKEN, headers)
    expect(rejected.status).toBe(400)
    expectError(rejected, undefined, /^The body is not in UTF-8\./)
  })

  it.each([
    'application/json; charset=utf-16',
    'application/json; a=b;charset="iso-8859-1"',
    'application/json;charset=',
  ])('a body of the type %s is refused', async (type) => {
    const answered = await send(text, TOKEN, { ...headers, 'content-type': type })
    expect(answered.status).toBe(415)
    expectError(answered, 7, /^The body has to be in UTF-8\./)
  })

  it.each(['application/json; charset=UTF-8', 'application/json; charset="utf-8"'])(
    'a body of the type %s is answered as one without a charset',
    async (type) => {
      const plain = await send(text, TOKEN, headers)
      const named = await send(text, TOKEN, { ...headers, 'content-type': type })
      expect(named).toEqual(plain)
    },
  )

  it('too many requests are refused with the time to wait', async () => {
    const small = await startEndpointFixture({ limits: { burst: 1, perMinute: 1 } })
    await send(text, TOKEN, headers, small)
    const rejected = await send(text, TOKEN, headers, small)
    expect(rejected.status).toBe(429)
    expectError(rejected, 7, /^Too many requests\. Wait \d+ s, then repeat this one\./)
    await small.endpoint.close()
  })
})
