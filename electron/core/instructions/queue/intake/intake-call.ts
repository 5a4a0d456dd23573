import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import type { InstructionRequest } from '../../../../../shared/domain/instructions/instruction-request.js'
import type { WakeCondition } from '../../../../../shared/domain/instructions/wake-condition.js'
import type { EpochMs } from '../../../../../shared/domain/time.js'
import type { HostedOrigin } from '../instruction-service-port.js'

/** A request of a known connection while it is being checked. */
export interface IntakeCall {
  /** The connection as it was when the request was made. */
  readonly connection: ConnectionView
  readonly request: InstructionRequest
  /** The broker's hosted server; null for a request through Countersign's own MCP endpoint. */
  readonly origin: HostedOrigin | null
  readonly now: EpochMs
  /** The request's own key, or the one that is derived from its content and time. */
  readonly key: string
  readonly requestDigest: string
  /** The condition that woke it; null for a request that did not wait. */
  readonly condition: WakeCondition | null
}
