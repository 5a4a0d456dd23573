import ts from 'typescript'

/** The one file that may read whether a key belongs to an input method. */
const HELPER = 'renderer/ui/keys/composition.ts'
const GUARD = 'ignoreComposition'
const KEY_EVENTS = new Set(['keydown', 'keypress', 'keyup'])
/** What a handler would read to tell by itself that an input method composes a text. */
const OWN_CHECKS = new Set(['isComposing', 'keyCode'])
/** Reach the keys of another page, where the helper does not listen. */
const OTHER_PAGES = new Set(['contentWindow', 'contentDocument'])
const COMPOSITION = /^(?:on)?composition(?:start|update|end)$/i

/** @typedef {{ readonly file: string, readonly line: number, readonly problem: string }} Finding */
/** @typedef {{ readonly path: string, readonly text: string }} Source */

/** @param {string} file @param {string} text */
const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/**
 * Finds what an input method's keys would reach although the pages ignore them: listeners that are
 * added while a module loads, before the page's own, handlers as properties, handlers in other
 * pages, and own ways to recognize a composition.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function findKeyBypasses(file, text) {
  if (!file.startsWith('renderer/') || file === HELPER) return []
  const source = parse(file, text)
  /** @type {Finding[]} */
  const findings = []
  /** @param {ts.Node} node @param {boolean} isLoading true outside of functions that run later */
  const visit = (node, isLoading) => {
    const problem = bypassOf(node, isLoading)
    if (problem !== null) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      findings.push({ file, line: line + 1, problem })
    }
    ts.forEachChild(node, (child) => visit(child, isLoading && !runsLater(child)))
  }
  visit(source, true)
  return findings
}

/** @param {ts.Node} node @param {boolean} isLoading @returns {string | null} */
function bypassOf(node, isLoading) {
  if (isLoading && ts.isCallExpression(node) && listensToKeys(node)) {
    return 'listens to keys while its module loads: add the listener in a function'
  }
  if (ts.isPropertyAccessExpression(node) && KEY_EVENTS.has(node.name.text.slice(2))) {
    return `handles keys by "${node.name.text}": use addEventListener`
  }
  const name = ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : ''
  if (OWN_CHECKS.has(name) || COMPOSITION.test(name)) {
    return `recognizes compositions by "${name}": ${HELPER} does`
  }
  return OTHER_PAGES.has(name) ? `reaches the keys of another page by "${name}"` : null
}

/** @param {ts.CallExpression} call */
function listensToKeys({ expression, arguments: [type] }) {
  const isListener =
    ts.isPropertyAccessExpression(expression) && expression.name.text === 'addEventListener'
  // A type that is no literal may be one of several, of which a key can be one.
  return (
    isListener && type !== undefined && (!ts.isStringLiteral(type) || KEY_EVENTS.has(type.text))
  )
}

/** True for a function that is not called where it stands. @param {ts.Node} node */
function runsLater(node) {
  if (!ts.isFunctionLike(node)) return false
  const outer = ts.isParenthesizedExpression(node.parent) ? node.parent : node
  return !(ts.isCallExpression(outer.parent) && outer.parent.expression === outer)
}

/**
 * Finds pages whose script does anything before it ignores compositions. A script that only imports
 * another one is that one.
 * @param {readonly Source[]} pages the HTML files
 * @param {(path: string) => string | null} textOf returns the text of a module
 * @returns {Finding[]}
 */
export function findUnguardedPages(pages, textOf) {
  return pages.flatMap(({ path, text }) => {
    const scripts = [...text.matchAll(/<script\b[^>]*\bsrc="\/([^"]+)"/g)].map(([, src]) => src)
    const problem = `its script does not begin with ${GUARD}(window)`
    return scripts
      .filter((script) => !beginsWithGuard(`renderer/${script}`, textOf))
      .map(() => ({ file: path, line: 1, problem }))
  })
}

/**
 * @param {string} path
 * @param {(path: string) => string | null} textOf
 * @returns {boolean}
 */
function beginsWithGuard(path, textOf) {
  const text = textOf(path)
  const [first] = text === null ? [] : parse(path, text).statements.filter(ts.isExpressionStatement)
  if (first === undefined) return false
  const expression = ts.isVoidExpression(first.expression)
    ? first.expression.expression
    : first.expression
  if (!ts.isCallExpression(expression)) return false
  const [argument] = expression.arguments
  if (argument === undefined) return false
  if (expression.expression.kind !== ts.SyntaxKind.ImportKeyword) {
    return expression.getText() === `${GUARD}(window)`
  }
  if (!ts.isStringLiteral(argument)) return false
  const target = new URL(argument.text, `file:///${path}`).pathname.slice(1)
  const sources = ['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))
  const module = sources.find((source) => textOf(source) !== null)
  return module !== undefined && beginsWithGuard(module, textOf)
}
