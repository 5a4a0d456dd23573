/**
 * The rows of a list in a saved state, as they were when it was taken. Each row becomes JSON only
 * when it is written, so that a long list delays nothing else meanwhile.
 */
export class SavedRows {
  /** @param row Returns a row's JSON value; always the same one, whatever happens in between. */
  constructor(
    readonly length: number,
    readonly row: (index: number) => unknown,
  ) {}

  /** Returns the whole list, for callers that need it at once. */
  toJSON(): unknown[] {
    return Array.from({ length: this.length }, (_, index) => this.row(index))
  }
}

/** Like {@link SavedRows}, for the entries of a record. */
export class SavedRecord {
  constructor(readonly entries: readonly (readonly [string, unknown])[]) {}

  toJSON(): Record<string, unknown> {
    return Object.fromEntries(this.entries)
  }
}
