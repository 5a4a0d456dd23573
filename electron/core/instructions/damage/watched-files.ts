import { err, type Result } from '../../../../shared/domain/result.js'
import { message } from '../../../../shared/messages/make-message.js'
import { describedFileError } from '../../file-error.js'
import { isNewerContent } from '../../files/content-version.js'
import type { DocumentPort, FileError, JournalPort } from '../../ports.js'
import type { FileRegister } from '../../files/file-register.js'

type Watcher = Pick<FileRegister, 'hasHadContent' | 'setContent' | 'report'>

/** A journal whose content can be replaced. */
interface ReplaceableJournal extends JournalPort {
  replace(lines: readonly string[]): Promise<Result<void, FileError>>
}

/**
 * Returns the document, with every loss of its content reported to the register. Where `version` is
 * given, content of a newer one is neither read nor written over.
 */
export function watchDocument(
  document: DocumentPort,
  name: string,
  register: Watcher,
  version = Number.POSITIVE_INFINITY,
): DocumentPort {
  let isNewer = false
  const newer = (): { readonly ok: false; readonly error: FileError } =>
    err(describedFileError('newer', message('storage.fileNewer', { file: name })))
  return {
    async read() {
      const content = await document.read()
      isNewer = content.ok && isNewerContent(content.value ?? '', version)
      if (isNewer) register.report(name, 'newer')
      else if (!content.ok) register.report(name, 'unreadable')
      else if (content.value !== null) register.setContent(name, true)
      else if (register.hasHadContent(name)) register.report(name, 'missing')
      return isNewer ? newer() : content
    },
    async write(content) {
      if (isNewer) return newer()
      const written = await document.write(content)
      if (written.ok) register.setContent(name, true)
      return written
    },
    async setAside() {
      if (isNewer) return newer()
      const moved = await document.setAside()
      register.report(name, 'damaged', moved.ok ? moved.value : null)
      return moved
    },
    async remove() {
      const removed = await document.remove()
      if (removed.ok) register.setContent(name, false)
      return removed
    },
  }
}

/** Reports why a journal could not be read, and where its damaged file is. */
function reportUnread(name: string, { kind, aside }: FileError, register: Watcher): void {
  const isReadable = aside !== undefined && aside.readable > 0
  const problem = isReadable ? 'entries-lost' : kind === 'damaged' ? 'damaged' : 'unreadable'
  register.report(name, problem, aside?.file ?? null)
}

/** Returns the journal, with every loss of its content reported to the register. */
export const watchJournal = (
  journal: ReplaceableJournal,
  name: string,
  register: Watcher,
): ReplaceableJournal => ({
  async append(line) {
    const written = await journal.append(line)
    if (written.ok) register.setContent(name, true)
    return written
  },
  async read() {
    const content = await journal.read()
    if (!content.ok) {
      reportUnread(name, content.error, register)
    } else if (content.value.tailCut) {
      register.report(name, 'cut')
    } else if (content.value.lines.length > 0) {
      register.setContent(name, true)
    } else if (register.hasHadContent(name)) {
      register.report(name, 'missing')
    }
    return content
  },
  async replace(lines) {
    const written = await journal.replace(lines)
    if (written.ok) register.setContent(name, lines.length > 0)
    return written
  },
  close: () => journal.close(),
})
