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
 * A response of the provider as plain text and JSON: decimals keep their exact text, times become
 * ISO 8601. The schema and the value are both derived from the operation's declaration, so that
 * they cannot differ.
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

/** The optional schemas, whose values are text or null. */
const OPTIONAL: ReadonlySet<z.ZodType> = new Set<z.ZodType>([
  zOptionalDecimal,
  zOptionalTime,
  zOptionalText,
])
/**
 * The most optional members that a record's schema names; with more of them (a row of a ranking, a
 * statement) it names only the required ones, because every assistant reads every schema in full.
 */
const MAX_NAMED_OPTIONAL = 1

/** Returns the first of several accepted forms of a response. */
const firstOf = (schema: z.ZodUnion): z.ZodType => schema.options[0] as z.ZodType
/** Returns the schema inside a wrapper or before a transform; null for any other schema. */
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
  const shape = Object.fromEntries(named.map(([name, member]) => [name, plainSchema(member)]))
  return named.length === members.length ? z.looseObject(shape) : z.object(shape).catchall(maybe)
}

/**
 * Returns the schema after a transform: records keep their members, booleans stay booleans,
 * everything else becomes text.
 */
function changed(from: z.ZodType): z.ZodType {
  if (from instanceof z.ZodObject) return plainObject(from)
  if (from instanceof z.ZodOptional || from instanceof z.ZodNullable) {
    return changed(from.unwrap() as z.ZodType).nullable()
  }
  return from instanceof z.ZodBoolean ? from : text
}

/** Returns the plain form of a schema, for example of an operation's response. */
export function plainSchema(schema: z.ZodType): z.ZodType {
  const leaf = LEAVES.get(schema)
  if (leaf !== undefined) return leaf
  if (openEnumMembers(schema) !== null) return text
  if (schema instanceof z.ZodObject) return plainObject(schema)
  if (schema instanceof z.ZodArray) return z.array(plainSchema(schema.element as z.ZodType))
  if (schema instanceof z.ZodRecord) {
    return z.record(text, plainSchema(schema.valueType as z.ZodType))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return plainSchema(schema.unwrap() as z.ZodType).nullish()
  }
  if (schema instanceof z.ZodUnion) return plainSchema(firstOf(schema))
  if (schema instanceof z.ZodPipe) return changed(schema.in as z.ZodType)
  return schema instanceof z.ZodString ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean
    ? schema
    : z.unknown()
}

/**
 * Converts a response to its plain form with at most `maxRows` rows of every list. Calls `cut` when
 * a list was longer.
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
