import fc from 'fast-check'
import type { z } from 'zod'
import { openEnumMembers } from '../../../shared/wire/fields.js'

/**
 * Sample texts for wire members: numbers, times, days, words. A schema uses those that it accepts.
 */
const TEXTS = [
  '1.50',
  '0',
  '-12.00000',
  '2.32435219E8',
  '0E-10',
  '1800',
  '1797000000000',
  '2026-11-20T15:40:35.524Z',
  '2026-11-20T15:40:35.524+0000',
  '2026-11-20',
  '20261120',
  '202612',
  '09:30',
  'AAPL',
  'USD',
  'true',
  'Some words',
  'abcdef0123456789',
] as const

type Def = { readonly type: string } & Record<string, unknown>
const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def
const member = (schema: z.ZodType, name: string): z.ZodType => defOf(schema)[name] as z.ZodType
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success

function textOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const fitting = TEXTS.filter((text) => accepts(schema, text))
  if (fitting.length === 0) throw new Error('no sample text fits a schema of the catalog')
  return fc.constantFrom(...fitting)
}

/**
 * Returns texts that the schema as a whole accepts, since only a pipe itself knows which text it
 * needs.
 */
function leafText(schema: z.ZodType): fc.Arbitrary<unknown> | null {
  const def = defOf(schema)
  const members = openEnumMembers(schema)
  if (members !== null) return fc.constantFrom(...members)
  if (def.type === 'string') return textOf(schema)
  return def.type === 'pipe' && defOf(member(schema, 'in')).type === 'string'
    ? textOf(schema)
    : null
}

/** Generates wire values that a response schema of the catalog accepts, derived from the schema. */
export function answersOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const text = leafText(schema)
  if (text !== null) return text
  const def = defOf(schema)
  const arbitrary = ((): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'object': {
        const shape = (schema as z.ZodObject).shape
        const optional = Object.keys(shape).filter((name) =>
          accepts(shape[name] as z.ZodType, undefined),
        )
        return fc.record(
          Object.fromEntries(
            Object.entries(shape).map(([name, field]) => [name, answersOf(field as z.ZodType)]),
          ),
          {
            requiredKeys: Object.keys(shape).filter((name) => !optional.includes(name)),
          },
        )
      }
      case 'array':
        return fc.array(answersOf(member(schema, 'element')), { minLength: 1, maxLength: 2 })
      case 'record':
        return fc.dictionary(
          fc.constantFrom('a', 'b', '185.20'),
          answersOf(member(schema, 'valueType')),
          { minKeys: 1, maxKeys: 2 },
        )
      case 'union':
        return fc.oneof(...(def['options'] as z.ZodType[]).map(answersOf))
      case 'optional':
      case 'catch':
        return answersOf(member(schema, 'innerType'))
      case 'nullable':
        return fc.oneof(
          { weight: 4, arbitrary: answersOf(member(schema, 'innerType')) },
          { weight: 1, arbitrary: fc.constant(null) },
        )
      case 'pipe':
        return answersOf(member(schema, 'in'))
      case 'number':
        return fc.constantFrom(0, 1, 7, 1_797_000_000_000)
      case 'boolean':
        return fc.boolean()
      case 'literal':
        return fc.constantFrom(...(def['values'] as unknown[]))
      case 'enum':
        return fc.constantFrom(...Object.values(def['entries'] as Record<string, unknown>))
      case 'unknown':
        return fc.constantFrom(undefined, 'anything')
      case 'undefined':
        return fc.constant(undefined)
      case 'null':
        return fc.constant(null)
      default:
        throw new Error(
          `the catalog uses a kind of schema that nobody taught this generator: ${def.type}`,
        )
    }
  })()
  // Refinements, and pipes over something other than text, are checked at the end.
  return arbitrary.filter((value) => accepts(schema, value))
}

/** One place in an answer: its path, its schema, and whether it is required. */
export interface Place {
  readonly path: readonly (string | number)[]
  readonly schema: z.ZodType
  readonly kind: 'member' | 'item'
  readonly required: boolean
}

/** Returns every member of the answer that the schema names, outermost first. */
export function placesOf(
  schema: z.ZodType,
  value: unknown,
  path: readonly (string | number)[] = [],
): Place[] {
  if (value === null || value === undefined || openEnumMembers(schema) !== null) return []
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.entries((schema as z.ZodObject).shape).flatMap(([name, field]) => {
        const inner = field as z.ZodType
        if (typeof value !== 'object' || !Object.hasOwn(value, name)) return []
        const here = [...path, name]
        return [
          {
            path: here,
            schema: inner,
            kind: 'member' as const,
            required: !accepts(inner, undefined),
          },
          ...placesOf(inner, (value as Record<string, unknown>)[name], here),
        ]
      })
    case 'array':
      return (value as unknown[]).flatMap((item, index) =>
        placesOf(member(schema, 'element'), item, [...path, index]),
      )
    case 'record':
      return Object.entries(value).flatMap(([name, item]) => [
        {
          path: [...path, name],
          schema: member(schema, 'valueType'),
          kind: 'item' as const,
          required: false,
        },
        ...placesOf(member(schema, 'valueType'), item, [...path, name]),
      ])
    case 'optional':
    case 'nullable':
      return placesOf(member(schema, 'innerType'), value, path)
    case 'pipe':
      return placesOf(member(schema, 'in'), value, path)
    case 'union': {
      const branch = (def['options'] as z.ZodType[]).find((option) => accepts(option, value))
      return branch === undefined ? [] : placesOf(branch, value, path)
    }
    default:
      return []
  }
}

/**
 * Returns the members of the open enum at a place, inside any optional wrapping; null when there is
 * none.
 */
export function openMembersAt(schema: z.ZodType): readonly string[] | null {
  const own = openEnumMembers(schema)
  if (own !== null) return own
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') {
    return openMembersAt(member(schema, 'innerType'))
  }
  if (def.type === 'pipe') return openMembersAt(member(schema, 'in'))
  if (def.type !== 'union') return null
  for (const option of def['options'] as z.ZodType[]) {
    const found = openMembersAt(option)
    if (found !== null) return found
  }
  return null
}

/** True when the schema accepts any value. */
export const acceptsAnything = (schema: z.ZodType): boolean => {
  const def = defOf(schema)
  if (def.type === 'unknown' || def.type === 'catch') return true
  return (
    (def.type === 'optional' || def.type === 'nullable') &&
    acceptsAnything(member(schema, 'innerType'))
  )
}

/** True for an object schema that drops members it does not name. */
export function dropsUnknownMembers(schema: z.ZodType): boolean {
  const def = defOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') {
    return dropsUnknownMembers(member(schema, 'innerType'))
  }
  return def.type === 'object' && def['catchall'] === undefined
}

/** Returns a copy of `value` with `change` applied to the place; `undefined` removes it. */
export function changed(
  value: unknown,
  path: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  const [first, ...innerPath] = path
  if (first === undefined) return change(value)
  if (Array.isArray(value)) {
    return (value as unknown[]).map((item, index) =>
      index === first ? changed(item, innerPath, change) : item,
    )
  }
  const copy = { ...(value as Record<string, unknown>) }
  const next = changed(copy[first], innerPath, change)
  if (next === undefined) Reflect.deleteProperty(copy, first)
  else copy[first] = next
  return copy
}
