import { describe, expect, test } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { openConnections } from '../../../../../electron/core/instructions/connections/connections.js'
import { MAX_CONNECTIONS } from '../../../../../electron/core/instructions/connections/connection-file.js'
import type { Connections } from '../../../../../electron/core/instructions/connections/connections-port.js'
import type { Environment } from '../../../../../shared/domain/environment.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { asMoney, dec } from '../../../../../shared/domain/decimal.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { seeded, settle } from '../../../../simulation/core/simulation.js'
import { foreign, message } from '../../../../../shared/messages/make-message.js'

const MINUTE = 60_000

function createFixture(content: string | null = null) {
  const file = fakeDocument(content)
  const random = seeded(3)
  const time = { now: 1_000_000 }
  const compared: string[] = []
  const changes: string[] = []
  const open = async (environment: Environment = 'practice'): Promise<Connections> => {
    const connections = await openConnections({
      file,
      clock: { now: () => epochMs(time.now), monotonic: () => time.now },
      environment,
      log: { event: () => undefined },
      random: {
        bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(random() * 256)),
        fraction: random,
      },
      crypto: {
        digestHex: nodeCrypto.digestHex,
        equal: (a, b) => {
          compared.push(a)
          return nodeCrypto.equal(a, b)
        },
      },
    })
    connections.onChange(({ kind: change }) => changes.push(change))
    return connections
  }
  return { file, time, compared, changes, open }
}
async function pairConnection(connections: Connections, name = 'Helper') {
  const pairing = await connections.pair(name, false)
  if (!pairing.ok) throw new Error(pairing.error.message)
  return { id: pairing.value.connection.id, token: pairing.value.token }
}

