import { Client, InMemoryTransport, type CallToolResult } from '@modelcontextprotocol/client'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import { createAssistantServer } from '../../../electron/assistant/server/assistant-server.js'
import { createFakeAssistantPort, type FakeAssistantPort } from '../../fakes/assistant-port.js'
import { CONNECTION, TOKEN } from './endpoint-fixture.js'

export interface AssistantClient {
  readonly fakePort: FakeAssistantPort
  readonly client: Client
  call(name: string, args: object): Promise<CallToolResult>
  /** Returns code, message and next step of a refusal; null when the call was not refused. */
  refusal(
    name: string,
    args: object,
  ): Promise<{ readonly code: string; readonly message: string; readonly next: string } | null>
}

/**
 * Connects the official MCP client to the fake port in memory. It validates every answer against
 * its `outputSchema`.
 */
export async function connectAssistantClient(): Promise<AssistantClient> {
  const fakePort = createFakeAssistantPort()
  fakePort.tokens.set(TOKEN, { id: CONNECTION, name: 'Claude', state: 'active' })
  const server = createAssistantServer({
    port: fakePort.port,
    connection: CONNECTION,
    timers: systemTimers,
    clock: systemClock,
    log: { event: () => {} },
    version: '0',
    // Every tool is listed, so that the client checks the answers of all.
    added: { has: () => true, add: () => undefined },
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client(
    { name: 'desk-client', version: '1' },
    { versionNegotiation: { mode: 'legacy' } },
  )
  await server.connect(ours)
  await client.connect(theirs)
  await client.listTools()
  const call: AssistantClient['call'] = async (name, args) =>
    (await client.callTool({ name, arguments: { ...args } })) as CallToolResult
  return {
    fakePort,
    client,
    call,
    async refusal(name, args) {
      const answer = await call(name, args)
      const [part] = answer.content
      return answer.isError === true && part?.type === 'text'
        ? (JSON.parse(part.text) as { error: { code: string; message: string; next: string } })
            .error
        : null
    },
  }
}
