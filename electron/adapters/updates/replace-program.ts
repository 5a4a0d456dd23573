import type * as nodeDisk from 'node:fs'
import { errorCode } from '../../../shared/domain/error-code.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import {
  placeFolder,
  preparedPath,
  replacedPath,
  type ReplacementPlace,
} from './replacement-place.js'

/**
 * Replaces the program by renames. Everything is synchronous, because it is the last act of a
 * process whose parts have ended.
 *
 * An AppImage is replaced by one rename, so that its name leads to the old or the new version at
 * every moment. The name of a folder leads nowhere between two renames, a few microseconds: Node
 * has no call that exchanges two folders. A computer that stops right there has the complete
 * program under `.previous`; started from there it says so and moves itself back.
 */

/** The file system; in Electron the one that does not take an asar archive for a folder. */
export type Disk = typeof nodeDisk

/** The error's code is the failure. */
const attempt = (task: () => void): Result<void, string> => {
  try {
    task()
    return ok(undefined)
  } catch (cause) {
    return err(errorCode(cause) ?? 'failed')
  }
}

/** Makes renames durable. */
function syncPlace(disk: Disk, place: ReplacementPlace): void {
  const folder = disk.openSync(placeFolder(place), 'r')
  try {
    disk.fsyncSync(folder)
  } finally {
    disk.closeSync(folder)
  }
}

/** Gives the file a second name; copies it on a disk without links. */
function duplicate(disk: Disk, file: string, name: string): void {
  disk.rmSync(name, { force: true })
  try {
    disk.linkSync(file, name)
  } catch {
    // This disk has no links: the copy fails where the link did for another reason.
    disk.copyFileSync(file, name)
  }
}

function replaceFile(disk: Disk, place: ReplacementPlace): void {
  const second = replacedPath(place)
  duplicate(disk, place.target, second)
  disk.renameSync(second, place.previous)
  disk.renameSync(preparedPath(place), place.target)
}

/** Moves `source` to `target`; what was there is moved aside first, and back on a failure. */
function replaceFolder(disk: Disk, source: string, target: string, aside: string): void {
  const hasTarget = disk.existsSync(target)
  if (hasTarget) disk.renameSync(target, aside)
  try {
    disk.renameSync(source, target)
  } catch (cause) {
    if (hasTarget) disk.renameSync(aside, target)
    throw cause
  }
}

/**
 * Puts the prepared version in the program's place, and the running one beside it as `.previous`.
 * The failure is the system's error code; the program is then as it was.
 */
export const putInPlace = (disk: Disk, place: ReplacementPlace): Result<void, string> =>
  attempt(() => {
    if (place.format === 'appimage') {
      replaceFile(disk, place)
    } else {
      // The version before the present one: moved now, because removing takes time.
      disk.rmSync(replacedPath(place), { recursive: true, force: true })
      if (disk.existsSync(place.previous)) disk.renameSync(place.previous, replacedPath(place))
      replaceFolder(disk, preparedPath(place), place.target, place.previous)
    }
    syncPlace(disk, place)
  })

/** Puts the version before back in the program's place. The failure is the system's error code. */
export const putBack = (disk: Disk, place: ReplacementPlace): Result<void, string> =>
  attempt(() => {
    if (place.format === 'appimage') {
      disk.renameSync(place.previous, place.target)
    } else {
      disk.rmSync(replacedPath(place), { recursive: true, force: true })
      replaceFolder(disk, place.previous, place.target, replacedPath(place))
    }
    syncPlace(disk, place)
  })
