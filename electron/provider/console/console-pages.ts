import type { ConsolePage } from '../../../shared/domain/institution/institution-view.js'
import { ok, type Result } from '../../../shared/domain/result.js'
import type { Operation } from '../../../shared/wire/operation.js'
import type { CallFailure } from '../http/call-failure.js'
import type { Caller, CallOptions } from '../http/caller.js'
import { ListPages, rowReader } from '../http/list-pages.js'
import type { CursorOperation } from '../http/paginate.js'
import { toPage, toRecord } from './response-records.js'

/**
 * Returns one page of what a read found. A list ends by the broker's cursor; one that repeats a
 * page is an error, because it would be loaded for ever, or end early (REL-44).
 *
 * @param cursor the cursor that the previous page returned; null for the first page
 */
export async function readConsolePage(
  caller: Pick<Caller, 'call'>,
  operation: Operation,
  request: unknown,
  cursor: string | null,
  options: CallOptions,
): Promise<Result<ConsolePage, CallFailure>> {
  if (operation.paging === 'cursor') {
    const list = new ListPages(
      rowReader(caller, operation as CursorOperation, (rows, unreadable) => ({
        rows: rows.map(toRecord),
        unreadable,
      })),
    )
    return list.read(request, cursor, { ...options, isProof: true })
  }
  let unreadable = 0
  const answer = await caller.call(operation, request, {
    ...options,
    onUnreadable: (rows) => {
      unreadable = rows.length
    },
  })
  return answer.ok ? ok(toPage(answer.value, unreadable)) : answer
}
