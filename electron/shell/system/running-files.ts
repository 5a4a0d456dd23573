import { statSync } from 'node:fs'
import { ReplacedFiles, type FileStamp } from '../../app/start/replaced-files.js'

/** Examines a file of the disk; an archive is a file here, not the folder as which it is read. */
function readStamp(file: string): FileStamp | null {
  const before = process.noAsar
  process.noAsar = true
  try {
    const { dev, ino, size, mtimeMs } = statSync(file)
    return { dev, ino, size, mtimeMs }
  } catch {
    // Whatever the reason, nothing can be started from it.
    return null
  } finally {
    process.noAsar = before
  }
}

/**
 * Examines the files that this program was started from.
 * @param bundles the folder of all bundles, or the archive that contains them
 */
export const runningFiles = (bundles: string): ReplacedFiles =>
  new ReplacedFiles(
    {
      executable: process.execPath,
      running: process.platform === 'linux' ? '/proc/self/exe' : process.execPath,
      bundles,
    },
    readStamp,
  )
