import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../../../electron/adapters/crypto.js'
import { openConnections } from '../../../../../electron/core/instructions/connections/connections.js'
import type { SourceClient } from '../../../../../electron/core/instruction-source-port.js'
import { accountId } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { fakeDocument } from '../../../../fakes/document.js'

const NOW = 1_763_000_000_000
let bytes = 0
const open = (file = fakeDocument()) =>
  openConnections({
    file,
    clock: { now: () => epochMs(NOW), monotonic: () => 0 },
    random: { bytes: (count) => new Uint8Array(count).fill((bytes += 1)), fraction: () => 0 },
    crypto: nodeCrypto,
    log: { event: () => undefined },
    environment: 'practice',
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
    const first = value(await before.register(client()))
    expect(first).toMatchObject({
      name: 'Cloud helper',
      state: 'active',
      hosted: { scopes: ['order:write'], accounts: ['ACC1'] },
      lastSeenAt: NOW - 5_000,
    })
    const after = await open(file)
    const reregistered = value(
      await after.register(
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
    const { id } = value(await connections.register(client()))
    await connections.rename(id, 'My cloud')
    expect(value(await connections.register(client({ name: 'Morning desk' }))).name).toBe(
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
      names.push(value(await connections.register(client({ clientId, name }))).name)
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
      await connections.register(client({ clientId: 'c4', name: 'Evening desk' })),
    )
    await connections.revoke(id)
    expect(
      value(await connections.register(client({ clientId: 'c7', name: 'Evening desk' }))).name,
    ).toBe('Evening desk')
  })

  it('stays revoked until the provider reports a new consent', async () => {
    const connections = await open()
    const { id } = value(await connections.register(client()))
    expect((await connections.revoke(id)).ok).toBe(true)
    expect(value(await connections.register(client()))).toMatchObject({ id, state: 'revoked' })
    const renewed = value(await connections.register(client({ consent: 'second' })))
    expect(renewed).toMatchObject({ state: 'active' })
    expect(renewed.id).not.toBe(id)
    expect(
      connections.hosted().map(({ connection, consent }) => [connection.state, consent]),
    ).toEqual([
      ['revoked', 'first'],
      ['active', 'second'],
    ])
  })

  it('leaves paired assistants alone', async () => {
    const connections = await open()
    const paired = await connections.pair('Local', false)
    expect(paired).toMatchObject(ok({ connection: { name: 'Local' } }))
    await connections.register(client())
    expect(connections.hosted()).toHaveLength(1)
    expect(paired.ok && connections.get(paired.value.connection.id)?.hosted).toBeUndefined()
    expect(paired.ok && connections.authenticate(paired.value.token)?.name).toBe('Local')
  })
})
