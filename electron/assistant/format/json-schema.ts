import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for a limit that applies to every integer in JavaScript. */
const boundless = ([name, part]: [string, unknown]): boolean =>
  (name === 'minimum' || name === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER

/** Replaces a list of types, which some clients do not support, by branches, which all support. */
function withTypeBranches(schema: Json): Json {
  const { type, ...rest } = schema
  return Array.isArray(type)
    ? {
        anyOf: type.map((typeName: unknown) =>
          typeName === 'null' ? { type: typeName } : { ...rest, type: typeName },
        ),
      }
    : schema
}

/**
 * Shortens a schema and uses only what every client supports, because every assistant reads all
 * schemas first.
 */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isJson(value)) return value
  return withTypeBranches(
    Object.fromEntries(
      Object.entries(value)
        .filter((entry) => !boundless(entry))
        .map(([name, part]) => [name, simplified(part)]),
    ),
  )
}

/** True for a schema that says nothing but a type. */
const isOnlyType = (schema: unknown): boolean =>
  isJson(schema) && Object.keys(schema).length === 1 && typeof schema['type'] === 'string'

/**
 * Shortens the schema of an answer, which most models never see: readers use only the named
 * properties, whether they are always there or not. A text that may be null is left open.
 */
function answerSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(answerSchema)
  if (!isJson(value)) return value
  if (Array.isArray(value['anyOf']) && value['anyOf'].every(isOnlyType)) {
    const { anyOf: _branches, ...rest } = value
    return rest
  }
  const open = value['additionalProperties']
  const silent = open === false || (isJson(open) && Object.keys(open).length === 0)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(silent && name === 'additionalProperties'))
      .filter(([name, part]) => !(name === 'required' && Array.isArray(part)))
      .map(([name, part]) => [name, answerSchema(part)]),
  )
}

/**
 * Removes what arguments are checked by and no model reads: the tool itself checks them, and its
 * refusal names the rule.
 */
function argumentSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(argumentSchema)
  if (!isJson(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => !(name === 'pattern' && typeof part === 'string'))
      .map(([name, part]) => [name, argumentSchema(part)]),
  )
}

const asJson = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  // The dialect is omitted because it is the protocol's default (2020-12).
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  const short = simplified(rest)
  return { ...((io === 'output' ? answerSchema(short) : argumentSchema(short)) as Json) }
}

/**
 * Returns a schema for listing, converted once instead of per request. The output is validated on
 * its way out.
 */
export function published(schema: z.ZodType): StandardSchemaWithJSON {
  const cache: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {}
  const { version, vendor, validate } = schema['~standard']
  return {
    '~standard': {
      version,
      vendor,
      validate,
      jsonSchema: {
        input: () => (cache.input ??= asJson(schema, 'input')),
        output: () => (cache.output ??= asJson(schema, 'output')),
      },
    },
  }
}

/**
 * Returns the same without validation: the tool checks its own input, so that every refusal has the
 * same form.
 */
export function listed(schema: z.ZodType): StandardSchemaWithJSON {
  const { '~standard': standard } = published(schema)
  return { '~standard': { ...standard, validate: (value) => ({ value }) } }
}
