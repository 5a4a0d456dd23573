import type { Pairing } from '../../shared/ipc/instructions.js'
import { err, type Result } from '../../shared/domain/result.js'
import type { DoorProblem, OpenDoor } from './assistant-door.js'

/** Listens for assistants. */
export function listen(): Promise<Result<OpenDoor, DoorProblem>> {
  return Promise.resolve(err({ kind: 'failed', message: 'The endpoint is not part of this build.' }))
}

/** What to put where, for the common clients. */
export function snippets(): Pairing['snippets'] {
  return []
}
