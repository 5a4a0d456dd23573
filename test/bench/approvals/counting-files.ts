import { nodeFiles, type FileSystem } from '../../../electron/adapters/file-errors.js'

/** The functions of the disk, with a count of the waits for it. */
interface CountingFiles {
  readonly files: FileSystem
  /** The number of fsync calls so far. */
  syncs(): number
}

/** Returns the disk of this computer and counts its fsync calls. */
export function countingFiles(): CountingFiles {
  let count = 0
  const open: FileSystem['open'] = async (...args) => {
    const handle = await nodeFiles.open(...args)
    const sync = handle.sync.bind(handle)
    handle.sync = () => {
      count += 1
      return sync()
    }
    return handle
  }
  return { files: { ...nodeFiles, open }, syncs: () => count }
}
