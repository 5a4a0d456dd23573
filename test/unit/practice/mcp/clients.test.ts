import { describe, expect, test } from 'vitest'
import { Clients } from '../../../../electron/practice/hosted/clients.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'

const { maxClients } = ASSUMPTIONS.mcpAccess
const METADATA = { redirect_uris: ['http://127.0.0.1/callback'] }
const idOf = (made: ReturnType<Clients['register']>): string => {
  if (!made.ok) throw new Error(made.error.description)
  return made.value.id
}

describe('open client registration', () => {
  test('evicts idle clients when many register, but never an authorized one', () => {
    const clients = new Clients()
    const idle = idOf(clients.register(METADATA, 0, new Set()))
    const active = idOf(clients.register(METADATA, 0, new Set()))
    for (let more = 0; more < 2 * maxClients; more += 1) {
      clients.register(METADATA, 0, new Set([active]))
    }
    expect([clients.get(idle), clients.get(active)?.id, clients.snapshot().length]).toEqual([
      null,
      active,
      maxClients,
    ])
  })

  test('refuses new clients while every client is authorized', () => {
    const clients = new Clients()
    for (let more = 0; more < maxClients; more += 1) clients.register(METADATA, 0, new Set())
    const all = new Set(clients.snapshot().map(({ id }) => id))
    expect(clients.register(METADATA, 0, all)).toMatchObject({
      ok: false,
      error: { error: 'invalid_client_metadata' },
    })
    expect(clients.snapshot()).toHaveLength(maxClients)
  })
})
