import { describe, expect, test } from 'vitest'
import { Clients } from '../../../../electron/practice/mcp/clients.js'
import { ASSUMPTIONS } from '../../../../shared/wire/assumptions.js'

const { mostClients } = ASSUMPTIONS.mcpAccess
const METADATA = { redirect_uris: ['http://127.0.0.1/callback'] }
const idOf = (made: ReturnType<Clients['register']>): string => {
  if (!made.ok) throw new Error(made.error.description)
  return made.value.id
}

describe('registration is open to everybody', () => {
  test('whoever registers in a loop puts out idle clients, and nobody whom the person has let in', () => {
    const clients = new Clients()
    const idle = idOf(clients.register(METADATA, 0, new Set()))
    const mine = idOf(clients.register(METADATA, 0, new Set()))
    for (let more = 0; more < 2 * mostClients; more += 1) {
      clients.register(METADATA, 0, new Set([mine]))
    }
    expect([clients.get(idle), clients.get(mine)?.id, clients.snapshot().length]).toEqual([
      null,
      mine,
      mostClients,
    ])
  })

  test('where everybody was let in, nobody else can register', () => {
    const clients = new Clients()
    for (let more = 0; more < mostClients; more += 1) clients.register(METADATA, 0, new Set())
    const all = new Set(clients.snapshot().map(({ id }) => id))
    expect(clients.register(METADATA, 0, all)).toMatchObject({
      ok: false,
      error: { error: 'invalid_client_metadata' },
    })
    expect(clients.snapshot()).toHaveLength(mostClients)
  })
})
