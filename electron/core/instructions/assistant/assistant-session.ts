import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Halt, HaltScope } from '../../../../shared/domain/orders/halt.js'
import type { Scorecard } from '../../../../shared/domain/instructions/scorecard.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { Flatten } from '../kill-switch/flatten.js'
import type { InstructionService } from '../queue/instruction-service-port.js'
import type { WaitingInstructions } from '../waiting/waiting-service.js'
import type { KillSwitch } from '../kill-switch/kill-switch.js'
import type { Connections } from '../connections/connections-port.js'
import type { WindowChangeBook } from '../window/window-change-book.js'
import type { Message } from '../../../../shared/messages/message.js'

/** The remaining positions and orders after a kill. */
export type KillResult = Halt

/** All objects for assistants in one session, created and disposed with it. */
export interface AssistantSession {
  readonly instructionService: InstructionService
  /** What waits for a condition. */
  readonly waiting: WaitingInstructions
  readonly connections: Connections
  readonly audit: AuditPort
  /** The kill in effect and its progress. */
  readonly halt: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>
  readonly flatten: Flatten
  /** What assistants changed in the window, for the person to keep or undo. */
  readonly windowChanges: WindowChangeBook
  /** Returns the scorecard of a connection; null if it does not belong to this session. */
  scorecard(connection: ConnectionId): Promise<Scorecard | null>
  /**
   * True after a kill until the person lifts it, while trading is halted, or while the chain cannot
   * be written.
   */
  halted(): boolean
  /**
   * Runs the kill switch, see {@link KillSwitch.kill}. Works while trading is halted or disarmed.
   */
  kill(why: Message, scope: HaltScope): Promise<KillResult>
}
