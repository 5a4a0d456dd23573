type Named = Readonly<Record<string, unknown>>

/** True for a list and for an object without a class, which is all that main sends. */
const isPlain = (value: unknown): value is Named =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

/**
 * True when two values that main sent have the same content. A list that it sends as a whole
 * consists of new objects each time, also where nothing in it has changed.
 */
export function hasSameContent(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && hasSameContent(a[name], b[name]))
  )
}

/** Returns the value before while the next one has the same content, so that nothing renders. */
export const otherThan = <T>(before: T, next: T): T =>
  hasSameContent(before, next) ? before : next
