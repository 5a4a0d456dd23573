import type { Message } from '../../messages/message.js'

/** A restart that the person requested, and why it still waits. */
export interface WaitingRestart {
  /** An order or an instruction without an outcome, or trading that is allowed; never empty. */
  readonly waits: readonly Message[]
}

/** The program's files on disk are not those that it was started from. */
export interface ProgramFilesView {
  readonly files: 'replaced' | 'removed'
  /** Null while no restart is requested. */
  readonly restart: WaitingRestart | null
}
