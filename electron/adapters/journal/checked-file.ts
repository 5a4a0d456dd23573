import type { DocumentPort, FileError } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { crc32 } from './crc32.js'

/** An editor may have put a byte order mark before it. */
const SUM = /^\uFEFF?([0-9a-f]{8})\r?\n/

const sumOf = (content: string): string => crc32(Buffer.from(content, 'utf8'))

const DAMAGED: FileError = { kind: 'damaged', message: 'damaged' }

/** Returns the text with the checksum that proves it. */
export const checkedText = (content: string): string => `${sumOf(content)}\n${content}`

/**
 * Returns the content of a checked text; null when it is not what was written. An editor may have
 * changed its line ends, which JSON does not have.
 */
export function contentOf(text: string): string | null {
  const [line = '', sum] = SUM.exec(text) ?? []
  if (sum === undefined) return null
  const content = text.slice(line.length)
  return [content, content.replaceAll('\r\n', '\n')].find((form) => sum === sumOf(form)) ?? null
}

/**
 * Puts a CRC-32 before the content of a file. A content that is not what was written is reported as
 * damaged, even where it can still be parsed.
 */
export const createCheckedFile = (file: DocumentPort): DocumentPort => ({
  async read(): Promise<Result<string | null, FileError>> {
    const found = await file.read()
    if (!found.ok || found.value === null) return found
    const content = contentOf(found.value)
    return content === null ? err(DAMAGED) : ok(content)
  },
  write: (content) => file.write(checkedText(content)),
  setAside: () => file.setAside(),
  remove: () => file.remove(),
})
