/** A part of a written summary: Markdown text, or a table of plain text. */
export type NewsPart =
  | { readonly kind: 'text'; readonly markdown: string }
  | {
      readonly kind: 'table'
      readonly headers: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** A machine-written summary about some symbols, its parts in their original order. */
export interface NewsSummary {
  readonly parts: readonly NewsPart[]
}
