import { z } from 'zod'
import { parseDecimal, type Decimal } from '../domain/decimal.js'
import { epochMs, type EpochMs } from '../domain/time.js'

/** The member that an unpublished enum value decodes to; it never enables an action. */
export const UNKNOWN = 'UNKNOWN_MEMBER' as const

const openEnums = new WeakMap<z.ZodType, readonly string[]>()

/**
 * Makes an enum of a response that stays open: values outside the list decode to {@link UNKNOWN}
 * instead of failing the response.
 */
export const zOpenEnum = <const T extends readonly string[]>(values: T) => {
  const schema = z
    .string()
    .transform((value): T[number] | typeof UNKNOWN =>
      (values as readonly string[]).includes(value) ? (value as T[number]) : UNKNOWN,
    )
  openEnums.set(schema, values)
  return schema
}

/** Returns the published members of an open enum; null for any other schema. */
export const openEnumMembers = (schema: z.ZodType): readonly string[] | null =>
  openEnums.get(schema) ?? null

/** Makes an open enum that may be unset: absent, null and empty text all decode to null. */
export const zOptionalEnum = <const T extends readonly string[]>(values: T) =>
  z
    .union([z.literal(''), zOpenEnum(values)])
    .nullish()
    .transform((value): T[number] | typeof UNKNOWN | null =>
      value === undefined || value === '' ? null : value,
    )

/** A number on the wire: text, plain or scientific (TRADING-4). */
export const zWireDecimal = z.string().transform((text, context): Decimal => {
  const value = parseDecimal(text.trim())
  if (value !== null) return value
  context.addIssue({ code: 'custom', message: 'not a decimal' })
  return z.NEVER
})

/** Texts that stand for "no number". */
const zNoNumber = z.enum(['', '-', '--']).transform((): null => null)

/** A number that has to be sent, but may be a text that stands for none: null then. */
export const zNumberOrNone = z.union([zNoNumber, zWireDecimal])

/** An optional number: absent, null, empty text and dashes all decode to null. */
export const zOptionalDecimal = zNumberOrNone
  .nullish()
  .transform((value): Decimal | null => value ?? null)

/** Optional text: absent, null and empty all decode to null. */
export const zOptionalText = z
  .string()
  .nullish()
  .transform((value) => (value === undefined || value === '' ? null : value))

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/**
 * Parses the wire's three forms of time: integer ms, text ms, and ISO 8601 with `Z`, `+00:00` or
 * `+0000`. Returns null when none fits.
 */
export function parseWireTime(value: string | number): EpochMs | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? epochMs(value) : null
  if (/^\d{10,16}$/.test(value)) return epochMs(Number.parseInt(value, 10))
  if (!ISO.test(value)) return null
  const ms = Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(ms) ? null : epochMs(ms)
}

export const zWireTime = z.union([z.string(), z.number()]).transform((value, context): EpochMs => {
  const time = parseWireTime(value)
  if (time !== null) return time
  context.addIssue({ code: 'custom', message: 'not a time' })
  return z.NEVER
})

export const zOptionalTime = z
  .union([z.literal(''), zWireTime])
  .nullish()
  .transform((value): EpochMs | null => (value === undefined || value === '' ? null : value))

/** Formats a time as ISO 8601 UTC with milliseconds and `Z`, the form of orders. */
export const isoTime = (time: EpochMs): string => new Date(time).toISOString()

/** Formats a time as ISO 8601 with `+0000`, the form of bars, tokens and events. */
export const isoTimeOffset = (time: EpochMs): string =>
  new Date(time).toISOString().replace('Z', '+0000')

/** The key of a further page in an answer that has none: nothing would read that page. */
export const zNoKey = z.literal('').nullish()

/** Accepts a bare list, and the older form inside a `result` (MARKET-2 to MARKET-5). */
export const zBareOrWrapped = <T extends z.ZodType>(row: T) =>
  z.union([
    z.array(row),
    z
      .object({ result: z.array(row), pagination_key: zNoKey })
      .transform((page): z.output<T>[] => page.result as z.output<T>[]),
  ])

/** The cursor envelope (TRADING-1); the key is opaque, and absent or null on the last page. */
export const zPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), pagination_key: z.string().nullish() })
