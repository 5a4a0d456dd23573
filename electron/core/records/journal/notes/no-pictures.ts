import { err, ok } from '../../../../../shared/domain/result.js'
import type { PictureFilesPort } from './picture-files-port.js'

/** Stores no pictures, for a session without a folder. */
export const NO_PICTURES: PictureFilesPort = {
  write: () => Promise.resolve(err({ kind: 'failed', message: 'no folder' })),
  read: () => Promise.resolve(ok(null)),
  remove: () => Promise.resolve(ok(undefined)),
}
