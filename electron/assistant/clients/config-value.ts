/** Reads and edits one format. Both functions throw on text that they cannot read. */
export interface ConfigLanguage {
  parse(text: string): unknown
  /** Sets the value at `keys`, or removes it when it is undefined. Keeps comments and layout. */
  set(text: string, keys: readonly string[], value: object | undefined): string
}

type Table = Readonly<Record<string, unknown>>
/** True for a table of settings, which is a plain object. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)

/** Returns the value at `keys`; undefined when there is none. */
export function valueAt(root: unknown, keys: readonly string[]): unknown {
  let value = root
  for (const key of keys) {
    if (!isTable(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Returns a copy with the value at `keys`; null when something else than a table is on the way. */
export function withValue(
  root: unknown,
  keys: readonly string[],
  value: object | undefined,
): Table | null {
  const table = root ?? {}
  const [key, ...rest] = keys
  if (!isTable(table) || key === undefined) return null
  const own = Object.hasOwn(table, key) ? table[key] : undefined
  const next = rest.length === 0 ? value : withValue(own, rest, value)
  if (next === null) return null
  const others = Object.entries(table).filter(([name]) => name !== key)
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]])
}
