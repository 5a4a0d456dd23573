import { Client, InMemoryTransport, type Tool } from '@modelcontextprotocol/client'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { createAssistantServer } from '../../../electron/assistant/server/assistant-server.js'
import { createFakeAssistantPort } from '../../fakes/assistant-port.js'
import { CONNECTION, TOKEN } from './endpoint-fixture.js'

/** Characters per token of JSON, at least: with a common tokenizer it is about 4.2. */
const CHARACTERS_PER_TOKEN = 4

/** What an assistant reads of a list of tools before its first answer. */
export interface ListCost {
  readonly tools: number
  readonly characters: number
  /** Estimated: characters / 4. */
  readonly tokens: number
}

export function costOf(tools: readonly Tool[]): ListCost {
  const characters = JSON.stringify(tools).length
  return { tools: tools.length, characters, tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN) }
}

/** Returns the tools that a newly paired assistant sees, by the official client. */
export async function defaultToolList(): Promise<readonly Tool[]> {
  const fakePort = createFakeAssistantPort()
  fakePort.tokens.set(TOKEN, { id: CONNECTION, name: 'Claude', state: 'active' })
  const server = createAssistantServer({
    port: fakePort.port,
    connection: CONNECTION,
    timers: systemTimers,
    clock: systemClock,
    log: { event: () => undefined },
    version: '0',
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'list', version: '1' })
  await server.connect(ours)
  await client.connect(theirs)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}
