import { err, ok } from '../../shared/domain/result.js'
import type { DocumentPort, FileError } from '../../electron/core/ports.js'

/** Creates a document in memory whose writes can be made to fail. */
export function fakeDocument(
  content: string | null = null,
): DocumentPort & { content: string | null; failure: FileError | null; readonly aside: string[] } {
  const document = {
    content,
    failure: null as FileError | null,
    aside: [] as string[],
    read: () =>
      Promise.resolve(document.failure === null ? ok(document.content) : err(document.failure)),
    write(next: string) {
      if (document.failure !== null) return Promise.resolve(err(document.failure))
      document.content = next
      return Promise.resolve(ok(undefined))
    },
    setAside() {
      document.aside.push(document.content ?? '')
      document.content = null
      return Promise.resolve(ok('file.set-aside'))
    },
    remove() {
      document.content = null
      return Promise.resolve(ok(undefined))
    },
  }
  return document
}
