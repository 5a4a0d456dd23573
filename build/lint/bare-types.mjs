import ts from 'typescript'

/** Say what a type does in its file, not what it is: a search for one finds dozens of others. */
const NAMES = new Set(['Answer', 'Change', 'Entry', 'Outcome', 'Row', 'Target'])

/**
 * Finds types, interfaces and classes whose whole name is one of these words. Type parameters and
 * components may have such a name: nobody reaches them from another file.
 * @param {string} file
 * @param {string} text
 * @returns {{ readonly file: string, readonly line: number, readonly name: string }[]}
 */
export function findBareTypes(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @type {{ file: string, line: number, name: string }[]} */
  const findings = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isType =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node)
    if (isType && node.name !== undefined && NAMES.has(node.name.text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source))
      findings.push({ file, line: line + 1, name: node.name.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}
