import type { ConnectionId } from '../../../shared/domain/instructions/instruction.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import {
  startMcpHttpServer,
  type McpHttpServer,
  type EndpointOptions,
} from '../../../electron/assistant/http/mcp-http-server.js'
import { createFakeAssistantPort, type FakeAssistantPort } from '../../fakes/assistant-port.js'

export const TOKEN = 'k'.repeat(43)
export const OTHER_TOKEN = 'o'.repeat(43)
export const CONNECTION = '00000000000000aa' as ConnectionId
export const OTHER = '00000000000000bb' as ConnectionId

export interface EndpointFixture {
  readonly fakePort: FakeAssistantPort
  readonly endpoint: McpHttpServer
  readonly log: (readonly [string, unknown])[]
}

/** Starts an endpoint on a free port over the fake port, with two paired assistants. */
export async function startEndpointFixture(
  options: Partial<EndpointOptions> = {},
): Promise<EndpointFixture> {
  const fakePort = createFakeAssistantPort()
  fakePort.tokens.set(TOKEN, { id: CONNECTION, name: 'Claude', state: 'active' })
  fakePort.tokens.set(OTHER_TOKEN, { id: OTHER, name: 'Other', state: 'active' })
  const log: (readonly [string, unknown])[] = []
  const { port } = fakePort
  const router = { authenticate: port.authenticate, portOf: () => port }
  const endpoint = await startMcpHttpServer({
    router: () => router,
    httpPort: 0,
    clock: systemClock,
    timers: systemTimers,
    log: {
      event: (_level, name, fields) => {
        log.push([name, fields])
      },
    },
    version: '0.0.0',
    ...options,
  })
  return { fakePort, endpoint, log }
}
