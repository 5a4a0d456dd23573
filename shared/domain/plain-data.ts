/** Deeper data is no input of ours. */
const MAX_DEPTH = 32

/** Returns whether the value is an object without a class: not a Map, Date, Error or array. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // An object of another realm has that realm's own `Object.prototype`, whose prototype is null.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Returns whether the value is plain data: texts, numbers, booleans, null, undefined, lists and
 * plain objects. A Map, a Date or an Error would pass a schema as an empty object.
 */
export function isPlainData(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    return false
  }
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isPlainData(item, depth + 1))
  return isPlainObject(value) && Object.values(value).every((item) => isPlainData(item, depth + 1))
}