describe('connections', () => {
  test('SEC-30: renews a key: the one before is refused at once, limits and pauses stay', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id, token } = await pairConnection(connections)
    await connections.pause(id, null, foreign('by hand'))
    const before = connections.get(id)
    const renewed = await connections.renewKey(id)
    expect(renewed).toMatchObject({ ok: true, value: { connection: before } })
    const next = renewed.ok ? renewed.value.token : ''
    expect(next).not.toBe(token)
    expect([connections.authenticate(token), connections.authenticate(next)?.id]).toEqual([
      null,
      id,
    ])
    const reopened = await fixture.open()
    expect([reopened.authenticate(token), reopened.authenticate(next)?.id]).toEqual([null, id])
    expect(fixture.changes).toEqual(['paired', 'paused', 'renewed'])
  })

  test('renews no key that cannot be written, and none of a revoked connection', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id, token } = await pairConnection(connections)
    fixture.file.failure = { kind: 'failed', message: 'no' }
    expect((await connections.renewKey(id)).ok).toBe(false)
    expect(connections.authenticate(token)?.id).toBe(id)
    fixture.file.failure = null
    await connections.revoke(id)
    expect((await connections.renewKey(id)).ok).toBe(false)
  })

  test('shows a key of 256 random bits once and stores only its hash', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const [first, second] = [
      await pairConnection(connections),
      await pairConnection(connections, 'Other'),
    ]
    expect(first.token).toMatch(/^cs_[\w-]{43}$/)
    expect(second.token).not.toBe(first.token)
    expect(fixture.file.content).not.toContain(first.token)
    expect(fixture.file.content).not.toContain(first.token.slice(3))
    expect(fixture.file.content).toContain(
      nodeCrypto.digestHex('sha256', new TextEncoder().encode(first.token)),
    )
    expect(JSON.stringify(connections.all())).not.toMatch(/keyHash|cs_/)
    const reopened = await fixture.open()
    expect(reopened.authenticate(first.token)).toEqual({
      id: first.id,
      name: 'Helper',
      state: 'active',
    })
    expect(reopened.authenticate(second.token)?.id).toBe(second.id)
  })

  test('compares a key with every record, whether it matches or not', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const keys = [
      await pairConnection(connections),
      await pairConnection(connections, 'B'),
      await pairConnection(connections, 'C'),
    ]
    for (const token of [keys[0]?.token ?? '', keys[2]?.token ?? '', 'cs_wrong', '']) {
      fixture.compared.length = 0
      connections.authenticate(token)
      expect(fixture.compared).toHaveLength(3)
    }
    expect([
      connections.authenticate('cs_wrong'),
      connections.authenticate(''),
      connections.authenticate(`${keys[0]?.token ?? ''} `),
    ]).toEqual([null, null, null])
  })

  test('pauses and resumes; a pause expires, and a shorter one never ends a longer one', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id, token } = await pairConnection(connections)
    await connections.pause(id, 15, foreign('asked too much'))
    expect(connections.get(id)).toMatchObject({
      state: 'paused',
      pauseWhy: foreign('asked too much'),
      pausedUntil: fixture.time.now + 15 * MINUTE,
    })
    await connections.pause(id, 5, foreign('less'))
    expect(connections.get(id)?.pauseWhy).toEqual(foreign('asked too much'))
    fixture.time.now += 15 * MINUTE - 1
    expect(connections.authenticate(token)?.state).toBe('paused')
    fixture.time.now += 1
    expect(connections.authenticate(token)?.state).toBe('active')
    await connections.pause(id, null, foreign('by hand'))
    await connections.pause(id, 1, foreign('less'))
    fixture.time.now += 100 * MINUTE
    expect((await fixture.open()).get(id)).toMatchObject({
      state: 'paused',
      pausedUntil: null,
      pauseWhy: foreign('by hand'),
    })
    await connections.resume(id)
    expect(connections.get(id)).toMatchObject({ state: 'active', pauseWhy: null })
  })

  test('stores the reason of a pause in English and finds its code again', async () => {
    const fixture = createFixture()
    const { id } = await pairConnection(await fixture.open())
    await (await fixture.open()).pause(id, null, message('assistants.pausedWithDecline'))
    expect(fixture.file.content).toContain('"why":"Paused by the person with a decline."')
    expect((await fixture.open()).get(id)?.pauseWhy).toEqual(
      message('assistants.pausedWithDecline'),
    )
  })

  test('rejects a revoked key for good, and neither resumes nor changes its connection', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id, token } = await pairConnection(connections)
    await connections.revoke(id)
    expect(connections.authenticate(token)?.state).toBe('revoked')
    expect([
      (await connections.resume(id)).ok,
      (await connections.rename(id, 'New')).ok,
      (await connections.pause(id, 1, foreign('x'))).ok,
    ]).toEqual([false, false, false])
    const reopened = await fixture.open()
    expect([reopened.authenticate(token)?.state, reopened.get(id)?.state]).toEqual([
      'revoked',
      'revoked',
    ])
    connections.markSeen(id, 'client')
    expect(connections.get(id)?.lastSeenAt).toBeNull()
  })

  test('reduces a name to one plain line and refuses an empty one', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id } = await pairConnection(connections, 'A\u202eB\nC')
    expect(connections.get(id)?.name).not.toMatch(/[\u202e\n]/)
    expect((await connections.rename(id, 'Desk helper')).ok).toBe(true)
    expect((await fixture.open()).get(id)?.name).toBe('Desk helper')
    expect([
      (await connections.rename(id, '\n')).ok,
      (await connections.pair('', false)).ok,
    ]).toEqual([false, false])
  })

  test('SEC-31: pairs and renames nobody with a name that looks like a present one', async () => {
    const connections = await createFixture().open()
    const { id } = await pairConnection(connections, 'Claude')
    const other = await pairConnection(connections, 'Codex')
    const names = ['Claude', 'Cl\u0430ude', '\u216dlaude', 'Countersign', 'System']
    for (const name of names) {
      expect((await connections.pair(name, false)).ok, name).toBe(false)
      expect((await connections.rename(other.id, name)).ok, name).toBe(false)
    }
    expect(connections.all().map(({ name }) => name)).toEqual(['Claude', 'Codex'])
    // A revoked connection requests nothing more, so its name is free.
    await connections.revoke(id)
    expect((await connections.pair('Claude', false)).ok).toBe(true)
  })

  test('updates "last seen" at once, and on the disk at most once a minute', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id } = await pairConnection(connections)
    connections.markSeen(id, 'client/1.0')
    await settle()
    expect(connections.get(id)).toMatchObject({
      firstSeenAt: fixture.time.now,
      lastSeenAt: fixture.time.now,
      client: 'client/1.0',
    })
    const written = fixture.file.content
    fixture.time.now += MINUTE - 1
    connections.markSeen(id, 'client/1.0')
    await settle()
    expect(connections.get(id)?.lastSeenAt).toBe(fixture.time.now)
    expect(fixture.file.content).toBe(written)
    fixture.time.now += 1
    connections.markSeen(id, 'client/1.0')
    await settle()
    expect(fixture.file.content).not.toBe(written)
  })

  test('sets a damaged file aside, and leaves a file of a newer version alone', async () => {
    const broken = createFixture('{"v":1,"connections":[{"id":')
    const connections = await broken.open()
    expect([connections.all(), broken.file.aside]).toEqual([[], ['{"v":1,"connections":[{"id":']])
    expect((await connections.pair('New', false)).ok).toBe(true)
    const newer = createFixture('{"v":5,"connections":[]}')
    expect((await (await newer.open()).pair('New', false)).ok).toBe(false)
    expect([newer.file.content, newer.file.aside]).toEqual(['{"v":5,"connections":[]}', []])
    const strange = createFixture('{"v":1,"connections":[],"extra":1}')
    await strange.open()
    expect(strange.file.aside).toHaveLength(1)
  })

  test('pauses and revokes although the disk refuses, but pairs no new connection', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const [first, second] = [
      await pairConnection(connections),
      await pairConnection(connections, 'B'),
    ]
    fixture.file.failure = { kind: 'full', message: 'full' }
    expect((await connections.pause(first.id, null, foreign('halt'))).ok).toBe(false)
    expect((await connections.revoke(second.id)).ok).toBe(false)
    expect([
      connections.authenticate(first.token)?.state,
      connections.authenticate(second.token)?.state,
    ]).toEqual(['paused', 'revoked'])
    expect([
      (await connections.pair('C', false)).ok,
      (await connections.resume(first.id)).ok,
    ]).toEqual([false, false])
    expect([connections.all().length, connections.get(first.id)?.state]).toEqual([2, 'paused'])
    expect(fixture.changes.filter((change) => change === 'paused' || change === 'revoked')).toEqual(
      ['paused', 'revoked'],
    )
  })

  test('stores limits by environment', async () => {
    const fixture = createFixture()
    const practice = await fixture.open()
    const { id } = await pairConnection(practice)
    const policy = practice.get(id)?.policy
    if (policy === undefined) throw new Error('no policy')
    await practice.setPolicy(id, { ...policy, maxOrder: asMoney(dec('7')) })
    const production = await fixture.open('production')
    expect(production.get(id)).toMatchObject({
      policy: { maxOrder: '500', accounts: [], balances: 'hidden' },
    })
    expect((await fixture.open()).get(id)).toMatchObject({ policy: { maxOrder: '7' } })
  })

  test('CONFIRM-31: counts excesses per assistant over restarts, and from zero after a pause', async () => {
    const fixture = createFixture()
    const first = await fixture.open()
    const [{ id }, other] = [await pairConnection(first), await pairConnection(first, 'Other')]
    expect([
      await first.recordRateViolation(id),
      await first.recordRateViolation(other.id),
      await first.recordRateViolation(id),
    ]).toEqual([false, false, false])
    fixture.time.now += 9 * MINUTE
    const second = await fixture.open()
    expect([
      await second.recordRateViolation(other.id),
      await second.recordRateViolation(id),
    ]).toEqual([false, true])
    expect([
      await second.recordRateViolation(id),
      await (await fixture.open()).recordRateViolation(id),
    ]).toEqual([false, false])
    fixture.time.now += 10 * MINUTE
    expect(await (await fixture.open()).recordRateViolation(id)).toBe(false)
  })

  test('CONFIRM-31: counts excesses although the disk refuses', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id } = await pairConnection(connections)
    fixture.file.failure = { kind: 'full', message: 'full' }
    expect([
      await connections.recordRateViolation(id),
      await connections.recordRateViolation(id),
      await connections.recordRateViolation(id),
    ]).toEqual([false, false, true])
  })

  test('drops the connection that was revoked first when the list is full', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const all: { id: Awaited<ReturnType<typeof pairConnection>>['id'] }[] = []
    for (let index = 0; index < MAX_CONNECTIONS; index += 1) {
      all.push(await pairConnection(connections, `A${index}`))
    }
    expect((await connections.pair('One more', false)).ok).toBe(false)
    const gone = all[7]?.id
    if (gone === undefined) throw new Error('none')
    await connections.revoke(gone)
    expect((await connections.pair('One more', false)).ok).toBe(true)
    expect([connections.get(gone), connections.all().length]).toEqual([null, MAX_CONNECTIONS])
  })

  test('knows which changes raise the limits of a policy', async () => {
    const fixture = createFixture()
    const connections = await fixture.open()
    const { id } = await pairConnection(connections)
    const policy = connections.get(id)?.policy
    if (policy === undefined) throw new Error('no policy')
    const raises = (overrides: Partial<typeof policy>): boolean =>
      connections.raisesLimits(id, { ...policy, ...overrides })
    expect([
      raises({}),
      raises({ maxOrder: asMoney(dec('49999.99')) }),
      raises({ maxSymbolDay: asMoney(dec('1')) }),
      raises({ products: ['stock'] }),
      raises({ hours: 'regular' }),
      raises({ ordersPerDay: 49 }),
      raises({ accounts: [] }),
    ]).toEqual([false, false, false, false, false, false, false])
    expect([
      raises({ maxOrder: asMoney(dec('50000.01')) }),
      raises({ maxQuantity: null }),
      raises({ hours: 'any' }),
      raises({ maxPending: 6 }),
      raises({ ordersPerDay: 51 }),
      raises({ validMinutes: 16 }),
      raises({
        allow: [
          {
            symbol: 'AAPL' as never,
            maxOrder: asMoney(dec('1')),
            total: asMoney(dec('1')),
            used: asMoney(dec('0')),
            until: epochMs(1),
          },
        ],
      }),
    ]).toEqual([true, true, true, true, true, true, true])
    expect(connections.raisesLimits('0'.repeat(16) as typeof id, policy)).toBe(true)
    expect(raises({ toolsets: ['account'] })).toBe(false)
    expect(
      (await connections.setPolicy(id, { ...policy, toolsets: ['account', 'trading'] })).ok,
    ).toBe(true)
    expect([
      raises({ toolsets: ['trading'] }),
      raises({ toolsets: ['trading', 'account'] }),
      raises({ toolsets: ['account', 'market-data'] }),
      raises({}),
    ]).toEqual([false, false, true, true])
    expect((await fixture.open()).get(id)?.policy.toolsets).toEqual(['account', 'trading'])
    expect((await fixture.open('sandbox')).get(id)?.policy.toolsets).toHaveLength(4)
  })
})
