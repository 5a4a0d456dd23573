import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `anyOf` of one plain type and null says in five lines what a list of two types says in one. */
function merged(schema: Json): Json {
  const [plain, none, ...more] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : []
  if (more.length > 0 || !isJson(plain) || !isJson(none) || none['type'] !== 'null' || typeof plain['type'] !== 'string' || 'enum' in plain || 'const' in plain) return schema
  const { anyOf: _two, ...rest } = schema
  return { ...plain, ...rest, type: [plain['type'], 'null'] }
}

/** Bounds that every number of the language has. */
const boundless = ([name, part]: [string, unknown]): boolean => (name === 'minimum' || name === 'maximum') && Math.abs(Number(part)) === Number.MAX_SAFE_INTEGER

/** The same schema in fewer words: every assistant reads all of them before it does anything. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened)
  if (!isJson(value)) return value
  return merged(Object.fromEntries(Object.entries(value).filter((entry) => !boundless(entry)).map(([name, part]) => [name, shortened(part)])))
}

const asJson = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  // The dialect is the protocol's own (2020-12), which nobody needs to be told.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io })
  return { ...(shortened(rest) as Json) }
}

/** A schema as it is listed: put together once, not for every request that lists. What it lets through is unchanged. */
export function published(schema: z.ZodType): StandardSchemaWithJSON {
  const made: { input?: Record<string, unknown>; output?: Record<string, unknown> } = {}
  const { version, vendor, validate } = schema['~standard']
  return { '~standard': { version, vendor, validate, jsonSchema: { input: () => (made.input ??= asJson(schema, 'input')), output: () => (made.output ??= asJson(schema, 'output')) } } }
}
