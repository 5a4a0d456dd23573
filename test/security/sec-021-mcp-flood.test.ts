import { createConnection, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import {
  OTHER_TOKEN,
  startEndpointFixture,
  TOKEN,
  type EndpointFixture,
} from '../harness/assistant/endpoint-fixture.js'

const CALL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_policy', arguments: {} },
})
const opened: Socket[] = []
let fixture: EndpointFixture | null = null
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await fixture?.endpoint.close()
  fixture = null
})

const head = (port: number, token: string, length: number): string =>
  [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${length}`,
    `Authorization: Bearer ${token}`,
    '',
    '',
  ].join('\r\n')
const request = (port: number, token: string, body = CALL): string =>
  head(port, token, Buffer.byteLength(body)) + body

/**
 * Opens a socket that stays open, with the text received so far and whether the other side closed
 * it.
 */
function openConnection(
  port: number,
  bytes: string,
): { readonly socket: Socket; receivedText(): string; readonly ended: Promise<void> } {
  const socket = createConnection({ host: '127.0.0.1', port }, () => {
    if (bytes !== '') socket.write(bytes)
  })
  opened.push(socket)
  let text = ''
  socket
    .setEncoding('utf8')
    .on('data', (part: string) => {
      text += part
    })
    .on('error', () => undefined)
  return {
    socket,
    receivedText: () => text,
    ended: new Promise((resolve) => {
      socket.on('close', () => resolve())
    }),
  }
}
const statuses = (text: string): readonly number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))
const until = async (holds: () => boolean, ms = 20_000): Promise<void> => {
  for (const end = Date.now() + ms; !holds(); ) {
    if (Date.now() > end) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const once = async (port: number, token: string): Promise<number | undefined> => {
  const connection = openConnection(port, request(port, token))
  await until(() => statuses(connection.receivedText()).length > 0)
  connection.socket.destroy()
  return statuses(connection.receivedText())[0]
}

describe('SEC-21: a flood affects only its own connection', () => {
  it('limits concurrent requests by connection, and accepts more when some have ended', async () => {
    fixture = await startEndpointFixture({ limits: { inFlight: 3, bodyMs: 20_000 } })
    const { port } = fixture.endpoint
    const held = Array.from({ length: 3 }, () => openConnection(port, head(port, TOKEN, 100)))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await once(port, TOKEN)).toBe(429)
    expect(await once(port, OTHER_TOKEN)).toBe(200)
    held[0]?.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await once(port, TOKEN)).toBe(200)
  })

  it('counts each pipelined request', async () => {
    fixture = await startEndpointFixture({ limits: { burst: 2, perMinute: 1 } })
    const { port } = fixture.endpoint
    const connection = openConnection(
      port,
      request(port, TOKEN) + request(port, TOKEN) + request(port, TOKEN) + request(port, TOKEN),
    )
    await connection.ended
    expect(statuses(connection.receivedText())).toEqual([200, 200, 429])
  })

  it('closes a silent or slow connection soon and frees its place', async () => {
    fixture = await startEndpointFixture({ limits: { sockets: 2, headersMs: 500, bodyMs: 500 } })
    const { port } = fixture.endpoint
    const began = Date.now()
    const held = [openConnection(port, ''), openConnection(port, 'POST /mcp HTTP/1.1\r\nHost: ')]
    await new Promise((resolve) => setTimeout(resolve, 100))
    await openConnection(port, request(port, TOKEN)).ended
    await Promise.all(held.map(({ ended }) => ended))
    expect(Date.now() - began).toBeLessThan(4_000)
    expect(await once(port, TOKEN)).toBe(200)
  })

  it('refuses endless headers', async () => {
    fixture = await startEndpointFixture()
    const { port } = fixture.endpoint
    const connection = openConnection(
      port,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'x'.repeat(64 * 1_024)}`,
    )
    await connection.ended
    expect(statuses(connection.receivedText())).toEqual([431])
  })

  it('is not affected by names such as __proto__', async () => {
    fixture = await startEndpointFixture()
    const { port } = fixture.endpoint
    for (const body of [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":{"polluted":1},"params":{"name":"get_policy","arguments":{"__proto__":{"polluted":1}}}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__","arguments":{}}}',
      '{"jsonrpc":"2.0","id":1,"method":"constructor","params":{"constructor":{"prototype":{"polluted":1}}}}',
    ]) {
      const connection = openConnection(port, request(port, TOKEN, body))
      await until(() => statuses(connection.receivedText()).length > 0)
      expect(connection.receivedText()).not.toContain('trading_halted')
    }
    expect('polluted' in {}).toBe(false)
    expect(await once(port, TOKEN)).toBe(200)
  })
})
