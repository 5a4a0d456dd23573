import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_CONCURRENT } from '../../../electron/adapters/http-lanes.js'
import { HttpsPort } from '../../../electron/adapters/https-port.js'
import type { HttpLane, HttpPort } from '../../../electron/core/net-ports.js'
import { fairTime } from '../../harness/system/fair-time.js'
import { PATIENCE } from '../../harness/system/until.js'
import { makeCertificates } from '../../../electron/practice/tls/certificates.js'
import { laneOf } from '../../../electron/provider/http/lane.js'
import { epochMs } from '../../../shared/domain/time.js'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import { CONNECT_OPERATIONS } from '../../../shared/wire/families/access/connect.js'
import { ACCOUNT_OPERATIONS } from '../../../shared/wire/families/trading/accounts.js'
import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'

/** Of a busy machine; the hanging requests would be given up after 30 s. */
const AT_ONCE_MS = 5_000

let server: Server
let origin = ''
let ca = ''
const sockets = new Set<Duplex>()
let connections = 0
/** Requests to `/silent` get no answer. */
const received: string[] = []

beforeAll(async () => {
  const certificates = await makeCertificates(epochMs(Date.now()))
  ca = certificates.ca
  server = createServer(certificates, (request, response) => {
    received.push(request.url ?? '')
    if (request.url !== '/silent') response.end('{}')
  })
  server.on('connection', (socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const send = (http: HttpPort, lane: HttpLane, target: string, connectTimeoutMs = 10_000) =>
  http.send({
    lane,
    method: 'GET',
    origin,
    target,
    headers: {},
    body: null,
    connectTimeoutMs,
    readTimeoutMs: 30_000,
    maxResponseBytes: 1_000,
  })

/** Starts requests without an answer; returns when as many as possible have arrived. */
async function hang(http: HttpPort, lane: HttpLane, count: number): Promise<void> {
  const before = received.length
  for (let request = 0; request < count; request += 1) void send(http, lane, '/silent')
  const expected = before + Math.min(count, MAX_CONCURRENT[lane])
  await expect.poll(() => received.length).toBe(expected)
}

describe('REL-36: connections', () => {
  it.each(['read', 'status', 'order'] as const)(
    'cancel at once while every %s connection hangs',
    async (lane) => {
      const http = new HttpsPort({ pinnedCa: ca })
      await hang(http, lane, MAX_CONCURRENT[lane] + 32)
      const cancel = fairTime()
      expect(await send(http, 'cancel', '/cancel')).toMatchObject({ ok: true })
      expect(cancel.ms()).toBeLessThan(AT_ONCE_MS)
      cancel.stop()
      http.close()
    },
  )

  it('cancel other orders at once while 32 cancels hang', async () => {
    const http = new HttpsPort({ pinnedCa: ca })
    await hang(http, 'cancel', 32)
    const cancel = fairTime()
    expect(await send(http, 'cancel', '/cancel')).toMatchObject({ ok: true })
    expect(cancel.ms()).toBeLessThan(AT_ONCE_MS)
    cancel.stop()
    http.close()
  })

  it('report a read that found no place in time as not sent', async () => {
    const http = new HttpsPort({ pinnedCa: ca })
    await hang(http, 'read', MAX_CONCURRENT.read)
    expect(await send(http, 'read', '/late', 50)).toEqual({
      ok: false,
      error: { kind: 'timeout', phase: 'not-sent', detail: 'queue' },
    })
    expect(received).not.toContain('/late')
    http.close()
  })

  it('REL-34: give up reads that a network swallowed, once it is back, and no trade', async () => {
    let now = 0
    const http = new HttpsPort({ pinnedCa: ca, monotonicMs: () => now })
    const ended: string[] = []
    const follow = async (lane: HttpLane): Promise<void> => {
      const answer = await send(http, lane, '/silent')
      ended.push(
        `${lane}: ${answer.ok ? 'answered' : `${answer.error.kind}, ${answer.error.phase}`}`,
      )
    }
    const [before, all] = [received.length, ['read', 'status', 'order', 'cancel'] as const]
    for (const lane of all) void follow(lane)
    await expect.poll(() => received.length).toBe(before + all.length)
    now = 999
    http.giveUpSilent?.()
    expect(await send(http, 'read', '/read')).toMatchObject({ ok: true })
    expect(ended).toEqual([])
    now = 1_000
    http.giveUpSilent?.()
    await expect
      .poll(() => ended.toSorted(), PATIENCE)
      .toEqual(['read: timeout, sent', 'status: timeout, sent'])
    http.close()
  })

  it('REL-34: are new ones after the idle ones were closed, which may be dead', async () => {
    const http = new HttpsPort({ pinnedCa: ca })
    const connectionsOf = async (): Promise<number> => {
      expect(await send(http, 'read', '/read')).toMatchObject({ ok: true })
      return connections
    }
    const first = await connectionsOf()
    expect(await connectionsOf()).toBe(first)
    http.closeIdle?.()
    expect(await connectionsOf()).toBe(first + 1)
    http.close()
  })

  it('give a place that becomes free to the request that waits, and refuse it when closed', async () => {
    const http = new HttpsPort({ pinnedCa: ca })
    const answers = await Promise.all(
      Array.from({ length: 3 * MAX_CONCURRENT.read }, () => send(http, 'read', '/read')),
    )
    expect(answers.every((answer) => answer.ok)).toBe(true)
    await hang(http, 'read', MAX_CONCURRENT.read)
    const waiting = send(http, 'read', '/late')
    http.close()
    expect(await waiting).toMatchObject({ ok: false, error: { phase: 'not-sent' } })
  })

  it('belong to the lane of their operation', () => {
    expect(laneOf(ORDER_OPERATIONS.cancelOrder)).toBe('cancel')
    expect(laneOf(ORDER_OPERATIONS.placeOrder)).toBe('order')
    expect(laneOf(ORDER_OPERATIONS.replaceOrder)).toBe('order')
    expect(laneOf(ORDER_OPERATIONS.getOrder)).toBe('status')
    expect(laneOf(AUTH_OPERATIONS.createToken)).toBe('status')
    expect(laneOf(CONNECT_OPERATIONS.createAccessToken)).toBe('status')
    expect(laneOf(ORDER_OPERATIONS.listOpenOrders)).toBe('read')
    expect(laneOf(ACCOUNT_OPERATIONS.getBalance)).toBe('read')
  })
})
