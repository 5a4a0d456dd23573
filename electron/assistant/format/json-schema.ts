import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Bounds that every number of the language has. */
const boundless = ([name, part]: [string, unknown]): boolean =>
  (name === 'minimum' || name === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER

/** A list of types, which some clients do not know, as branches, which all do. */
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
 * The same schema in fewer words, and in those that every client knows: every assistant reads all
 * of them before it does anything.
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

/**
 * Of an answer, what else may stand in it goes without saying: whoever reads it reads what is
 * named.
 */
function withoutOpenProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOpenProperties)
  if (!isJson(value)) return value
  const open = value['additionalProperties']
  const silent = open === false || (isJson(open) && Object.keys(open).length === 0)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !(silent && name === 'additionalProperties'))
      .map(([name, part]) => [name, withoutOpenProperties(part)]),
  )
}

const asJson = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  // The dialect is the protocol's own (2020-12), which nobody needs to be told.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  const short = simplified(rest)
  return { ...((io === 'output' ? withoutOpenProperties(short) : short) as Json) }
}

/**
 * A schema as it is listed: put together once, not for every request that lists. What a tool is
 * given is checked by the tool, so that
 * what does not fit is refused in the same words as everything else; what it answers is checked on
 * its way out.
 */
export function published(schema: z.ZodType): StandardSchemaWithJSON {
  const made: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {}
  const { version, vendor, validate } = schema['~standard']
  return {
    '~standard': {
      version,
      vendor,
      validate,
      jsonSchema: {
        input: () => (made.input ??= asJson(schema, 'input')),
        output: () => (made.output ??= asJson(schema, 'output')),
      },
    },
  }
}

/** The same without a check of its own. */
export function listed(schema: z.ZodType): StandardSchemaWithJSON {
  const { '~standard': standard } = published(schema)
  return { '~standard': { ...standard, validate: (value) => ({ value }) } }
}
