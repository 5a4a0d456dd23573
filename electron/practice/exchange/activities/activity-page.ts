import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import type { ListQuery, V2Cut } from '../api/activity-api.js'
import { BAD_KEY, decodeCursor, encodeCursor } from '../api/pagination.js'
import type { PageRecord } from '../../model/wire-records.js'
import { type Refusal, refuse } from '../api/refusals.js'

/** A list in the order in which it is returned. */
export interface Listing<T, R> {
  readonly rows: readonly T[]
  readonly idOf: (row: T) => string
  /** Returns null for a row that the filters exclude. */
  readonly record: (row: T) => R | null
  readonly pageSize: number
  /** The request's filters; a pagination key is valid only for the same filters. */
  readonly condition: string
}

interface Cut<T, R> {
  readonly records: R[]
  /** The last row returned when more follow; null on the last page. */
  readonly next: T | null
}

/**
 * Returns up to `size` rows after the one with `lastId`; null when no row has that id. Rows that
 * arrive or disappear between two pages never hide others.
 */
function cut<T, R>(
  { rows, idOf, record }: Listing<T, R>,
  lastId: string | null,
  size: number,
): Cut<T, R> | null {
  const from = lastId === null ? 0 : rows.findIndex((row) => idOf(row) === lastId) + 1
  if (lastId !== null && from === 0) return null
  const records: R[] = []
  let last: T | null = null
  for (let index = from; index < rows.length; index += 1) {
    const row = rows[index]
    const shown = row === undefined ? null : record(row)
    if (row === undefined || shown === null) continue
    if (records.length === size) return { records, next: last }
    records.push(shown)
    last = row
  }
  return { records, next: null }
}

/**
 * Returns one page in version 3; 417 INVALID_PARAMETER for a key that is damaged or was issued for
 * other filters.
 */
export function page<T, R>(
  listing: Listing<T, R>,
  { paginationKey }: ListQuery,
): Result<PageRecord<R>, Refusal> {
  const { pageSize, condition } = listing
  const cursor = decodeCursor(paginationKey, condition)
  if (!cursor.ok) return cursor
  const found = cut(listing, cursor.value?.lastId ?? null, pageSize)
  if (found === null) return err(BAD_KEY)
  const { records, next } = found
  const pageIndex = (cursor.value?.pageIndex ?? 0) + 1
  return ok({
    data: records,
    pagination_key:
      next === null
        ? null
        : encodeCursor({ v: 1, lastId: listing.idOf(next), pageIndex, pageSize, condition }),
  })
}

export interface V2Bounds {
  readonly min: number
  readonly max: number
  readonly usual: number
}

/** Returns the same rows for version 2: as many as requested, after the last id seen. */
export function bare<T, R>(
  listing: Listing<T, R>,
  { pageSize, lastId }: V2Cut,
  bounds: V2Bounds,
  lastIdName: string,
): Result<readonly R[], Refusal> {
  const text = pageSize ?? ''
  const size = text === '' ? bounds.usual : /^\d{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0
  if (size < bounds.min || size > bounds.max) {
    return err(
      refuse(CODES.invalidParameter, `page_size must be from ${bounds.min} to ${bounds.max}.`),
    )
  }
  const found = cut(listing, lastId === undefined || lastId === '' ? null : lastId, size)
  return found === null
    ? err(refuse(CODES.invalidParameter, `${lastIdName} is not known.`))
    : ok(found.records)
}

/** Returns the filters as text, as stored in a cursor. */
export const conditionOf = (
  ...parts: readonly (string | undefined | readonly string[])[]
): string =>
  parts
    .map((part) =>
      part === undefined || part.length === 0
        ? 'null'
        : typeof part === 'string'
          ? part
          : part.join(','),
    )
    .join(';')
