import type { AppResult } from '../../../shared/domain/app/app-error.js'
import { readFile, writeFile } from 'node:fs/promises'
import { err, ok } from '../../../shared/domain/result.js'
import type { FileDialogPort } from '../settings/file-dialog-port.js'
import { refused } from './profile-errors.js'
import { message } from '../../../shared/messages/make-message.js'
import { notRead, notWritten } from '../settings/file-failure.js'

const MAX_FILE_BYTES = 100_000
const KIND = { name: message('system.profileFile'), extensions: ['json'] }

/** Writes an exported profile to a file that the person chooses; false when they canceled. */
export async function saveProfileFile(dialog: FileDialogPort, text: string): AppResult<boolean> {
  const path = await dialog.savePath({
    title: message('profiles.exportTitle'),
    defaultName: 'countersign-profile.json',
    kind: KIND,
  })
  if (path === null) return ok(false)
  try {
    await writeFile(path, text)
    return ok(true)
  } catch (error) {
    return err(notWritten(error))
  }
}

/** Reads a profile file that the person chooses; null when they canceled. */
export async function readProfileFile(dialog: FileDialogPort): AppResult<string | null> {
  const path = await dialog.openPath({ title: message('profiles.importTitle'), kind: KIND })
  if (path === null) return ok(null)
  try {
    const bytes = await readFile(path)
    return bytes.length > MAX_FILE_BYTES
      ? refused(message('profiles.fileTooLarge'))
      : ok(bytes.toString('utf8'))
  } catch (error) {
    return err(notRead(error))
  }
}
