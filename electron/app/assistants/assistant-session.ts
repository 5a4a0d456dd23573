import type { AssistantPort } from '../../core/instructions/assistant/assistant-port.js'
import type { AssistantSession } from '../../core/instructions/assistant/assistant-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { HostedSource } from '../session/hosted-source.js'

/** A room and what assistants reach of it. */
export interface OpenAssistantSession {
  readonly assistantSession: AssistantSession
  readonly session: TradingSession
  /** The provider's hosted server; null where none is followed. */
  readonly hosted: HostedSource | null
  /** Null until it can be reached. */
  readonly port: AssistantPort | null
  dispose(): Promise<void>
}
