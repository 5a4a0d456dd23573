import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionId } from '../../../shared/domain/ids.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import {
  startMcpHttpServer,
  type McpHttpServer,
  type EndpointOptions,
} from '../../../electron/assistant/http/mcp-http-server.js'
import { preparePrivateSocket } from '../../../electron/assistant/local/private-socket.js'
import { createFakeAssistantPort, type FakeAssistantPort } from '../../fakes/assistant-port.js'

export const TOKEN = 'k'.repeat(43)
export const OTHER_TOKEN = 'o'.repeat(43)
export const CONNECTION = '00000000000000aa' as ConnectionId
export const OTHER = '00000000000000bb' as ConnectionId

export interface EndpointFixture {
  readonly fakePort: FakeAssistantPort
  readonly endpoint: McpHttpServer
  /** The folder that names the private socket; another fixture may use it after this one. */
  readonly folder: string
  readonly log: (readonly [string, unknown])[]
}

/**
 * Starts an endpoint on a private socket and a free port over the fake port, with two paired
 * assistants.
 */
export async function startEndpointFixture({
  folder = join(mkdtempSync(join(tmpdir(), 'endpoint-')), 'bridge'),
  ...options
}: Partial<EndpointOptions> & { readonly folder?: string } = {}): Promise<EndpointFixture> {
  const log: (readonly [string, unknown])[] = []
  const fakePort = createFakeAssistantPort()
  fakePort.tokens.set(TOKEN, { id: CONNECTION, name: 'Claude', state: 'active' })
  fakePort.tokens.set(OTHER_TOKEN, { id: OTHER, name: 'Other', state: 'active' })
  const { port } = fakePort
  const router = { authenticate: port.authenticate, portOf: () => port }
  const socket = await preparePrivateSocket(folder, {
    onFailure: (cause) => log.push(['failed', cause]),
  })
  if (!socket.ok) throw new Error(`the private socket is ${socket.error}`)
  const endpoint = await startMcpHttpServer({
    socket: socket.value,
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
  if (!(await socket.value.publish())) throw new Error('the private socket cannot be published')
  const close = async (): Promise<void> => {
    await endpoint.close()
    await socket.value.remove()
  }
  return { fakePort, endpoint: { ...endpoint, close }, folder, log }
}
