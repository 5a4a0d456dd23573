import ts from 'typescript'

/** The title of a test that begins so needs the title of its group to be understood. */
const FRAGMENT = /^(?:also|and|but|by|not|of|or|than|that|which|whose|with|without)\b/

/**
 * Finds tests whose title is the end of a sentence that their group begins.
 * @param {string} file
 * @param {string} text
 * @returns {{ readonly file: string, readonly line: number, readonly title: string }[]}
 */
export function findFragments(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {{ file: string, line: number, title: string }[]} */
  const findings = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const title = titleOf(node)
    if (title !== null && FRAGMENT.test(title.text)) {
      const { line } = source.getLineAndCharacterOfPosition(title.node.getStart(source))
      findings.push({ file, line: line + 1, title: title.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/**
 * The title of a call of `it` or `test`, also of a table of them.
 * @param {ts.Node} node
 * @returns {{ readonly node: ts.Node, readonly text: string } | null}
 */
function titleOf(node) {
  if (!ts.isCallExpression(node)) return null
  const [title] = node.arguments
  if (title === undefined || !isText(title)) return null
  let callee = /** @type {ts.Node} */ (node.expression)
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) {
      if (['describe', 'step'].includes(callee.name.text)) return null
      callee = callee.expression
    } else if (ts.isCallExpression(callee)) callee = callee.expression
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag
    else return null
  }
  const isTest = callee.text === 'it' || callee.text === 'test'
  return isTest ? { node: title, text: title.getText().slice(1, -1) } : null
}

/** @param {ts.Node} node */
const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
