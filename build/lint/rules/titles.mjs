/** The title of a test that begins so needs the title of its group to be understood. */
const FRAGMENT = /^(?:also|and|but|by|not|of|or|than|that|which|whose|with|without)\b/

/**
 * Finds tests whose title is the end of a sentence that their group begins, also in a table.
 * @type {import('./rule.js').Rule}
 */
export const titles = {
  create: (context) => ({
    CallExpression({ callee, arguments: [title] }) {
      if (title === undefined || !/^(?:Literal|TemplateLiteral)$/.test(title.type)) return
      const text = context.sourceCode.getText(title).slice(1, -1)
      if (FRAGMENT.test(text) && isTest(callee)) {
        context.report({ node: title, message: `"${text}": begin with the subject or verb` })
      }
    },
  }),
}

/**
 * True for `it`, `test`, and what they return.
 * @param {any} callee
 * @returns {boolean}
 */
function isTest({ type, name, object, property, callee, tag }) {
  if (type === 'Identifier') return name === 'it' || name === 'test'
  if (type !== 'MemberExpression') return (callee ?? tag) !== undefined && isTest(callee ?? tag)
  return !['describe', 'step'].includes(property.name) && isTest(object)
}
