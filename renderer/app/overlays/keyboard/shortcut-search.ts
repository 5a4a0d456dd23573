import { searchText } from '../../../format/search-text.js'

/** Returns the terms of a query: keys may be written with "+" between them, as in "Ctrl+K". */
const termsOf = (query: string): readonly string[] =>
  searchText(query)
    .replaceAll(/(?<=\S)\+(?=\S)/g, ' ')
    .split(/\s+/)
    .filter((term) => term !== '')

/**
 * Returns whether a command matches a query: its title contains every term, in any order, or its
 * keys equal the query or begin with it.
 */
export function matchesShortcut(query: string, title: string, keys: readonly string[]): boolean {
  const terms = termsOf(query)
  const name = searchText(title)
  const chord = keys.map((key) => searchText(key))
  return (
    terms.every((term) => name.includes(term)) ||
    terms.every((term, index) =>
      index === terms.length - 1 && term.length > 1
        ? chord.some((key) => key.startsWith(term))
        : chord.includes(term),
    )
  )
}
