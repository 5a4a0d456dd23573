type Named = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Named => typeof value === 'object' && value !== null

/**
 * True when two values have the same content. A list that main sends as a whole consists of new
 * objects each time, also where nothing in it has changed.
 */
export function hasSameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && hasSameContent(a[name], b[name]))
  )
}
