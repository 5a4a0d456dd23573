/**
 * Forms of a comment that the reader has to solve: name the thing that something belongs to, in an
 * order of subject, verb and object. A comparison ("with those of the journal") is no riddle.
 */
const FORMS = [
  { form: /\b(?:is|are|was|were) of\b/i, use: 'belongs to, has, comes from' },
  { form: /\b(?:those of which|of those of|those of them)\b/i, use: 'name the things' },
  {
    form: /\b(?:is|are|was|were|be|stays?) (?:\w+ ){0,2}(?:that|those) of\b/i,
    use: 'name it again',
  },
  {
    form: /(?:^|[.;:,] )(?:(?:also|always|and|else|only|or|then) )?(?:that|those) of\b/i,
    use: 'name it',
  },
  { form: /\bwhat (?:is|are|was|were) (?:\w+ ){1,3}that\b/i, use: 'name the thing' },
]

/**
 * Finds comments with a banned form.
 * @type {import('./rule.js').Rule}
 */
export const riddles = {
  create: (context) => ({
    Program() {
      for (const { prose, loc } of readComments(context.sourceCode)) {
        for (const { form, use } of FORMS) {
          const phrase = form.exec(prose)?.[0]
          if (phrase === undefined) continue
          context.report({ loc, message: `"${phrase}" in a comment: use ${use}` })
        }
      }
    },
  }),
}

/**
 * Returns the text of each block, and of lines of comments below each other.
 * @param {import('./rule.js').SourceCode} sourceCode
 */
function readComments(sourceCode) {
  /** @type {{ prose: string, loc: import('./rule.js').Location, lastLine: number }[]} */
  const comments = []
  for (const { type, value, loc } of sourceCode.getAllComments()) {
    const prose = value
      .replace(/^[ \t]*\*/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
    const before = comments.at(-1)
    const isLine = type === 'Line'
    if (isLine && before?.lastLine === loc.start.line - 1) {
      Object.assign(before, { prose: `${before.prose} ${prose}`, lastLine: loc.start.line })
    } else comments.push({ prose, loc, lastLine: isLine ? loc.start.line : Number.NaN })
  }
  return comments
}
