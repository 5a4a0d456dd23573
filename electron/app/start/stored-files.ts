import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contentOf } from '../../adapters/journal/checked-file.js'
import { isNewerContent } from '../../core/files/content-version.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import { PREFERENCES_VERSION } from '../settings/preferences.js'
import { PROGRAM_FORMS } from '../settings/program-forms.js'
import { errorCode, errorName } from '../../../shared/domain/error-code.js'
import { newestProgram } from './newest-program.js'

/** The files that are read before a profile is opened, with the newest version that is known. */
const KNOWN_VERSIONS: Readonly<Record<string, number>> = {
  'preferences.json': PREFERENCES_VERSION,
  'profiles.json': PROGRAM_FORMS.profiles.version,
  'lock.json': PROGRAM_FORMS.lock.version,
}

function fileProblem(
  file: string,
  newestVersion: number,
  read: (file: string) => string,
): Message | null {
  let text: string
  try {
    text = read(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    return message('start.fileUnreadable', { file, reason: errorName(error) })
  }
  // Damaged content names no version.
  return isNewerContent(contentOf(text) ?? '', newestVersion)
    ? message('start.newerVersion', { file, program: newestProgram(path.dirname(file)) })
    : null
}

/**
 * Returns why the stored settings must not be opened: a newer version wrote them, or the disk does
 * not return them. Going on would replace the person's profiles and lock by empty ones. Damaged
 * content is no reason: such a file is set aside and reported in the window.
 */
export function storedFilesProblem(
  folder: string,
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): Message | null {
  for (const [name, known] of Object.entries(KNOWN_VERSIONS)) {
    const problem = fileProblem(path.join(folder, name), known, read)
    if (problem !== null) return problem
  }
  return null
}
