import type { DocumentPort, FileError } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { crc32 } from './crc32.js'

const SUM = /^([0-9a-f]{8})\n/

const sumOf = (content: string): string => crc32(Buffer.from(content, 'utf8'))

const DAMAGED: FileError = { kind: 'damaged', message: 'damaged' }

/**
 * Puts a CRC-32 before the content of a file. A content that is not what was written is reported as
 * damaged, even where it can still be parsed.
 */
export const createCheckedFile = (file: DocumentPort): DocumentPort => ({
  async read(): Promise<Result<string | null, FileError>> {
    const found = await file.read()
    if (!found.ok || found.value === null) return found
    const [line = '', sum] = SUM.exec(found.value) ?? []
    const content = found.value.slice(line.length)
    return sum === sumOf(content) ? ok(content) : err(DAMAGED)
  },
  write: (content) => file.write(`${sumOf(content)}\n${content}`),
  setAside: () => file.setAside(),
  remove: () => file.remove(),
})
