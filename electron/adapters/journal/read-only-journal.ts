import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nodeFiles, type FileSystem } from '../file-errors.js'
import { readChunks } from './journal-archive.js'
import { RecordDecoder } from './journal-record.js'

/**
 * Passes every readable record of a journal on, beginning with its archive. Changes nothing, also
 * where the journal is open or damaged; a journal that is missing has no records.
 */
export async function readJournalOnly(
  path: string,
  onLine: (line: string) => void,
  files: FileSystem = nodeFiles,
): Promise<void> {
  for (const file of [...(await archivedFiles(path)), path]) {
    const decoder = new RecordDecoder(onLine)
    // A part that cannot be read has no records here; the program that opens it reports the damage.
    await readChunks(files, file, (bytes) => decoder.push(bytes)).catch(() => undefined)
    decoder.end()
  }
}

/** Returns the archived parts of a journal, oldest first. */
async function archivedFiles(path: string): Promise<readonly string[]> {
  const folder = join(dirname(path), 'archive')
  const stem = basename(path, '.journal')
  // Most journals have no archive yet.
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => name.startsWith(`${stem}-`) && name.endsWith('.journal'))
    .toSorted()
    .map((name) => join(folder, name))
}
