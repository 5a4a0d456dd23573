import type { ConnectionId } from './instruction.js'

/** The connection of an assistant, as its key authenticates it. */
export interface AssistantIdentity {
  readonly id: ConnectionId
  readonly name: string
  /** A revoked key is still known, so that its caller is told what happened to it. */
  readonly state: 'active' | 'paused' | 'revoked'
}
