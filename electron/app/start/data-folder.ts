import { mkdirSync, readlinkSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../adapters/file-errors.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { folderProblem } from './start-error.js'

/** The file-system functions that this check uses; tests inject faults into them. */
export interface FolderFiles {
  readonly mkdirSync: typeof mkdirSync
  readonly writeFileSync: typeof writeFileSync
  readonly rmSync: typeof rmSync
  readonly readlinkSync: (path: string) => string
  readonly hostname: () => string
}

const nodeFolderFiles: FolderFiles = { mkdirSync, writeFileSync, rmSync, readlinkSync, hostname }

const PROBE_BYTES = 4_096

function probe(folder: string, files: FolderFiles): Message | null {
  const file = path.join(folder, `.start-${process.pid}.tmp`)
  try {
    files.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
    files.writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: PRIVATE_FILE })
    return null
  } catch (error) {
    return folderProblem(folder, error)
  } finally {
    try {
      files.rmSync(file, { force: true })
    } catch {
      // Where nothing can be written, there is nothing to remove.
    }
  }
}

/**
 * Returns the computer that holds the lock of the folder, when it is another one. The lock is a
 * symbolic link to "computer-process" on Linux and macOS.
 */
function otherComputer(folder: string, files: FolderFiles): string | null {
  try {
    const holder = files.readlinkSync(path.join(folder, 'SingletonLock'))
    const computer = holder.slice(0, holder.lastIndexOf('-'))
    return computer === '' || computer === files.hostname() ? null : computer
  } catch {
    // No lock, or not a link, as on Windows: nothing says who holds it.
    return null
  }
}

/**
 * Returns why this start did not get the lock of its data folder; null when Countersign already
 * runs on it. The lock cannot be made either when the folder cannot be written.
 */
export const lockProblem = (
  folder: string,
  files: FolderFiles = nodeFolderFiles,
): Message | null => {
  const problem = probe(folder, files)
  if (problem !== null) return problem
  const computer = otherComputer(folder, files)
  return computer === null ? null : message('start.usedElsewhere', { folder, computer })
}

const isSame = (given: string, used: string): boolean => {
  if (path.resolve(given) === path.resolve(used)) return true
  try {
    return realpathSync(given) === realpathSync(used)
  } catch {
    // The given folder does not exist, so it is not the one in use.
    return false
  }
}

/** Returns whether the path, or the nearest of its parents that exists, is a file. */
function isBelowFile(folder: string): boolean {
  try {
    return !statSync(folder).isDirectory()
  } catch {
    // It does not exist: its parent decides.
    const parent = path.dirname(folder)
    return parent !== folder && isBelowFile(parent)
  }
}

/**
 * Returns why the folder given on the command line is not the one in use; null when it is. Electron
 * silently opens its default folder when it cannot create the given one: a person who named a
 * practice folder would trade on the account of the default one.
 * @param given the value of `--user-data-dir`; empty without it
 */
export function givenFolderProblem(given: string, used: string): Message | null {
  if (given === '' || isSame(given, used)) return null
  const folder = path.resolve(given)
  return isBelowFile(folder)
    ? message('start.folderIsFile', { folder })
    : message('start.folderIgnored', { folder, used })
}
