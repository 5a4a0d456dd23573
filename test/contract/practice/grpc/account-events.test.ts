import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { epochMs } from '../../../../shared/domain/time.js'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { WallClock } from '../../../../electron/practice/simulation/clock.js'
import { Faults } from '../../../../electron/practice/faults/faults.js'
import { EventServer } from '../../../../electron/practice/grpc/event-server.js'
import { Access } from '../../../../electron/practice/http/access/access.js'
import type { RunningServer } from '../../../../electron/practice/model/running-server.js'
import { makeKeys } from '../../../../electron/practice/data/keys.js'
import { AccessTokens } from '../../../../electron/practice/oauth/access-tokens.js'
import { ClientTokens } from '../../../../electron/practice/oauth/client-tokens.js'
import { Grants } from '../../../../electron/practice/oauth/grants.js'
import { makeCertificates } from '../../../../electron/practice/tls/certificates.js'
import { subscribeEvents, type EventStream } from '../client/grpc-client.js'

/**
 * Settlements and expiries are rare, so the test passes them to the server directly; the client
 * receives them over a socket.
 */
const ACCOUNT_ID = 'PRACTICEEVENT0000000000005'
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
    owned: () => [ACCOUNT_ID],
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
const publish = (kind: 'position' | 'option', accountId = ACCOUNT_ID): void =>
  events.publishAccount({
    kind,
    accountId,
    time: epochMs(1_795_000_000_000),
    payload: { kind },
  })
const received = (): unknown[] =>
  stream.received
    .filter(({ eventType }) => eventType !== SUCCESS)
    .map(({ eventType, subscribeType, contentType, payload }) => [
      Number(eventType),
      subscribeType,
      contentType,
      payload,
    ])

describe('account events besides orders', () => {
  it.each([
    ['position', 2, 1028],
    ['option', 4, 1032],
  ] as const)(
    'account events of type %s reach their subscriber under their own event type',
    async (kind, bit, number) => {
      await subscribe(7)
      publish(kind)
      await expect
        .poll(received)
        .toEqual([[number, bit, 'application/json', JSON.stringify({ kind })]])
    },
  )

  it('do not reach subscribers of orders only or of another account', async () => {
    await subscribe(1)
    publish('position')
    publish('option')
    expect(events.end('expire')).toBe(1)
    await stream.ended
    expect(received().filter((row) => (row as number[])[0]! > 1_000)).toEqual([])
    stream.close()
    await expect.poll(() => events.size).toBe(0)
    await subscribe(7)
    publish('position', 'SOMEBODYELSE00000000000001')
    publish('option')
    await expect.poll(received).toHaveLength(1)
    expect(received()).toEqual([[1032, 4, 'application/json', JSON.stringify({ kind: 'option' })]])
  })
})
