/** A run of text inside a paragraph. */
export type MarkdownSpan =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }

export type MarkdownBlock =
  | { readonly kind: 'heading' | 'paragraph'; readonly spans: readonly MarkdownSpan[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly MarkdownSpan[])[] }

const SPAN =
  /\*\*(?<strong>[^*\n]+)\*\*|\*(?<emphasis>[^*\n]+)\*|`(?<code>[^`\n]+)`|\[(?<label>[^\]\n]+)\]\((?<address>[^)\s]+)\)/g

/** Reads emphasis, code and links; everything else is plain text, HTML included. */
export function markdownSpans(text: string): readonly MarkdownSpan[] {
  const spans: MarkdownSpan[] = []
  let from = 0
  for (const match of text.matchAll(SPAN)) {
    if (match.index > from) spans.push({ kind: 'text', text: text.slice(from, match.index) })
    spans.push(toSpan(match.groups ?? {}))
    from = match.index + match[0].length
  }
  if (from < text.length) spans.push({ kind: 'text', text: text.slice(from) })
  return spans
}

function toSpan(groups: Readonly<Record<string, string | undefined>>): MarkdownSpan {
  const { strong, emphasis, code, label = '', address = '' } = groups
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis }
  if (code !== undefined) return { kind: 'code', text: code }
  return { kind: 'link', text: label, address }
}

const HEADING = /^#{1,6}\s+/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/

/**
 * Reads the part of Markdown that a written summary uses: headings, lists, paragraphs and their
 * spans. It makes values, never HTML.
 */
export function markdownBlocks(text: string): readonly MarkdownBlock[] {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(toBlocks)
}

function toBlocks(block: string): readonly MarkdownBlock[] {
  const lines = block.split('\n')
  const [first = '', ...rest] = lines
  if (HEADING.test(first)) {
    const heading = { kind: 'heading', spans: markdownSpans(first.replace(HEADING, '')) } as const
    return rest.length === 0 ? [heading] : [heading, ...toBlocks(rest.join('\n'))]
  }
  if (lines.every((line) => ITEM.test(line))) {
    return [{ kind: 'list', items: lines.map((line) => markdownSpans(line.replace(ITEM, ''))) }]
  }
  return [{ kind: 'paragraph', spans: markdownSpans(lines.join(' ')) }]
}
