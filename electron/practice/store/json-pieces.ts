import { SavedRecord, SavedRows } from '../model/saved-rows.js'

/** How many rows make a piece: about one millisecond of work. */
const ROWS = 256

type Rows = SavedRows | SavedRecord
const isRows = (value: unknown): value is Rows =>
  value instanceof SavedRows || value instanceof SavedRecord

/** True for an object that has saved rows, itself or in an object below it. */
const holdsRows = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).some((part) => isRows(part) || holdsRows(part))

/**
 * Returns the JSON of a state in pieces, which together are `JSON.stringify(value)`. Saved rows are
 * read when their piece is due; everything else is read now, because it may change afterwards.
 */
export function jsonPieces(value: unknown): Iterable<string> {
  return pieces([...parts(value)])
}

function* parts(value: unknown): Generator<string | Rows> {
  if (isRows(value)) yield value
  else if (!holdsRows(value)) yield JSON.stringify(value)
  else {
    let before = '{'
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* parts(part)
      before = ','
    }
    yield '}'
  }
}

function* pieces(all: readonly (string | Rows)[]): Generator<string> {
  for (const part of all) {
    if (part instanceof SavedRows) {
      yield* list('[]', part.length, (index) => JSON.stringify(part.row(index)))
    } else if (part instanceof SavedRecord) {
      yield* list('{}', part.entries.length, (index) => {
        const [key, entry] = part.entries[index] ?? ['', null]
        return `${JSON.stringify(key)}:${JSON.stringify(entry)}`
      })
    } else yield part
  }
}

function* list(
  brackets: '[]' | '{}',
  length: number,
  text: (index: number) => string,
): Generator<string> {
  yield brackets.charAt(0)
  for (let start = 0; start < length; start += ROWS) {
    const count = Math.min(ROWS, length - start)
    const rows = Array.from({ length: count }, (_, offset) => text(start + offset))
    yield (start > 0 ? ',' : '') + rows.join(',')
  }
  yield brackets.charAt(1)
}
