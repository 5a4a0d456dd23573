import { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpFailure, HttpResponse } from '../../../electron/core/net-ports.js'
import type { Result } from '../../../shared/domain/result.js'
import { createGrpcPort } from '../../../electron/adapters/grpc-port.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import { createMqttPort } from '../../../electron/adapters/mqtt-port.js'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const DAY = 86_400_000
type Keys = Awaited<ReturnType<typeof webcrypto.subtle.generateKey>> & {
  publicKey: webcrypto.CryptoKey
  privateKey: webcrypto.CryptoKey
}
interface Identity {
  readonly key: string
  readonly cert: string
  readonly ca: string
}

const pem = async (key: webcrypto.CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')

async function identity(
  options: {
    readonly name?: { type: 'ip' | 'dns'; value: string }
    readonly from?: number
    readonly to?: number
  } = {},
): Promise<Identity> {
  const make = async () =>
    (await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as Keys
  const [authority, server] = [await make(), await make()]
  const from = new Date(Date.now() + (options.from ?? -1) * DAY)
  const to = new Date(Date.now() + (options.to ?? 1) * DAY)
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Test Authority',
    notBefore: new Date(Date.now() - 30 * DAY),
    notAfter: new Date(Date.now() + 30 * DAY),
    keys: authority,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  const names =
    options.name === undefined
      ? [
          { type: 'ip' as const, value: '127.0.0.1' },
          { type: 'dns' as const, value: 'localhost' },
        ]
      : [options.name]
  const cert = await x509.X509CertificateGenerator.create({
    serialNumber: '02',
    subject: 'CN=server',
    issuer: ca.subject,
    notBefore: from,
    notAfter: to,
    signingKey: authority.privateKey,
    publicKey: server.publicKey,
    signingAlgorithm: ALGORITHM,
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  })
  return { key: await pem(server.privateKey), cert: cert.toString('pem'), ca: ca.toString('pem') }
}

let requests = 0
const servers: Server[] = []
const sockets = new Set<Duplex>()
type ServerBehavior = 'ok' | 'reset' | 'truncate' | 'silent' | 'large'
let serverBehavior: ServerBehavior = 'ok'

async function serve({ key, cert }: Identity): Promise<number> {
  const server = createServer({ key, cert }, (request, response) => {
    requests += 1
    if (serverBehavior === 'reset') request.socket.destroy()
    else if (serverBehavior === 'truncate') {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"a":')
      setTimeout(() => request.socket.destroy(), 20)
    } else if (serverBehavior === 'large') response.end('x'.repeat(10_000))
    else if (serverBehavior === 'ok') response.end('{"ok":true}')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

const send = (
  port: number,
  ca: string | null,
  readTimeoutMs = 1_000,
): Promise<Result<HttpResponse, HttpFailure>> => {
  const http = new HttpsPort({ pinnedCa: ca })
  return http
    .send({
      method: 'POST',
      origin: `https://127.0.0.1:${port}`,
      target: '/x',
      headers: {},
      body: new TextEncoder().encode('{}'),
      connectTimeoutMs: 1_000,
      readTimeoutMs,
      maxResponseBytes: 5_000,
    })
    .finally(() => http.close())
}

let good: Identity
let goodPort = 0
beforeAll(async () => {
  x509.cryptoProvider.set(webcrypto as unknown as Crypto)
  good = await identity()
  goodPort = await serve(good)
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

describe('TLS certificate checks', () => {
  it('accept the pinned authority', async () => {
    serverBehavior = 'ok'
    expect(await send(goodPort, good.ca)).toMatchObject({ ok: true, value: { status: 200 } })
  })

  it.each([
    ['an untrusted authority', () => Promise.resolve([goodPort, null] as const)],
    [
      'another authority than the pinned one',
      async () => [goodPort, (await identity()).ca] as const,
    ],
    [
      'a wrong host',
      async () => {
        const wrong = await identity({ name: { type: 'dns', value: 'api.webull.com' } })
        return [await serve(wrong), wrong.ca] as const
      },
    ],
    [
      'an expired certificate',
      async () => {
        const old = await identity({ from: -10, to: -1 })
        return [await serve(old), old.ca] as const
      },
    ],
    [
      'a certificate that is not valid yet',
      async () => {
        const early = await identity({ from: 1, to: 2 })
        return [await serve(early), early.ca] as const
      },
    ],
  ])('refuse %s before a byte of the request is sent', async (_title, make) => {
    const before = requests
    const [port, ca] = await make()
    expect(await send(port, ca)).toMatchObject({
      ok: false,
      error: { kind: 'tls', phase: 'not-sent' },
    })
    expect(requests).toBe(before)
  })

  it('stay on when an environment variable would switch them off', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      expect(await send(goodPort, null)).toMatchObject({
        ok: false,
        error: { kind: 'tls', phase: 'not-sent' },
      })
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    }
  })

  it('refuse an untrusted authority for gRPC and MQTT as well', async () => {
    const other = (await identity()).ca
    const end = await new Promise<{ status: number }>((resolve) => {
      createGrpcPort({ pinnedCa: other }).openStream(
        {
          host: '127.0.0.1',
          port: goodPort,
          method: '/a.B/C',
          message: new Uint8Array(),
          metadata: {},
        },
        { onMessage: () => {}, onEnd: resolve },
      )
    })
    expect(end.status).toBe(14)
    const closed = await new Promise<{ kind: string }>((resolve) => {
      createMqttPort({ pinnedCa: other }).open(
        {
          host: '127.0.0.1',
          port: goodPort,
          clientId: 'c',
          username: 'u',
          password: 'p',
          keepAliveSeconds: 15,
          connectTimeoutMs: 2_000,
        },
        {
          onConnected: () => {
            throw new Error('connected')
          },
          onMessage: () => {},
          onEnd: resolve,
        },
      )
    })
    expect(closed.kind).toBe('tls')
  })
})

describe('phases of a failed request', () => {
  it('is not sent when nothing listens at the port', async () => {
    expect(await send(1, good.ca)).toMatchObject({ ok: false, error: { phase: 'not-sent' } })
  })
  it.each([
    ['reset', 'reset', 'sent'],
    ['truncate', 'truncated', 'response-started'],
    ['silent', 'timeout', 'sent'],
    ['large', 'too-large', 'response-started'],
  ] as const)('%s', async (behavior, kind, phase) => {
    serverBehavior = behavior
    expect(await send(goodPort, good.ca, 300)).toMatchObject({ ok: false, error: { kind, phase } })
  })
})
