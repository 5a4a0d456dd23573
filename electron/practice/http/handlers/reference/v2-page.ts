import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { CODES } from '../../../../../shared/wire/errors.js'
import { refused, type Refusal } from '../../message/refusal.js'
import { queryValue, type Call } from '../../operations/handler.js'
import { readCount } from '../market-data/market-requests.js'

/** Where a list of v2 continues, and how many rows its page has at most. */
export interface V2List<T> {
  readonly idOf: (row: T) => string
  /** The parameter that names the last row of the page before. */
  readonly lastId: 'last_instrument_id' | 'last_series_id'
  readonly most: number
}

/**
 * Returns a page of a list with `x-version: v2` (TRADING-1): the rows after the last one that the
 * client has, and none at the end. An id that is not in the list is refused.
 */
export function v2Page<T>(
  call: Call,
  rows: readonly T[],
  { idOf, lastId, most }: V2List<T>,
): Result<readonly T[], Refusal> {
  const size = readCount(queryValue(call, 'page_size'), most, most)
  if (!size.ok) return size
  const last = queryValue(call, lastId)
  if (last === undefined || last === '') return ok(rows.slice(0, size.value))
  const index = rows.findIndex((row) => idOf(row) === last)
  return index < 0
    ? err(refused(CODES.invalidParameter, `${lastId} is not known.`))
    : ok(rows.slice(index + 1, index + 1 + size.value))
}
