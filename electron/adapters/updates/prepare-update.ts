import { constants, type promises } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { PrepareProblem } from '../../core/updates/update-ports.js'
import { fileError, syncFolder } from '../file-errors.js'
import {
  downloadPath,
  placeFolder,
  preparedPath,
  type ReplacementPlace,
} from './replacement-place.js'
import { unpackArchive } from './unpack-archive.js'

type Files = typeof promises

const PROGRAM_MODE = 0o755
const NOT_A_PROGRAM: PrepareProblem = { kind: 'not-a-program', message: 'not a program' }

/**
 * Makes a verified download ready to be put in place: an AppImage becomes executable, an archive is
 * unpacked beside the program. All of it is on disk afterwards; on failure nothing of it is left.
 */
export async function prepareUpdate(
  files: Files,
  place: ReplacementPlace,
): Promise<Result<void, PrepareProblem>> {
  try {
    const prepared = await (place.format === 'appimage'
      ? prepareFile(files, place)
      : unpack(files, place))
    if (prepared.ok) await syncFolder(files, placeFolder(place))
    else await discardPrepared(files, place)
    return prepared
  } catch (cause) {
    await discardPrepared(files, place)
    return err(fileError(cause))
  }
}

/** Deletes what is ready, and its download. Never rejects. */
export async function discardPrepared(files: Files, place: ReplacementPlace): Promise<void> {
  for (const file of [downloadPath(place), preparedPath(place)]) {
    // What cannot be removed takes space, and is tried again by the next update.
    await files.rm(file, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function prepareFile(
  files: Files,
  place: ReplacementPlace,
): Promise<Result<void, PrepareProblem>> {
  const download = downloadPath(place)
  await files.chmod(download, PROGRAM_MODE)
  await files.rename(download, preparedPath(place))
  return ok(undefined)
}

async function unpack(
  files: Files,
  place: ReplacementPlace,
): Promise<Result<void, PrepareProblem>> {
  const ready = preparedPath(place)
  await files.rm(ready, { recursive: true, force: true })
  await files.mkdir(ready, { mode: PROGRAM_MODE })
  const unpacked = await unpackArchive(downloadPath(place), ready)
  if (!unpacked.ok) return unpacked
  const program = path.join(ready, path.relative(place.target, place.executable))
  if (!(await isExecutable(files, program))) return err(NOT_A_PROGRAM)
  await files.rm(downloadPath(place), { force: true })
  return ok(undefined)
}

async function isExecutable(files: Files, file: string): Promise<boolean> {
  try {
    await files.access(file, constants.X_OK)
    return (await files.stat(file)).isFile()
  } catch {
    // It is missing, or may not be started.
    return false
  }
}
