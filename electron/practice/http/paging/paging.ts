import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { refused, type Refusal } from '../message/refusal.js'

/**
 * The published inside of a cursor (TRADING-1): clients must treat it as opaque.
 * `before` is ours: the ids before the
 * last one, nearest first, to go on after when the last one has gone from the list meanwhile.
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

/** One page of a list. `pagination_key` is null on the last. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly pagination_key: string | null
}

const BAD_KEY = refused(CODES.invalidParameter, 'pagination_key is not valid.')

/**
 * Reads a cursor: null for the first page. One that is damaged, or made for other filters, is
 * refused.
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

/**
 * Cuts one page out of a list in stable order. `condition` holds the filters, `idOf` the id that
 * the cursor remembers. What comes
 * or goes between two pages neither repeats nor hides a row; a key whose rows have all gone is
 * refused, for nobody knows any more
 * where it stood.
 */
export function pageOf<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  size: number,
  key: string | undefined,
  condition: string,
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
 * Like {@link pageOf} for lists too long to be made whole: `from` gives what comes after an id
 * (null: from the start), in the
 * order of ids, and null for ids that are none.
 */
export function pageAfter<T>(
  from: (lastId: string | null) => Iterable<T> | null,
  idOf: (item: T) => string,
  size: number,
  key: string | undefined,
  condition: string,
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
