import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochMs } from '../../../shared/domain/time.js'
import type { PracticeReady } from '../../../shared/ipc/practice-control.js'
import { WallClock } from '../../../electron/practice/clock.js'
import { Faults } from '../../../electron/practice/faults.js'
import { EventServer } from '../../../electron/practice/grpc/event-server.js'
import { Access } from '../../../electron/practice/http/access.js'
import type { RunningServer } from '../../../electron/practice/http/server.js'
import { makeKeys } from '../../../electron/practice/keys.js'
import { AccessTokens } from '../../../electron/practice/oauth/access-tokens.js'
import { ClientTokens } from '../../../electron/practice/oauth/client-tokens.js'
import { Grants } from '../../../electron/practice/oauth/grants.js'
import { makeCertificates } from '../../../electron/practice/tls/certificates.js'
import { subscribeEvents, type EventStream } from './client/grpc-client.js'

/**
 * Settlements and expiries are rare, so the server is told of them here itself; the client hears
 * them over a socket.
 */
const MINE = 'PRACTICEEVENT0000000000005'
const host = { wall: () => Date.now(), monotonic: () => performance.now() }
let events: EventServer
let running: RunningServer
let ready: Pick<PracticeReady, 'hosts' | 'ca' | 'appKey' | 'appSecret'>
let stream: EventStream

beforeAll(async () => {
  const keys = makeKeys()
  const certificates = await makeCertificates(epochMs(Date.now()))
  const access = new Access({
    keys,
    userId: () => '1000000001',
    wall: new WallClock(host),
    host,
    tokens: new AccessTokens(),
    grants: new Grants(),
    clientTokens: new ClientTokens(),
    tokenNeeded: true,
  })
  events = new EventServer({
    access,
    faults: new Faults(),
    owned: () => [MINE],
    now: () => epochMs(Date.now()),
  })
  running = await events.start(certificates, 0)
  ready = {
    hosts: { events: { host: '127.0.0.1', port: running.port } } as PracticeReady['hosts'],
    ca: certificates.ca,
    appKey: keys.appKey,
    appSecret: keys.appSecret,
  }
})
afterEach(async () => {
  stream.close()
  await expect.poll(() => events.size).toBe(0)
})
afterAll(() => running.close())

const SUCCESS = 0
const subscribe = async (subscribeType: number): Promise<void> => {
  stream = subscribeEvents(ready as PracticeReady, { subscribeType })
  await stream.next(({ eventType }) => eventType === SUCCESS)
}
const tell = (kind: 'position' | 'option', accountId = MINE): void =>
  events.publishAccount({
    kind,
    accountId,
    time: epochMs(1_795_000_000_000),
    payload: { told: kind },
  })
const told = (): unknown[] =>
  stream.received
    .filter(({ eventType }) => eventType !== SUCCESS)
    .map(({ eventType, subscribeType, contentType, payload }) => [
      Number(eventType),
      subscribeType,
      contentType,
      payload,
    ])

describe('events of an account beside its orders', () => {
  it.each([
    ['position', 2, 1028],
    ['option', 4, 1032],
  ] as const)(
    'a %s event goes to who asks for it, under its own number',
    async (kind, bit, number) => {
      await subscribe(7)
      tell(kind)
      await expect
        .poll(told)
        .toEqual([[number, bit, 'application/json', JSON.stringify({ told: kind })]])
    },
  )

  it('does not go to who asks for orders only, nor to who has another account', async () => {
    await subscribe(1)
    tell('position')
    tell('option')
    expect(events.end('expire')).toBe(1)
    await stream.ended
    expect(told().filter((one) => (one as number[])[0]! > 1_000)).toEqual([])
    stream.close()
    await expect.poll(() => events.size).toBe(0)
    await subscribe(7)
    tell('position', 'SOMEBODYELSE00000000000001')
    tell('option')
    await expect.poll(told).toHaveLength(1)
    expect(told()).toEqual([[1032, 4, 'application/json', JSON.stringify({ told: 'option' })]])
  })
})
