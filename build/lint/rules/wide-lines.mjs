/** The widest line, as the formatter breaks them. */
const MAX_COLUMNS = 100
/** A literal of more characters than this may make its lines wider. */
const MAX_LITERAL = 40

/**
 * Finds lines that the formatter cannot break and nobody broke by hand. A line may be wider only
 * because of one literal: a sentence, a template, a regular expression or an address in a comment.
 * @type {import('./rule.js').Rule}
 */
export const wideLines = {
  create(context) {
    /** @type {Set<number>} */
    const literalLines = new Set()
    const { lines } = context.sourceCode
    if (!lines.some(isWide)) return {}
    return {
      'Literal, TemplateLiteral, JSXText'(/** @type {any} */ { range: [from, to], loc }) {
        if (to - from <= MAX_LITERAL) return
        for (let line = loc.start.line; line <= loc.end.line; line += 1) literalLines.add(line)
      },
      'Program:exit'() {
        for (const [index, text] of lines.entries()) {
          const line = index + 1
          if (!isWide(text) || literalLines.has(line)) continue
          const message = `${text.length} columns, above ${MAX_COLUMNS}`
          context.report({ loc: { line, column: 0 }, message })
        }
      },
    }
  },
}

/** @param {string} line */
export const isWide = (line) => line.length > MAX_COLUMNS && !/https?:\/\/\S{40}/.test(line)
