import { createConnection } from 'node:net'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/adapters/clock.js'
import { systemTimers } from '../../electron/adapters/timers.js'
import { startMcpHttpServer } from '../../electron/assistant/http/mcp-http-server.js'
import {
  OTHER,
  OTHER_TOKEN,
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../harness/assistant/endpoint-fixture.js'

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
const MS = 300
const REVOKED_CONNECTION = { id: OTHER, name: 'Other', state: 'revoked' } as const

let fixture: EndpointFixture
beforeAll(async () => {
  fixture = await startEndpointFixture({ limits: { bodyMs: MS, bodyBytes: 4_096, burst: 1_000 } })
})
afterAll(() => fixture.endpoint.close())

/** Sends exactly these bytes and returns the whole answer, without corrections by a library. */
const sendBytes = (bytes: string, port = fixture.endpoint.port): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write(bytes))
    let received = ''
    socket
      .setEncoding('utf8')
      .on('data', (text) => {
        received += text
      })
      .on('error', reject)
      .on('close', () => resolve(received))
  })

interface Parts {
  readonly line?: string
  readonly host?: string | null
  readonly headers?: readonly string[]
  readonly token?: string | null
  readonly body?: string
  readonly length?: number
}

const message = ({
  line = 'POST /mcp HTTP/1.1',
  host = `127.0.0.1:${fixture.endpoint.port}`,
  headers = [],
  token = TOKEN,
  body = LIST,
  length = Buffer.byteLength(body),
}: Parts): string =>
  [
    line,
    ...(host === null ? [] : [`Host: ${host}`]),
    'Connection: close',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${length}`,
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    '',
    body,
  ].join('\r\n')
const status = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

describe('SEC-21: the guard of the MCP endpoint', () => {
  it('accepts a well-formed request with a known key under both names of this computer', async () => {
    for (const host of [
      `127.0.0.1:${fixture.endpoint.port}`,
      `localhost:${fixture.endpoint.port}`,
    ]) {
      const answer = await sendBytes(message({ host }))
      expect(status(answer)).toBe(200)
      expect(answer).toContain('place_stock_instruction')
      expect(answer).not.toMatch(/access-control/i)
      expect(answer, 'a caller that says close is not kept').toMatch(/^connection: close\r$/im)
      expect(answer, 'no cache keeps what an account holds').toMatch(
        /^cache-control: no-store\r$/im,
      )
    }
  })

  it.each([
    'evil.example',
    'evil.example:8791',
    '127.0.0.1',
    'localhost',
    '127.0.0.1:1',
    '127.0.0.1.nip.io:PORT',
    '[::1]:PORT',
    '[::ffff:127.0.0.1]:PORT',
    '0.0.0.0:PORT',
    '127.1:PORT',
    '2130706433:PORT',
    'LOCALHOST.:PORT',
    'user@127.0.0.1:PORT',
    '127.0.0.1:PORT, evil.example',
    '',
  ])('refuses the host %j', async (host) => {
    const answer = await sendBytes(
      message({ host: host.replace('PORT', `${fixture.endpoint.port}`) }),
    )
    expect([400, 403]).toContain(status(answer))
    expect(answer).not.toContain('place_stock_instruction')
  })

  it('refuses a request without a host, with two hosts, or with an absolute address', async () => {
    expect(status(await sendBytes(message({ line: 'POST /mcp HTTP/1.0', host: null })))).toBe(403)
    expect(status(await sendBytes(message({ host: null })))).toBe(400)
    expect([400, 403]).toContain(
      status(await sendBytes(message({ headers: ['Host: evil.example'] }))),
    )
    expect(
      status(
        await sendBytes(
          message({ line: `POST http://127.0.0.1:${fixture.endpoint.port}/mcp HTTP/1.1` }),
        ),
      ),
    ).toBe(404)
  })

  it.each([
    'null',
    'https://evil.example',
    'http://127.0.0.1:PORT',
    'http://localhost:PORT',
    'app://desk',
    'file://',
    '',
  ])('refuses the origin %j, with or without a key', async (origin) => {
    const headers = [`Origin: ${origin.replace('PORT', `${fixture.endpoint.port}`)}`]
    for (const token of [TOKEN, null]) {
      const answer = await sendBytes(message({ headers, token }))
      expect(status(answer)).toBe(403)
      expect(answer).not.toMatch(/access-control/i)
    }
  })

  it.each(['GET', 'DELETE', 'OPTIONS', 'PUT', 'PATCH', 'HEAD', 'TRACE'])(
    'does not serve %s',
    async (method) => {
      const answer = await sendBytes(
        message({
          line: `${method} /mcp HTTP/1.1`,
          headers: ['Access-Control-Request-Method: POST'],
        }),
      )
      expect(status(answer)).toBe(405)
      expect(answer).toMatch(/^allow: POST\r$/im)
      expect(answer).not.toMatch(/access-control/i)
    },
  )

  it.each(['GET', 'DELETE'])('guards %s requests of a session like all others', async (method) => {
    const ofSession = (
      change: Parts & { readonly more?: readonly string[] } = {},
    ): Promise<number> =>
      sendBytes(
        message({
          line: `${method} /mcp HTTP/1.1`,
          body: '',
          ...change,
          headers: ['Mcp-Session-Id: made-up', ...(change.more ?? [])],
        }),
      ).then(status)
    expect(await ofSession()).toBe(404)
    expect(await ofSession({ host: 'evil.example' })).toBe(403)
    expect(await ofSession({ more: ['Origin: https://evil.example'] })).toBe(403)
    expect(await ofSession({ token: null })).toBe(401)
    expect(await ofSession({ more: ['Mcp-Session-Id: another'] })).toBe(405)
    expect(await ofSession({ body: LIST })).toBe(413)
    expect(await ofSession({ line: `${method} /mcp?session=1 HTTP/1.1` })).toBe(404)
  })

  it.each([
    '/',
    '/mcp/',
    '/mcp?x=1',
    '/MCP',
    '/mcp/../mcp',
    '//mcp',
    '/.well-known/oauth-protected-resource',
  ])('answers 404 to the path %s', async (path) => {
    expect(status(await sendBytes(message({ line: `POST ${path} HTTP/1.1` })))).toBe(404)
  })

  it('checks the key before the body', async () => {
    for (const token of [null, 'x'.repeat(43), 'short', `${TOKEN} `]) {
      const answer = await sendBytes(
        message({
          token: token === `${TOKEN} ` ? `${TOKEN} and more` : token,
          body: 'not json at all',
        }),
      )
      expect(status(answer)).toBe(401)
      expect(answer).toMatch(/^www-authenticate: Bearer\r$/im)
    }
    expect(
      status(await sendBytes(message({ headers: [`Authorization: Bearer ${OTHER_TOKEN}`] }))),
    ).toBe(401)
  })

  it('accepts only a complete JSON body in time and within the size limit', async () => {
    expect(status(await sendBytes(message({ body: 'nonsense' })))).toBe(400)
    expect(status(await sendBytes(message({ body: `[${LIST},${LIST}]` })))).toBe(400)
    expect(status(await sendBytes(message({ body: '', length: 5_000 })))).toBe(413)
    const chunked =
      message({})
        .split('\r\n\r\n')[0]
        ?.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked') ?? ''
    expect(
      status(await sendBytes(`${chunked}\r\n\r\n1400\r\n${'x'.repeat(0x1400)}\r\n0\r\n\r\n`)),
    ).toBe(413)
    expect(status(await sendBytes(message({ body: '{"half":', length: 100 })))).toBe(408)
    const plain = message({}).replace('application/json\r\nAccept', 'text/plain\r\nAccept')
    expect(status(await sendBytes(plain))).toBe(415)
    expect(status(await sendBytes(message({ headers: ['Content-Encoding: gzip'] })))).toBe(415)
  })

  it('answers a caller that writes ten megabytes before reading, instead of closing', async () => {
    for (const token of [TOKEN, 'x'.repeat(43)]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = createConnection({ host: '127.0.0.1', port: fixture.endpoint.port })
          .pause()
          .setEncoding('utf8')
          .on('error', reject)
        let text = ''
        socket
          .on('data', (part: string) => {
            text += part
          })
          .on('close', () => resolve(text))
        socket
          .pause()
          .write(message({ token, body: 'a'.repeat(10 * 1_048_576) }), () => socket.resume())
      })
      expect(status(answer)).toBe(413)
      expect(answer).toContain('The body is longer than')
    }
  })

  it('repeats the id of a request that it refuses, and says that nothing was requested', async () => {
    const small = await startEndpointFixture({ limits: { burst: 1, perMinute: 1 } })
    const host = `127.0.0.1:${small.endpoint.port}`
    const ask = async (token: string, body = LIST) =>
      JSON.parse(
        (await sendBytes(message({ token, host, body }), small.endpoint.port)).split(
          '\r\n\r\n',
        )[1] ?? '',
      ) as { id?: unknown; error?: { message: string } }
    await sendBytes(message({ host }), small.endpoint.port)
    small.fakePort.tokens.set('r'.repeat(43), { ...REVOKED_CONNECTION })
    const answers = [
      await ask(TOKEN),
      await ask('x'.repeat(43)),
      await ask('r'.repeat(43)),
      await ask('x'.repeat(43), 'not json'),
    ]
    expect(answers.map((answer) => ('id' in answer ? answer.id : 'none'))).toEqual([
      1,
      1,
      1,
      'none',
    ])
    expect(answers.map(({ error }) => error?.message)).toEqual([
      'Too many requests. Wait 60 s, then repeat this one. Nothing was requested and nothing was sent.',
      'This key is not known here. Pair this assistant again in Countersign. Nothing was requested and nothing was sent.',
      'The person revoked this connection. Pair this assistant again in Countersign. Nothing was requested and nothing was sent.',
      'This key is not known here. Pair this assistant again in Countersign. Nothing was requested and nothing was sent.',
    ])
    await small.endpoint.close()
  })

  it('challenges an unknown key only, never a revoked one', async () => {
    fixture.fakePort.tokens.set('r'.repeat(43), { ...REVOKED_CONNECTION })
    const answer = await sendBytes(message({ token: 'r'.repeat(43) }))
    expect(status(answer)).toBe(403)
    expect(answer).not.toMatch(/www-authenticate/i)
  })

  it('refuses JSON whose meaning is not certain, with the id of its request', async () => {
    const calling = (args: string): string =>
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_account_list","arguments":${args}}}`
    const calls = fixture.fakePort.calls.length
    for (const [args, expected] of [
      [`${'['.repeat(1_000)}${']'.repeat(1_000)}`, 'nested more than 32 levels'],
      ['{"symbol":"AAPL","symbol":"MSFT"}', 'the name "symbol" twice'],
      ['{"symbol":"AAPL","\\u0073ymbol":"MSFT"}', 'the name "symbol" twice'],
      ['{"__proto__":{"approve":true}}', '__proto__'],
    ] as const) {
      const answer = await sendBytes(message({ body: calling(args) }))
      expect(status(answer), args).toBe(400)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        id: 7,
        error: { code: -32_600, message: expect.stringContaining(expected) },
      })
    }
    expect(fixture.fakePort.calls).toHaveLength(calls)
    const fine = '{"a":{"x":1},"b":{"x":"{\\"x\\": [1"}}'
    expect(status(await sendBytes(message({ body: calling(fine) })))).toBe(200)
  })

  it('slows one connection down without an effect on another', async () => {
    const small = await startEndpointFixture({ limits: { burst: 2, perMinute: 1 } })
    const ask = (token: string): Promise<number> =>
      sendBytes(
        message({ token, host: `127.0.0.1:${small.endpoint.port}` }),
        small.endpoint.port,
      ).then(status)
    expect([await ask(TOKEN), await ask(TOKEN), await ask(TOKEN), await ask(OTHER_TOKEN)]).toEqual([
      200, 200, 429, 200,
    ])
    await small.endpoint.close()
  })

  it('counts wrong keys and slows them down, without an effect on a right one', async () => {
    let wrong = 0
    const small = await startEndpointFixture({
      limits: { wrongKeys: { burst: 3, perMinute: 1 } },
      onWrongKey: () => {
        wrong += 1
      },
    })
    const ask = (token: string): Promise<number> =>
      sendBytes(
        message({ token, host: `127.0.0.1:${small.endpoint.port}` }),
        small.endpoint.port,
      ).then(status)
    const answers: number[] = []
    for (const token of ['w'.repeat(43), 'short', 'x'.repeat(43), 'y'.repeat(43), 'z'.repeat(43)]) {
      answers.push(await ask(token))
    }
    expect(answers).toEqual([401, 401, 401, 429, 429])
    expect([await ask(TOKEN), wrong]).toEqual([200, 5])
    await small.endpoint.close()
  })

  it('does not take a ping for a call of the assistant', async () => {
    const quiet = await startEndpointFixture()
    const host = `127.0.0.1:${quiet.endpoint.port}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(status(await sendBytes(message({ host, body }), quiet.endpoint.port))).toBe(200)
    expect(quiet.fakePort.clients).toEqual([])
    await quiet.endpoint.close()
  })

  it('reports that its port is taken, and uses no other', async () => {
    const squatter = createServer()
    await new Promise<void>((resolve) => {
      squatter.listen(0, '127.0.0.1', resolve)
    })
    const address = squatter.address()
    const httpPort = typeof address === 'object' && address !== null ? address.port : 0
    const endpoint = await startMcpHttpServer({
      router: () => null,
      httpPort,
      clock: systemClock,
      timers: systemTimers,
      log: { event: () => {} },
      version: '0',
    })
    expect([endpoint.state, endpoint.port]).toEqual(['port-in-use', httpPort])
    await endpoint.close()
    await new Promise((resolve) => {
      squatter.close(resolve)
    })
  })

  it('answers 503 while no session is open, and never logs a key', async () => {
    const idle = await startEndpointFixture({ router: () => null })
    expect(
      status(
        await sendBytes(message({ host: `127.0.0.1:${idle.endpoint.port}` }), idle.endpoint.port),
      ),
    ).toBe(503)
    await idle.endpoint.close()
    expect(JSON.stringify([fixture.log, idle.log])).not.toContain(TOKEN)
  })
})
