/** What canonical JSON can say. Numbers are whole: money and prices are texts. */
export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/**
 * One text for one value, whoever writes it: members sorted by UTF-16 code units, no spaces,
 * strings as JSON.stringify writes them
 * (RFC 8785 for values without fractions). Throws on a number that is not a safe integer: that is a
 * mistake in this program.
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
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

const isList = (
  value: readonly Canonical[] | { readonly [key: string]: Canonical },
): value is readonly Canonical[] => Array.isArray(value)
