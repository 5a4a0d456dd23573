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
    /** @param {number} first @param {number} last */
    const exempt = (first, last) => {
      for (let line = first; line <= last; line += 1) literalLines.add(line)
    }
    const { lines } = context.sourceCode
    if (!lines.some(isWide)) return {}
    return {
      'Literal, TemplateLiteral'(/** @type {any} */ { range: [from, to], loc }) {
        if (to - from > MAX_LITERAL) exempt(loc.start.line, loc.end.line)
      },
      // A text in JSX begins and ends with the spaces between it and the tags around it.
      JSXText({ value, loc }) {
        const text = value.trim()
        if (text.length <= MAX_LITERAL) return
        const first = loc.start.line + lineBreaks(value.slice(0, value.indexOf(text)))
        exempt(first, first + lineBreaks(text))
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

/** @param {string} text */
const lineBreaks = (text) => text.split('\n').length - 1

/** @param {string} line */
export const isWide = (line) => line.length > MAX_COLUMNS && !/https?:\/\/\S{40}/.test(line)
