import type { OutputOf } from '../../../shared/ipc/contract.js'
import type { AuditPort } from '../audit/audit-port.js'
import type { InstructionDesk } from './instruction-desk-port.js'
import type { Connections } from './policy-port.js'

/** What is left after assistants were halted, said plainly. */
export type AssistantsKilled = OutputOf<'assistants.kill'>

/** All that belongs to assistants in one environment session; made with it, gone with it. */
export interface AssistantRoom {
  readonly desk: InstructionDesk
  readonly connections: Connections
  readonly audit: AuditPort
  /** True after a kill until the person lets assistants ask again. */
  halted(): boolean
  /** Halts assistants: nothing new, nothing pending, their working orders cancelled. Works while trading is halted or disarmed. */
  kill(why: string): Promise<AssistantsKilled>
}
