import { type Result, err, ok } from '../../../../../shared/domain/result.js'
import type { FileError } from '../../../ports.js'

/** Stores the chart pictures of one account, each as a PNG file. `id` is 32 hexadecimal digits. */
export interface PictureFilesPort {
  /** Stores a picture that is given in base64; `damaged` for anything but a PNG. */
  write(id: string, png: string): Promise<Result<void, FileError>>
  /** Returns a picture in base64, or null when there is no such file. */
  read(id: string): Promise<Result<string | null, FileError>>
  /** Deletes a picture; one that does not exist is no error. */
  remove(id: string): Promise<Result<void, FileError>>
}

/** Stores no pictures, for a session without a folder. */
export const NO_PICTURES: PictureFilesPort = {
  write: () => Promise.resolve(err({ kind: 'failed', message: 'no folder' })),
  read: () => Promise.resolve(ok(null)),
  remove: () => Promise.resolve(ok(undefined)),
}
