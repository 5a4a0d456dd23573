import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { openConnections } from '../../../../../electron/core/instructions/connections/connections.js'
import { MAX_CONNECTIONS } from '../../../../../electron/core/instructions/connections/connection-file.js'
import type { SourceClient } from '../../../../../electron/core/instruction-source-port.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { fakeDocument } from '../../../../fakes/document.js'

const NOW = 1_763_000_000_000
let bytes = 0
const open = (file = fakeDocument(), isLost = false) =>
  openConnections({
    file,
    clock: { now: () => epochMs(NOW), monotonic: () => 0 },
    random: { bytes: (count) => new Uint8Array(count).fill((bytes += 1)), fraction: () => 0 },
    crypto: nodeCrypto,
    log: { event: () => undefined },
    environment: 'practice',
    isLost: () => isLost,
  })
const client = (overrides: Partial<SourceClient> = {}): SourceClient => ({
  clientId: 'client-1',
  name: 'Cloud helper',
  consent: 'first',
  scopes: ['order:write'],
  accounts: [accountId('ACC1')],
  lastSeenAt: epochMs(NOW - 5_000),
  ...overrides,
})
const value = <T>(result: { readonly ok: boolean; readonly value?: T }): T => {
  if (!result.ok || result.value === undefined) throw new Error('refused')
  return result.value
}

describe('a client of the hosted server', () => {
  it('is one connection over restarts, with the scopes that the person granted', async () => {
    const file = fakeDocument()
    const before = await open(file)
    const first = value(await before.hosted.register(client()))
    expect(first).toMatchObject({
      name: 'Cloud helper',
      state: 'active',
      hosted: { scopes: ['order:write'], accounts: ['ACC1'] },
      lastSeenAt: NOW - 5_000,
    })
    const after = await open(file)
    const reregistered = value(
      await after.hosted.register(
        client({ scopes: ['order:write', 'order:read'], lastSeenAt: epochMs(NOW) }),
      ),
    )
    expect(reregistered).toMatchObject({
      id: first.id,
      hosted: { scopes: ['order:write', 'order:read'] },
      lastSeenAt: NOW,
    })
    expect(after.all()).toHaveLength(1)
  })

  it('keeps the name that the person gave it, and no key authenticates as it', async () => {
    const connections = await open()
    const { id } = value(await connections.hosted.register(client()))
    await connections.rename(id, 'My cloud')
    expect(value(await connections.hosted.register(client({ name: 'Morning desk' }))).name).toBe(
      'My cloud',
    )
    for (const token of ['', 'client-1', 'cs_', 'first']) {
      expect(connections.authenticate(token)).toBeNull()
    }
  })

  it('gets another name when its name is already used', async () => {
    const connections = await open()
    await connections.pair('Morning desk', false)
    const names = []
    for (const [clientId, name] of [
      ['c1', 'Morning desk'],
      ['c2', 'MORNING \u3164desk'],
      ['c3', 'Morning desk (2)'],
      ['c4', 'Evening desk'],
      ['c5', 'M'.repeat(200)],
      ['c6', 'M'.repeat(200)],
    ] as const) {
      names.push(value(await connections.hosted.register(client({ clientId, name }))).name)
    }
    expect(names).toEqual([
      'Morning desk (2)',
      'MORNING desk (3)',
      'Morning desk (2) (2)',
      'Evening desk',
      'M'.repeat(80),
      `${'M'.repeat(76)} (2)`,
    ])
    // A revoked connection makes no more requests, so its name is free.
    const { id } = value(
      await connections.hosted.register(client({ clientId: 'c4', name: 'Evening desk' })),
    )
    await connections.revoke(id)
    expect(
      value(await connections.hosted.register(client({ clientId: 'c7', name: 'Evening desk' })))
        .name,
    ).toBe('Evening desk')
  })

  it('stays revoked until the provider reports a new consent', async () => {
    const connections = await open()
    const { id } = value(await connections.hosted.register(client()))
    expect((await connections.revoke(id)).ok).toBe(true)
    expect(value(await connections.hosted.register(client()))).toMatchObject({
      id,
      state: 'revoked',
    })
    const renewed = value(await connections.hosted.register(client({ consent: 'second' })))
    expect(renewed).toMatchObject({ state: 'active' })
    expect(renewed.id).not.toBe(id)
    expect(
      connections.hosted.all().map(({ connection, consent }) => [connection.state, consent]),
    ).toEqual([
      ['revoked', 'first'],
      ['active', 'second'],
    ])
  })

  it('leaves paired assistants alone', async () => {
    const connections = await open()
    const paired = await connections.pair('Local', false)
    expect(paired).toMatchObject(ok({ connection: { name: 'Local' } }))
    await connections.hosted.register(client())
    expect(connections.hosted.all()).toHaveLength(1)
    expect(paired.ok && connections.get(paired.value.connection.id)?.hosted).toBeUndefined()
    expect(paired.ok && connections.authenticate(paired.value.token)?.name).toBe('Local')
  })
})

