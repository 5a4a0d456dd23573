/** A restart that the person requested: how many orders it still waits for. */
export interface WaitingRestart {
  /** Orders whose request is on its way or has no known outcome. */
  readonly orders: number
}

/** The program's files on disk are not those that it was started from. */
export interface ProgramFilesView {
  readonly files: 'replaced' | 'removed'
  /** Null while no restart is requested. */
  readonly restart: WaitingRestart | null
}
