/**
 * The rows of a list in a saved state, as they were when it was taken. Each row becomes JSON only
 * when it is written, so that a long list delays nothing else meanwhile.
 */
export class SavedRows {
  readonly length: number
  readonly row: (index: number) => unknown

  /** @param row Returns a row's JSON value; always the same one, whatever happens in between. */
  constructor(length: number, row: (index: number) => unknown) {
    this.length = length
    this.row = row
  }

  /** Returns the whole list, for callers that need it at once. */
  toJSON(): unknown[] {
    return Array.from({ length: this.length }, (_, index) => this.row(index))
  }
}

/** Like {@link SavedRows}, for the entries of a record. */
export class SavedRecord {
  readonly entries: readonly (readonly [string, unknown])[]

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries
  }

  toJSON(): Record<string, unknown> {
    return Object.fromEntries(this.entries)
  }
}
