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
const COMMENT = /\/\*\*?[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g
const MARKS = /^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/)?[ \t]?/gm

/**
 * Finds comments with a banned form.
 * @param {string} file
 * @param {string} text
 * @returns {{ readonly file: string, readonly line: number, readonly form: string, readonly use:
 *   string }[]}
 */
export function findRiddles(file, text) {
  return [...text.matchAll(COMMENT)].flatMap((comment) => {
    const prose = comment[0].replace(MARKS, '').replace(/\s+/g, ' ')
    return FORMS.flatMap(({ form, use }) => {
      const phrase = form.exec(prose)?.[0]
      const line = text.slice(0, comment.index).split('\n').length
      return phrase === undefined ? [] : [{ file, line, form: phrase, use }]
    })
  })
}
