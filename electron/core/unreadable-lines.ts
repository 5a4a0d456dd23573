import { ok, type Result } from '../../shared/domain/result.js'
import type { FileError, JournalPort } from './ports.js'

export interface UnreadableLines {
  /** Where the unreadable lines are moved to. */
  readonly journal: JournalPort
  readonly isReadable: (line: string) => boolean
  /** Replaces the content of the journal that they were in. */
  readonly replace: (lines: readonly string[]) => Promise<Result<void, FileError>>
}

/**
 * Moves the lines that cannot be read from a journal to another one. A crash in between leaves them
 * in both; the next call completes the move without writing any twice.
 */
export async function moveUnreadable(
  from: Pick<JournalPort, 'read'>,
  { journal, isReadable, replace }: UnreadableLines,
): Promise<Result<void, FileError>> {
  const content = await from.read()
  if (!content.ok) return content
  const unreadable = content.value.lines.filter((line) => !isReadable(line))
  if (unreadable.length === 0) return ok(undefined)
  const before = await journal.read()
  if (!before.ok) return before
  const moved = new Set(before.value.lines)
  for (const line of unreadable.filter((text) => !moved.has(text))) {
    const written = await journal.append(line)
    if (!written.ok) return written
  }
  await journal.close()
  return replace(content.value.lines.filter(isReadable))
}
