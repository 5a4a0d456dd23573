import path from 'node:path'
import { systemClock } from '../../adapters/clock.js'
import { nodeFiles, type FileSystem } from '../../adapters/file-errors.js'
import { createCheckedFile } from '../../adapters/journal/checked-file.js'
import { copiedBeforeUpgrade } from '../../adapters/journal/upgrade-copy.js'
import {
  FILES_REGISTER,
  openFileRegister,
  REGISTER_VERSION,
  type FileRegister,
} from '../../core/files/file-register.js'
import { guardedDocument } from '../../core/files/guarded-document.js'
import type { DocumentPort, LogPort } from '../../core/ports.js'

/** How a stored document is read. */
export interface DocumentForm {
  /** The newest version of its content. */
  readonly version: number
  /** True where its owner tells the person of damage. */
  readonly ownerNotifies?: boolean
}

/** The stored documents of one folder, and the register of what was lost of them. */
export interface StoredDocuments {
  readonly register: FileRegister
  /** Opens a document by its path below the folder, with `/` between folders. */
  document(name: string, form: DocumentForm): DocumentPort
}

/** Opens the stored documents of a profile's folder, or of the program's. */
export async function openStoredDocuments(
  folder: string,
  log: LogPort,
  disk: FileSystem = nodeFiles,
): Promise<StoredDocuments> {
  const open = (name: string, version: number): DocumentPort =>
    createCheckedFile(
      copiedBeforeUpgrade({
        path: path.join(folder, name),
        clock: systemClock,
        files: disk,
        version,
      }),
    )
  const file = open(FILES_REGISTER, REGISTER_VERSION)
  const register = await openFileRegister({ file, name: FILES_REGISTER, clock: systemClock, log })
  return {
    register,
    document: (document, { version, ownerNotifies = false }) =>
      guardedDocument(open(document, version), {
        name: document,
        version,
        register,
        ownerNotifies,
      }),
  }
}
