import type { AssistantPort } from '../core/instructions/assistant-port.js'
import type { AssistantRoom } from '../core/instructions/assistant-room.js'
import type { DeskSession } from '../core/session/desk-session.js'
import type { HostedRoom } from './hosted-source.js'

/** A room and what assistants reach of it. */
export interface OpenRoom {
  readonly room: AssistantRoom
  readonly session: DeskSession
  /** The provider's hosted server; null where none is followed. */
  readonly hosted: HostedRoom | null
  /** Null until it can be reached. */
  readonly assistants: AssistantPort | null
  dispose(): Promise<void>
}
