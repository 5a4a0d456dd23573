import type { AssistantPort } from '../../core/instructions/assistant/assistant-port.js'
import type { AssistantSession } from '../../core/instructions/assistant/assistant-session.js'
import type { TradingSession } from '../../core/session/trading-session.js'
import type { HostedSource } from '../session/hosted-source.js'

/** An assistant session and its access. */
export interface OpenAssistantSession {
  readonly assistantSession: AssistantSession
  readonly session: TradingSession
  /** The provider's hosted server; null when it is not used. */
  readonly hosted: HostedSource | null
  /** The port that assistants call; null until it is ready. */
  readonly port: AssistantPort | null
  dispose(): Promise<void>
}
