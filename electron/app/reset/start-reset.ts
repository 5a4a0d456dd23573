import { systemClock } from '../../adapters/clock.js'
import type { LastReset, ResetLevel } from '../../../shared/domain/app/reset.js'
import type { Result } from '../../../shared/domain/result.js'
import {
  performReset,
  readRequest,
  resetRequest,
  writeRequest,
  type ResetProblem,
} from './reset-files.js'

/**
 * Performs the reset that an earlier run or the command line requested, before a stored file is
 * read. Returns null where nothing was requested.
 */
export function resetAtStart(
  userData: string,
  level: ResetLevel | null,
): Result<LastReset, ResetProblem> | null {
  // One that was interrupted ends first: the command line then finds it done.
  const pending = readRequest(userData)
  const request = pending ?? (level === null ? null : resetRequest(level, systemClock.now()))
  if (request === null) return null
  if (pending === null) writeRequest(userData, request)
  return performReset(userData, request)
}
