import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { Operation, RequestOf, ResponseOf } from '../../../shared/wire/operation.js'
import type { Caller, CallOptions } from './caller.js'
import { malformedAnswer, type CallFailure } from './call-failure.js'

export interface CursorPage<T> {
  readonly data: readonly T[]
  readonly pagination_key?: string | null | undefined
}

/**
 * More pages than any list of this provider has: a thousand instruments per page, some tens of
 * thousands in all.
 */
const PAGE_CAP = 200

/**
 * Reads a cursor list page by page until its key is null or absent (TRADING-1). Keys are opaque. A
 * repeated key, or more than `cap` pages, ends with `malformed`, because such a list would never
 * end.
 */
export async function* pages<T>(
  fetchPage: (key: string | undefined) => Promise<Result<CursorPage<T>, CallFailure>>,
  cap: number = PAGE_CAP,
): AsyncGenerator<Result<readonly T[], CallFailure>, void, undefined> {
  const seen = new Set<string>()
  let key: string | undefined
  for (let count = 0; count < cap; count += 1) {
    const page = await fetchPage(key)
    if (!page.ok) {
      yield page
      return
    }
    yield ok(page.value.data)
    const next = page.value.pagination_key
    if (next === undefined || next === null || next === '') return
    if (seen.has(next)) {
      yield err(malformedAnswer(200, 'the list repeats a page key'))
      return
    }
    seen.add(next)
    key = next
  }
  yield err(malformedAnswer(200, 'the list has more pages than any list can have'))
}

/**
 * Returns all items of a cursor list, or the first failure, so that a partial list is never
 * returned as complete.
 */
export async function allItems<T>(
  fetchPage: (key: string | undefined) => Promise<Result<CursorPage<T>, CallFailure>>,
  cap: number = PAGE_CAP,
): Promise<Result<readonly T[], CallFailure>> {
  const items: T[] = []
  for await (const page of pages(fetchPage, cap)) {
    if (!page.ok) return page
    items.push(...page.value)
  }
  return ok(items)
}

/** An operation with a paged response: the cursor lists of the catalog. */
export type CursorOperation = Operation & {
  readonly response: { readonly _output: CursorPage<unknown> }
}
/** One row of a cursor list. */
export type RowOf<O extends CursorOperation> =
  ResponseOf<O> extends CursorPage<infer Row> ? Row : never

const pageCaller =
  <O extends CursorOperation>(
    caller: Pick<Caller, 'call'>,
    operation: O,
    params: RequestOf<O>,
    options?: CallOptions,
  ) =>
  (key: string | undefined) =>
    caller.call(
      operation,
      (key === undefined ? params : { ...(params as object), pagination_key: key }) as RequestOf<O>,
      options,
    ) as Promise<Result<CursorPage<RowOf<O>>, CallFailure>>

/** Returns every row of one cursor list of the catalog, or the first failure. */
export const allRows = <O extends CursorOperation>(
  caller: Pick<Caller, 'call'>,
  operation: O,
  params: RequestOf<O>,
  options?: CallOptions,
): Promise<Result<readonly RowOf<O>[], CallFailure>> =>
  allItems(pageCaller(caller, operation, params, options))
