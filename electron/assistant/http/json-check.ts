/** Why a JSON text is refused although it can be parsed. */
export type JsonProblem =
  | { readonly kind: 'depth' }
  | { readonly kind: 'duplicate'; readonly name: string }
  | { readonly kind: 'prototype' }

/** The deepest nesting of a message; calls of the tools need eight levels. */
export const MAX_DEPTH = 32
/** A string, or a character that opens, closes or separates. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/gs
const NAME_CHARS = 60

/**
 * Finds what makes the meaning of a valid JSON text uncertain: more levels than any call has, a
 * name that one object has twice, and `__proto__`, which programs read in different ways. Null when
 * there is none. Reads the text once and does not recurse.
 */
export function jsonProblem(text: string): JsonProblem | null {
  /** The names of each open object; null for an open list. */
  const open: (Set<string> | null)[] = []
  let last = '""'
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.length >= MAX_DEPTH) return { kind: 'depth' }
      open.push(token === '{' ? new Set() : null)
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':') {
      const name = String(JSON.parse(last))
      if (name === '__proto__') return { kind: 'prototype' }
      const names = open.at(-1)
      if (names?.has(name) === true) return { kind: 'duplicate', name: name.slice(0, NAME_CHARS) }
      names?.add(name)
    } else last = token
  }
  return null
}
