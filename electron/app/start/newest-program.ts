import { readFileSync } from 'node:fs'
import path from 'node:path'
import { contentOf } from '../../adapters/journal/checked-file.js'
import type { StoredDocuments } from '../settings/stored-documents.js'

/** The newest version of the program that has opened a data folder; only for words. */
export const NEWEST_PROGRAM_FILE = 'newest-program.json'
/** The version of that file. */
export const NEWEST_PROGRAM_VERSION = 1

const VERSION_TEXT = /^\d{1,5}\.\d{1,5}\.\d{1,5}(-[\w.-]{1,40})?$/

/** Returns the version in the file's content; null where it names none. */
function programIn(content: string): string | null {
  try {
    const stored: unknown = JSON.parse(content)
    if (typeof stored !== 'object' || stored === null || !('program' in stored)) return null
    const { program } = stored
    return typeof program === 'string' && VERSION_TEXT.test(program) ? program : null
  } catch {
    // Damaged: the words then name no version.
    return null
  }
}

/** Returns the newest version of the program that opened the folder; null when it is not known. */
export function newestProgram(userData: string): string | null {
  try {
    const text = readFileSync(path.join(userData, NEWEST_PROGRAM_FILE), 'utf8')
    return programIn(contentOf(text) ?? '')
  } catch {
    // Without the file no version is named.
    return null
  }
}

/** Records that `program` opened the folder, unless a newer one did. */
export async function recordProgram(files: StoredDocuments, program: string): Promise<void> {
  const file = files.document(NEWEST_PROGRAM_FILE, {
    version: NEWEST_PROGRAM_VERSION,
    ownerNotifies: true,
  })
  const content = await file.read()
  const newest = content.ok && content.value !== null ? programIn(content.value) : null
  if (newest === program) return
  const { default: compare } = await import('semver/functions/compare.js')
  if (newest !== null && compare(newest, program) >= 0) return
  await file.write(JSON.stringify({ v: NEWEST_PROGRAM_VERSION, program }))
}
