import type { ConnectionId } from '../../../../shared/domain/instructions/instruction.js'
import type { Halt, HaltScope } from '../../../../shared/ipc/halt.js'
import type { Scorecard } from '../../../../shared/ipc/scorecard.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { Flatten } from '../kill-switch/flatten.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { KillSwitch } from '../kill-switch/kill-switch.js'
import type { Connections } from '../policy/policy-types.js'

/** What is left after a kill, said plainly. */
export type KillResult = Halt

/** All that belongs to assistants in one environment session; made with it, gone with it. */
export interface AssistantSession {
  readonly instructionService: InstructionService
  readonly connections: Connections
  readonly audit: AuditPort
  /** The kill that stands, and how far it is. */
  readonly halt: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>
  readonly flatten: Flatten
  /** What came of what a connection asked for; null for one that is not of this room. */
  scorecard(connection: ConnectionId): Promise<Scorecard | null>
  /**
   * True after a kill until the person lifts it; also while trading is halted or the chain cannot
   * be written.
   */
  halted(): boolean
  /** The kill switch: see {@link KillSwitch.kill}. Works while trading is halted or disarmed. */
  kill(why: string, scope: HaltScope): Promise<KillResult>
}
