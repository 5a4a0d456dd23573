import { z } from 'zod'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { CODES } from '../../../../shared/wire/errors.js'
import { type Refusal, refuse } from './refusals.js'

/**
 * The content of a pagination key: base64 of the JSON shape that the provider's other lists use
 * (TRADING-1, ASSUMPTION). A page continues after `lastId`, not at an offset, so that rows which
 * arrive or disappear between two pages neither repeat nor hide a row.
 */
const zCursor = z.strictObject({
  v: z.literal(1),
  lastId: z.string().min(1),
  pageIndex: z.number().int().min(0),
  pageSize: z.number().int().positive(),
  condition: z.string(),
})
export type Cursor = z.output<typeof zCursor>

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
export const BAD_KEY = refuse(
  CODES.invalidParameter,
  'pagination_key is not valid for this request.',
)

export const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor), 'utf8').toString('base64')

/**
 * Decodes the key of a request with this `condition`; null without a key. 417 INVALID_PARAMETER
 * when it is malformed or from another request.
 */
export function decodeCursor(
  key: string | undefined,
  condition: string,
): Result<Cursor | null, Refusal> {
  if (key === undefined || key === '') return ok(null)
  if (!BASE64.test(key)) return err(BAD_KEY)
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(key, 'base64').toString('utf8'))
  } catch {
    return err(BAD_KEY)
  }
  const cursor = zCursor.safeParse(value)
  return cursor.success && cursor.data.condition === condition ? ok(cursor.data) : err(BAD_KEY)
}

/** Bounds of `page_size` with `x-version: v2`, observed live on open orders (TRADING-1). */
const V2_DEFAULT = 10
const V2_BOUNDS = { min: 10, max: 100 }

/** Reads a v2 page size; 417 when out of bounds. */
export function v2PageSize(text: string | undefined): Result<number, Refusal> {
  if (text === undefined || text === '') return ok(V2_DEFAULT)
  const size = /^\d{1,4}$/.test(text) ? Number.parseInt(text, 10) : 0
  return size >= V2_BOUNDS.min && size <= V2_BOUNDS.max
    ? ok(size)
    : err(
        refuse(
          CODES.invalidParameter,
          `page_size must be from ${V2_BOUNDS.min} to ${V2_BOUNDS.max}.`,
        ),
      )
}
