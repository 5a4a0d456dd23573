import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import { errorCode, errorName } from '../../../shared/domain/error-code.js'
import { RESET_LEVELS, type LastReset, type ResetLevel } from '../../../shared/domain/app/reset.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { RESET_ENTRIES } from './reset-levels.js'
import { RESET_FILE } from './reset-request.js'

const zRequest = z.strictObject({
  v: z.literal(1),
  level: z.enum(RESET_LEVELS),
  /** The name of the folder for what is set aside: a start that was killed goes on with it. */
  folder: z.string().regex(/^reset-[\w-]{10,40}$/),
})
export type ResetRequest = z.output<typeof zRequest>

/** Why nothing was reset: the entry that could not be moved, and the system's reason. */
export interface ResetProblem {
  readonly file: string
  readonly reason: string
}

/** Makes a request; the folder has the time in its name, to the millisecond. */
export const resetRequest = (level: ResetLevel, now: number): ResetRequest => ({
  v: 1,
  level,
  folder: `reset-${level}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`,
})

/** Reads the request of the next start; null without one, and for one that cannot be read. */
export function readRequest(userData: string): ResetRequest | null {
  try {
    return zRequest.parse(JSON.parse(readFileSync(path.join(userData, RESET_FILE), 'utf8')))
  } catch {
    // Nothing is set aside that nobody readably asked for.
    return null
  }
}

/** Stores a request and returns after it is on disk. Throws the system's error. */
export function writeRequest(userData: string, request: ResetRequest): void {
  const file = path.join(userData, RESET_FILE)
  const temporary = `${file}.tmp`
  const handle = openSync(temporary, 'w', PRIVATE_FILE)
  try {
    writeFileSync(handle, JSON.stringify(request))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(temporary, file)
}

export const removeRequest = (userData: string): void =>
  rmSync(path.join(userData, RESET_FILE), { force: true })

/** Returns the names in the data folder that belong to an entry: itself and its copies. */
function namesOf(userData: string, entry: string): readonly string[] {
  const folder = path.dirname(entry)
  const base = path.basename(entry)
  try {
    return readdirSync(path.join(userData, folder))
      .filter((name) => name === base || name.startsWith(`${base}.`))
      .map((name) => path.join(folder, name))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return []
    throw error
  }
}

/**
 * Sets everything of a request aside, by renaming: each entry is either at its place or in the
 * folder, so that a start that was killed is continued by the next one. Where an entry cannot be
 * moved, the others are put back and nothing is reset.
 */
export function performReset(
  userData: string,
  { level, folder }: ResetRequest,
): Result<LastReset, ResetProblem> {
  const aside = path.join(userData, folder)
  let current = folder
  try {
    mkdirSync(aside, { recursive: true, mode: PRIVATE_FOLDER })
    for (const entry of RESET_ENTRIES[level]) {
      for (const name of namesOf(userData, entry)) {
        current = name
        move(path.join(userData, name), path.join(aside, name))
      }
    }
    removeRequest(userData)
    return ok({ level, folder: aside })
  } catch (error) {
    putBack(userData, aside, level)
    removeRequest(userData)
    return err({ file: path.join(userData, current), reason: errorName(error) })
  }
}

function move(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true, mode: PRIVATE_FOLDER })
  renameSync(from, to)
}

/** Moves what is in the folder back to its places, the parents of entries last. */
function putBack(userData: string, aside: string, level: ResetLevel): void {
  for (const entry of [...RESET_ENTRIES[level]].toReversed()) {
    for (const name of namesOf(aside, entry)) {
      const place = path.join(userData, name)
      if (existsSync(place)) continue
      try {
        move(path.join(aside, name), place)
      } catch {
        // It stays in the folder, which is named with the problem.
      }
    }
  }
}
