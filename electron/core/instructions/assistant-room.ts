import type { ConnectionId } from '../../../shared/domain/instruction.js'
import type { Halt, HaltScope } from '../../../shared/ipc/halt.js'
import type { Scorecard } from '../../../shared/ipc/scorecard.js'
import type { AuditPort } from '../audit/audit-port.js'
import type { Flatten } from './flatten.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { KillSwitch } from './kill.js'
import type { Connections } from './policy-port.js'

/** What is left after a kill, said plainly. */
export type AssistantsKilled = Halt

/** All that belongs to assistants in one environment session; made with it, gone with it. */
export interface AssistantRoom {
  readonly desk: InstructionDesk
  readonly connections: Connections
  readonly audit: AuditPort
  /** The kill that stands, and how far it is. */
  readonly halt: Pick<KillSwitch, 'get' | 'subscribe' | 'lift'>
  readonly flatten: Flatten
  /** What came of what a connection asked for; null for one that is not of this room. */
  score(connection: ConnectionId): Promise<Scorecard | null>
  /**
   * True after a kill until the person lifts it; also while trading is halted or the chain cannot
   * be written.
   */
  halted(): boolean
  /** The kill switch: see {@link KillSwitch.kill}. Works while trading is halted or disarmed. */
  kill(why: string, scope: HaltScope): Promise<AssistantsKilled>
}
