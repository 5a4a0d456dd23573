import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { CODES } from '../../../shared/wire/errors.js'
import { refused, type Refusal } from './refusal.js'

/** The published inside of a cursor (contract/trading.md 1): clients must treat it as opaque. */
const zCursor = z.object({ v: z.literal(1), lastId: z.string(), pageIndex: z.number().int().nonnegative(), pageSize: z.number().int(), condition: z.string() })

/** One page of a list. `pagination_key` is null on the last. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly pagination_key: string | null
}

/** Reads a cursor: null for the first page. One that is damaged, or made for other filters, is refused. */
function readCursor(key: string | undefined, condition: string): Result<z.infer<typeof zCursor> | null, Refusal> {
  if (key === undefined || key === '') return ok(null)
  try {
    const cursor = zCursor.safeParse(JSON.parse(Buffer.from(key, 'base64').toString('utf8')))
    if (cursor.success && cursor.data.condition === condition) return ok(cursor.data)
  } catch {
    // Not JSON: refused below like any other key that was not issued here.
  }
  return err(refused(CODES.invalidParameter, 'pagination_key is not valid.'))
}

/** Cuts one page out of a list in stable order. `condition` holds the filters, `idOf` the id that the cursor remembers. */
export function pageOf<T>(all: readonly T[], idOf: (item: T) => string, size: number, key: string | undefined, condition: string): Result<Page<T>, Refusal> {
  const cursor = readCursor(key, condition)
  if (!cursor.ok) return cursor
  const at = cursor.value === null ? 0 : all.findIndex((item) => idOf(item) === cursor.value?.lastId) + 1
  const data = all.slice(at, at + size)
  const last = data.at(-1)
  if (last === undefined || at + size >= all.length) return ok({ data, pagination_key: null })
  const next = { v: 1, lastId: idOf(last), pageIndex: (cursor.value?.pageIndex ?? -1) + 1, pageSize: size, condition }
  return ok({ data, pagination_key: Buffer.from(JSON.stringify(next), 'utf8').toString('base64') })
}

/**
 * Like {@link pageOf} for lists too long to be made whole: `from` gives what comes after an id (null: from the start), in the
 * order of ids, and null for ids that are none.
 */
export function pageAfter<T>(from: (lastId: string | null) => Iterable<T> | null, idOf: (item: T) => string, size: number, key: string | undefined, condition: string): Result<Page<T>, Refusal> {
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
  const next = { v: 1, lastId: idOf(last), pageIndex: (cursor.value?.pageIndex ?? -1) + 1, pageSize: size, condition }
  return ok({ data, pagination_key: Buffer.from(JSON.stringify(next), 'utf8').toString('base64') })
}
