import type { ConnectionId } from '../ids.js'

/** The connection of an assistant, as its key authenticates it. */
export interface AssistantIdentity {
  readonly id: ConnectionId
  readonly name: string
  /** A revoked key is still known, so that the refusal can say that it was revoked. */
  readonly state: 'active' | 'paused' | 'revoked'
}
