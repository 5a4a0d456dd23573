import type { ConnectionId } from './instruction.js'

/** The connection of an assistant, as its key authenticates it. */
export interface AssistantIdentity {
  readonly id: ConnectionId
  readonly name: string
  readonly state: 'active' | 'paused'
}
