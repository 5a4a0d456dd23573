/** A part of a written summary: Markdown text, or a table of plain texts. */
export type NewsPart =
  | { readonly kind: 'text'; readonly markdown: string }
  | {
      readonly kind: 'table'
      readonly headers: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** A machine-written summary over some symbols, in the order in which it was written. */
export interface NewsSummary {
  readonly parts: readonly NewsPart[]
}
