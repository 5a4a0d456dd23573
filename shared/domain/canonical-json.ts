import { isPlainObject } from './plain-data.js'

/**
 * A value that canonical JSON can represent. Numbers are integers; money and prices are strings.
 */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/**
 * Returns the one canonical text of a value: members sorted by UTF-16 code units, no spaces,
 * strings as JSON.stringify writes them (RFC 8785 for values without fractions). Throws on a number
 * that is not a safe integer, and on an object with a class: both are programming errors.
 */
export function canonicalJson(value: Canonical): string {
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new RangeError('only whole numbers are canonical')
    }
    return `${value}`
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isPlainObject(value)) throw new TypeError('only plain objects are canonical')
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

const isList = (
  value: readonly Canonical[] | { readonly [key: string]: Canonical },
): value is readonly Canonical[] => Array.isArray(value)
