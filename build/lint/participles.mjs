import ts from 'typescript'

/** Say how a value came, not what it is. */
const NAMES = new Set([
  'found',
  'given',
  'held',
  'known',
  'left',
  'made',
  'others',
  'own',
  'read',
  'rest',
  'shown',
  'wanted',
])
/** A name that a reader meets again within so many lines needs no more than its line. */
const MAX_LIFE = 5

/**
 * Finds parameters and locals that are called by a participle and used more than five lines below.
 * Members that keep their name when they are taken apart are the concern of their type.
 * @param {string} file
 * @param {string} text
 * @returns {{ readonly file: string, readonly line: number, readonly name: string }[]}
 */
export function findParticiples(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineOf = (/** @type {number} */ position) =>
    source.getLineAndCharacterOfPosition(position).line + 1
  /** @type {{ file: string, line: number, name: string }[]} */
  const findings = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = declaredParticiple(node)
    if (name !== null) {
      const line = lineOf(name.getStart(source))
      const scope = scopeOf(node)
      const isOpposite = name.text === 'left' && usesOf(scope, 'right').length > 0
      const last = usesOf(scope, name.text).at(-1) ?? name
      if (!isOpposite && lineOf(last.getStart(source)) - line > MAX_LIFE) {
        findings.push({ file, line, name: name.text })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/** @param {ts.Node} node @returns {ts.Identifier | null} */
function declaredParticiple(node) {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isBindingElement(node)) {
    return null
  }
  const { name } = node
  if (!ts.isIdentifier(name) || !NAMES.has(name.text)) return null
  const isMember =
    ts.isBindingElement(node) &&
    ts.isObjectBindingPattern(node.parent) &&
    node.propertyName === undefined &&
    node.dotDotDotToken === undefined
  return isMember ? null : name
}

/** @param {ts.Node} declaration @returns {ts.Node} */
function scopeOf(declaration) {
  let node = declaration.parent
  while (
    !ts.isBlock(node) &&
    !ts.isSourceFile(node) &&
    !ts.isFunctionLike(node) &&
    !ts.isCaseBlock(node) &&
    !ts.isForOfStatement(node) &&
    !ts.isForStatement(node)
  ) {
    node = node.parent
  }
  return node
}

/** @param {ts.Node} scope @param {string} name @returns {ts.Identifier[]} */
function usesOf(scope, name) {
  /** @type {ts.Identifier[]} */
  const uses = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isMember = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node
    if (ts.isIdentifier(node) && node.text === name && !isMember) uses.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(scope, visit)
  return uses
}
