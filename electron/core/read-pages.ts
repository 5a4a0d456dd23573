import { err, ok, type Result } from '../../shared/domain/result.js'
import { message } from '../../shared/messages/make-message.js'
import { providerFailure, type ProviderFailure } from './provider-failure.js'

/** A page of any list of the broker; a null `cursor` is its end. */
interface Page {
  readonly cursor: string | null
}

/**
 * More pages than the longest list has at ten rows a page; a list that is longer is a server that
 * invents cursors.
 */
const MAX_PAGES = 100_000

/**
 * Reads a list of the broker page by page to its end. The end is what the broker says it is, never
 * a number of pages or of rows; a cursor that was already followed is a failure, because such a
 * list has no end (REL-44).
 *
 * @param readPage reads the page of a cursor; null requests the first
 * @param visit receives each page; false ends the reading before the end of the list
 */
export async function readPages<P extends Page, E>(
  readPage: (cursor: string | null) => Promise<Result<P, E>>,
  visit: (page: P) => boolean,
): Promise<Result<void, E | ProviderFailure>> {
  const followed = new Set<string>()
  let cursor: string | null = null
  while (followed.size < MAX_PAGES) {
    const page: Result<P, E> = await readPage(cursor)
    if (!page.ok) return page
    if (!visit(page.value)) return ok(undefined)
    cursor = page.value.cursor
    if (cursor === null) return ok(undefined)
    if (followed.has(cursor)) break
    followed.add(cursor)
  }
  return err(providerFailure('malformed', message('orders.listRepeats')))
}
