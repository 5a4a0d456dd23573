import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { refused, type Refusal } from '../message/refusal.js'

/**
 * The provider's cursor fields (TRADING-1), opaque to clients. `before` is ours: ids before the
 * last one, nearest first, to continue from when the last one has left the list.
 */
const zCursor = z.object({
  v: z.literal(1),
  lastId: z.string(),
  pageIndex: z.number().int().nonnegative(),
  pageSize: z.number().int(),
  condition: z.string(),
  before: z.array(z.string()).optional(),
})
const REMEMBERED = 20

/** One page of a list. `pagination_key` is null on the last page. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly pagination_key: string | null
}

const BAD_KEY = refused(CODES.invalidParameter, 'pagination_key is not valid.')

/**
 * Reads a cursor; null for the first page. Refuses a damaged cursor or one made for other filters.
 */
function readCursor(
  key: string | undefined,
  condition: string,
): Result<z.infer<typeof zCursor> | null, Refusal> {
  if (key === undefined || key === '') return ok(null)
  try {
    const cursor = zCursor.safeParse(JSON.parse(Buffer.from(key, 'base64').toString('utf8')))
    if (cursor.success && cursor.data.condition === condition) return ok(cursor.data)
  } catch {
    // Not JSON: refused below like any other key that was not issued here.
  }
  return err(BAD_KEY)
}

/** One page that is requested. */
export interface PageRequest {
  /** Rows of one page. */
  readonly size: number
  /** The `pagination_key` of the request. */
  readonly key: string | undefined
  /** The filters: a key of other filters is refused. */
  readonly condition: string
}

/**
 * Returns one page of a list in stable order. `condition` holds the filters, `idOf` the id that the
 * cursor stores. Rows added or removed between two pages never repeat or hide other rows. A key
 * whose rows have all been removed is refused because its position is lost.
 */
export function pageOf<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  { size, key, condition }: PageRequest,
): Result<Page<T>, Refusal> {
  const cursor = readCursor(key, condition)
  if (!cursor.ok) return cursor
  const anchors = cursor.value === null ? [] : [cursor.value.lastId, ...(cursor.value.before ?? [])]
  const found = anchors
    .map((id) => all.findIndex((item) => idOf(item) === id))
    .find((index) => index >= 0)
  if (cursor.value !== null && found === undefined) return err(BAD_KEY)
  const from = found === undefined ? 0 : found + 1
  const data = all.slice(from, from + size)
  const last = data.at(-1)
  if (last === undefined || from + size >= all.length) return ok({ data, pagination_key: null })
  const before = [
    ...data
      .slice(-REMEMBERED - 1, -1)
      .map(idOf)
      .reverse(),
    ...anchors,
  ].slice(0, REMEMBERED)
  const next = {
    v: 1,
    lastId: idOf(last),
    pageIndex: (cursor.value?.pageIndex ?? -1) + 1,
    pageSize: size,
    condition,
    before,
  }
  return ok({ data, pagination_key: Buffer.from(JSON.stringify(next), 'utf8').toString('base64') })
}

/**
 * Returns one page like {@link pageOf}, for lists too long to be built completely. `from` returns
 * the items after an id in order (null: from the start), or null for unknown ids.
 */
export function pageAfter<T>(
  from: (lastId: string | null) => Iterable<T> | null,
  idOf: (item: T) => string,
  { size, key, condition }: PageRequest,
): Result<Page<T>, Refusal> {
  const cursor = readCursor(key, condition)
  if (!cursor.ok) return cursor
  const rest = from(cursor.value?.lastId ?? null)
  if (rest === null) return err(refused(CODES.invalidParameter, 'pagination_key is not valid.'))
  const data: T[] = []
  let more = false
  for (const item of rest) {
    more = data.length === size
    if (more) break
    data.push(item)
  }
  const last = data.at(-1)
  if (last === undefined || !more) return ok({ data, pagination_key: null })
  const next = {
    v: 1,
    lastId: idOf(last),
    pageIndex: (cursor.value?.pageIndex ?? -1) + 1,
    pageSize: size,
    condition,
  }
  return ok({ data, pagination_key: Buffer.from(JSON.stringify(next), 'utf8').toString('base64') })
}
