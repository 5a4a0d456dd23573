import { readFile, writeFile } from 'node:fs/promises'
import { ok } from '../../../shared/domain/result.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import { refused, storageFailed, type Answer } from './profile-errors.js'
import { message } from '../../../shared/messages/make-message.js'

const MAX_FILE_BYTES = 100_000
const KIND = { name: message('system.profileFile'), extensions: ['json'] }

/** Writes an exported profile to a file that the person chooses; false when they canceled. */
export async function saveProfileFile(dialog: FileDialogPort, text: string): Answer<boolean> {
  const path = await dialog.savePath({
    title: message('profiles.exportTitle'),
    defaultName: 'countersign-profile.json',
    kind: KIND,
  })
  if (path === null) return ok(false)
  try {
    await writeFile(path, text)
    return ok(true)
  } catch {
    return storageFailed(message('system.fileNotWritten'))
  }
}

/** Reads a profile file that the person chooses; null when they canceled. */
export async function readProfileFile(dialog: FileDialogPort): Answer<string | null> {
  const path = await dialog.openPath({ title: message('profiles.importTitle'), kind: KIND })
  if (path === null) return ok(null)
  try {
    const bytes = await readFile(path)
    return bytes.length > MAX_FILE_BYTES
      ? refused(message('profiles.fileTooLarge'))
      : ok(bytes.toString('utf8'))
  } catch {
    return storageFailed(message('system.fileNotRead'))
  }
}
