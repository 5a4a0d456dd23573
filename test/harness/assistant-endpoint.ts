import type { ConnectionId } from '../../shared/domain/instruction.js'
import { systemClock } from '../../electron/adapters/clock.js'
import { systemTimers } from '../../electron/adapters/timers.js'
import {
  startAssistantEndpoint,
  type AssistantEndpoint,
  type EndpointOptions,
} from '../../electron/assistant/endpoint.js'
import { createFakeDesk, type FakeDesk } from '../fakes/assistant-port.js'

export const TOKEN = 'k'.repeat(43)
export const OTHER_TOKEN = 'o'.repeat(43)
export const CONNECTION = '00000000000000aa' as ConnectionId
export const OTHER = '00000000000000bb' as ConnectionId

export interface Rig {
  readonly desk: FakeDesk
  readonly endpoint: AssistantEndpoint
  readonly log: (readonly [string, unknown])[]
}

/** An endpoint on a free port over a desk in memory, with two paired assistants. */
export async function startRig(options: Partial<EndpointOptions> = {}): Promise<Rig> {
  const desk = createFakeDesk()
  desk.tokens.set(TOKEN, { id: CONNECTION, name: 'Claude', state: 'active' })
  desk.tokens.set(OTHER_TOKEN, { id: OTHER, name: 'Other', state: 'active' })
  const log: (readonly [string, unknown])[] = []
  const endpoint = await startAssistantEndpoint({
    port: () => desk.port,
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
  return { desk, endpoint, log }
}
