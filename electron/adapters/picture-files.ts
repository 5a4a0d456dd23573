import { join } from 'node:path'
import { ok, err, type Result } from '../../shared/domain/result.js'
import { MAX_PICTURE_BYTES } from '../../shared/domain/account/journal-notes.js'
import type { ClockPort, FileError } from '../core/ports.js'
import type { PictureFilesPort } from '../core/records/journal/notes/picture-files-port.js'
import { AtomicFile } from './atomic-file.js'

/** The first eight bytes of every PNG. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** The length and the type of the first chunk, which has the size of the picture. */
const FIRST_CHUNK = Buffer.from([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
/** The last chunk: empty, with its checksum. */
const LAST_CHUNK = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
const ID = /^[0-9a-f]{32}$/
const DAMAGED: FileError = { kind: 'damaged', message: 'not a PNG' }

/** True for a PNG that is complete: its signature, its first chunk and its last one. */
export const isPng = (bytes: Buffer): boolean =>
  bytes.length <= MAX_PICTURE_BYTES &&
  bytes.subarray(0, 8).equals(SIGNATURE) &&
  bytes.subarray(8, 16).equals(FIRST_CHUNK) &&
  bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)

/** Creates the store of the chart pictures of one account, in a folder of their own. */
export const createPictureFiles = (folder: string, clock: ClockPort): PictureFilesPort => {
  // The id is the only part of the name; anything else could name another folder.
  const fileOf = (id: string) =>
    ID.test(id) ? new AtomicFile({ path: join(folder, `${id}.png`), clock }) : null
  return {
    async write(id, png) {
      const file = fileOf(id)
      const bytes = Buffer.from(png, 'base64')
      return file === null || !isPng(bytes) ? err(DAMAGED) : file.writeBytes(bytes)
    },
    async read(id): Promise<Result<string | null, FileError>> {
      const bytes = (await fileOf(id)?.readBytes()) ?? err(DAMAGED)
      if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes
      return isPng(bytes.value) ? ok(bytes.value.toString('base64')) : err(DAMAGED)
    },
    remove: async (id) => (await fileOf(id)?.remove()) ?? err(DAMAGED),
  }
}
