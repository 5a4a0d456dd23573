import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { FileError } from '../../core/ports.js'

/**
 * The system's programs by their full path, so that no other folder of the search path is asked.
 * The archive is unpacked by `tar`: in Electron the file functions of Node, which packages for
 * archives use, take `app.asar` for a folder.
 */
const PLACES = ['/usr/bin', '/bin']
/** The system's own texts of ENOSPC and EACCES, in the language C. */
const FULL = /No space left on device/
const DENIED = /Permission denied/
const UNPACK_MS = 5 * MINUTE_MS

const programPath = (name: string): string | null =>
  PLACES.map((folder) => `${folder}/${name}`).find((file) => existsSync(file)) ?? null

function run(program: string, args: readonly string[]): Promise<Result<void, FileError>> {
  const file = programPath(program)
  if (file === null) return Promise.resolve(err({ kind: 'missing', message: program }))
  const options = { timeout: UNPACK_MS, killSignal: 'SIGKILL', env: { LC_ALL: 'C' } } as const
  return new Promise((resolve) => {
    execFile(file, args, options, (error, _output, problems) => {
      if (error === null) return resolve(ok(undefined))
      const isFull = FULL.test(problems)
      const isDenied = DENIED.test(problems)
      const kind = isFull ? 'full' : isDenied ? 'denied' : 'failed'
      resolve(err({ kind, message: program }))
    })
  })
}

/**
 * Unpacks a compressed archive into an empty folder, without the archive's first folder, and
 * returns after all of it is on disk. Owners and set-user-id bits are not taken over.
 */
export async function unpackArchive(
  archive: string,
  folder: string,
): Promise<Result<void, FileError>> {
  const args = ['--extract', '--gzip', '--strip-components=1', '--no-same-owner']
  const unpacked = await run('tar', [...args, `--file=${archive}`, `--directory=${folder}`])
  return unpacked.ok ? run('sync', ['-f', folder]) : unpacked
}
