import { z } from 'zod'
import { epochMs } from '../domain/time.js'
import type { Plain } from '../domain/reference/reference-data.js'
import {
  isoTime,
  openEnumMembers,
  zOptionalDecimal,
  zOptionalText,
  zOptionalTime,
  zWireDecimal,
  zWireTime,
} from './fields.js'

/**
 * What an answer of the provider is when it is passed on as text: decimals stay the exact text they
 * are, times become ISO 8601. Both the
 * schema of that text and the answer itself are derived from the operation's own description, so
 * neither can drift from it.
 */

const text = z.string()
const maybe = text.nullable()
const LEAVES: ReadonlyMap<z.ZodType, z.ZodType> = new Map<z.ZodType, z.ZodType>([
  [zWireDecimal, text],
  [zOptionalDecimal, maybe],
  [zWireTime, text],
  [zOptionalTime, maybe],
  [zOptionalText, maybe],
])
const isTime = (schema: z.ZodType): boolean => schema === zWireTime || schema === zOptionalTime

/** All that may be missing is a text or null. */
const OPTIONAL: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  zOptionalDecimal,
  zOptionalTime,
  zOptionalText,
])
/**
 * Of records with more such members than this (a row of a ranking, a statement) only the others are
 * named: every assistant reads every word of a schema.
 */
const MAX_NAMED_OPTIONAL = 1

/** Several spellings of one answer are read as the first. */
const firstOf = (schema: z.ZodUnion): z.ZodType => schema.options[0] as z.ZodType
/** What stands beneath a wrapper, or is read before a change of form; null for anything else. */
function innerSchema(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schema.unwrap() as z.ZodType
  }
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType
  if (schema instanceof z.ZodUnion) return firstOf(schema)
  return null
}

function plainObject(schema: z.ZodObject): z.ZodType {
  const members = Object.entries(schema.shape) as [string, z.ZodType][]
  const required = members.filter(([, member]) => !OPTIONAL.has(member))
  const named = members.length - required.length > MAX_NAMED_OPTIONAL ? required : members
  const shape = Object.fromEntries(named.map(([name, member]) => [name, schemaOf(member)]))
  return named.length === members.length ? z.looseObject(shape) : z.object(shape).catchall(maybe)
}

/**
 * What comes of a change of form: records keep their members, flags and texts their kind; a number
 * that becomes a text is one.
 */
function changed(from: z.ZodType): z.ZodType {
  if (from instanceof z.ZodObject) return plainObject(from)
  if (from instanceof z.ZodOptional || from instanceof z.ZodNullable) {
    return changed(from.unwrap() as z.ZodType).nullable()
  }
  return from instanceof z.ZodBoolean ? from : text
}

function schemaOf(schema: z.ZodType): z.ZodType {
  const leaf = LEAVES.get(schema)
  if (leaf !== undefined) return leaf
  if (openEnumMembers(schema) !== null) return text
  if (schema instanceof z.ZodObject) return plainObject(schema)
  if (schema instanceof z.ZodArray) return z.array(schemaOf(schema.element as z.ZodType))
  if (schema instanceof z.ZodRecord) return z.record(text, schemaOf(schema.valueType as z.ZodType))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaOf(schema.unwrap() as z.ZodType).nullish()
  }
  if (schema instanceof z.ZodUnion) return schemaOf(firstOf(schema))
  if (schema instanceof z.ZodPipe) return changed(schema.in as z.ZodType)
  return schema instanceof z.ZodString ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean
    ? schema
    : z.unknown()
}

/** The schema of an operation's answer as text. */
export const plainSchema = (response: z.ZodType): z.ZodType => schemaOf(response)

/**
 * The answer itself as text; of every list the first `most` rows. `cut` is called where a list was
 * longer.
 */
export function toPlain(
  schema: z.ZodType,
  value: unknown,
  maxRows: number,
  cut: () => void,
): Plain {
  if (value === null || value === undefined) return null
  if (isTime(schema)) return typeof value === 'number' ? isoTime(epochMs(value)) : null
  if (Array.isArray(value)) {
    const under = schema instanceof z.ZodArray ? (schema.element as z.ZodType) : null
    if (under === null) {
      return toPlain(innerSchema(schema) ?? z.array(z.unknown()), value, maxRows, cut)
    }
    if (value.length > maxRows) cut()
    return value.slice(0, maxRows).map((item: unknown) => toPlain(under, item, maxRows, cut))
  }
  if (typeof value === 'object') {
    const inner = innerSchema(schema)
    if (inner !== null) return toPlain(inner, value, maxRows, cut)
    const shape: Readonly<Record<string, z.ZodType>> =
      schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}
    const valueSchema =
      schema instanceof z.ZodRecord ? (schema.valueType as z.ZodType) : z.unknown()
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        toPlain(shape[name] ?? valueSchema, member, maxRows, cut),
      ]),
    )
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
}