describe('REL-38: after the list was lost, a hosted client that was revoked', () => {
  /** A list in which the client is revoked, which the disk then loses. */
  async function lose(mode: 'damaged' | 'missing'): Promise<ReturnType<typeof fakeDocument>> {
    const file = fakeDocument()
    const connections = await open(file)
    await connections.revoke(value(await connections.hosted.register(client())).id)
    file.content = mode === 'damaged' ? file.content!.slice(0, 40) : null
    return file
  }
  const revokedClient = async (connections: Awaited<ReturnType<typeof open>>) =>
    value(await connections.hosted.register(client())).state

  it.each(['damaged', 'missing'] as const)(
    'is paused, also after a new pairing, the acknowledgement and a restart: %s',
    async (mode) => {
      const file = await lose(mode)
      const first = await open(file, true)
      await first.pair('Another', false)
      // The person has acknowledged the loss; the broker's list did not arrive before the restart.
      expect(await revokedClient(await open(file))).toBe('paused')
    },
  )

  it.each(['damaged', 'missing'] as const)(
    'is paused where nothing else was stored before the restart: %s',
    async (mode) => {
      const file = await lose(mode)
      await open(file, true)
      await open(file)
      expect(await revokedClient(await open(file))).toBe('paused')
    },
  )

  it('is paused where the loss could be stored only with the acknowledgement', async () => {
    const file = await lose('missing')
    const write = file.write
    file.write = () => Promise.resolve(err({ kind: 'full', message: 'full' }))
    const first = await open(file, true)
    expect((await first.storeAccess()).ok).toBe(false)
    file.write = write
    expect((await first.storeAccess()).ok).toBe(true)
    expect(await revokedClient(await open(file))).toBe('paused')
  })

  it('stays as the person decided once the clients of the broker are in the list', async () => {
    const file = await lose('damaged')
    const first = await open(file, true)
    const { id } = value(await first.hosted.register(client()))
    await first.hosted.clientsListed()
    await first.resume(id)
    const second = await open(file)
    expect(await revokedClient(second)).toBe('active')
    expect(value(await second.hosted.register(client({ clientId: 'later' }))).state).toBe('active')
  })

  it('is paused where a full list had to drop its revocation', async () => {
    const file = fakeDocument()
    const connections = await open(file)
    await connections.revoke(value(await connections.hosted.register(client())).id)
    for (let count = 0; count < MAX_CONNECTIONS + 1; count += 1) {
      const clientId = `other-${count}`
      const other = value(await connections.hosted.register(client({ clientId, name: clientId })))
      if (count % 2 === 0) await connections.revoke(other.id)
    }
    expect(connections.hosted.all().some(({ clientId }) => clientId === 'client-1')).toBe(false)
    expect(await revokedClient(await open(file))).toBe('paused')
  })

  it('is never dropped while a revoked connection with a key can be', async () => {
    const connections = await open()
    const revoked = value(await connections.hosted.register(client()))
    await connections.revoke(revoked.id)
    for (let count = 0; count < MAX_CONNECTIONS * 2; count += 1) {
      const paired = value(await connections.pair(`Paired ${count}`, false))
      await connections.revoke(paired.connection.id)
    }
    expect(value(await connections.hosted.register(client()))).toMatchObject({
      id: revoked.id,
      state: 'revoked',
    })
  })
})
