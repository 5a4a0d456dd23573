import { dirname, posix } from 'node:path'
import ts from 'typescript'

/**
 * The modules whose exports the product reaches without an import by name: entry points, modules
 * whose members are read through a namespace, and the parts of a language.
 */
const ENTRY =
  /(?:^|\/)(?:main|boot|index)\.tsx?$|\/preload\/|^shared\/wire\/gen\/|^shared\/messages\/translations\/[^/]+\/window\/confirm\.ts$/

/**
 * @typedef {{ path: string, text: string }} SourceText
 * @typedef {{ exports: Map<string, number>, uses: { file: string, name: string }[] }} ModuleFacts
 */

/**
 * Finds exports of the product that nothing in the product uses: only tests do, or nobody.
 * @param {readonly SourceText[]} sources the product's TypeScript files, without tests
 * @returns {{ file: string, line: number, name: string }[]}
 */
export function findUnusedExports(sources) {
  const paths = new Set(sources.map(({ path }) => path))
  const facts = new Map(sources.map((source) => [source.path, factsOf(source, paths)]))
  const used = new Set(
    [...facts.values()].flatMap(({ uses }) => uses.map(({ file, name }) => `${file}#${name}`)),
  )
  return [...facts].flatMap(([file, { exports }]) =>
    ENTRY.test(file) || used.has(`${file}#*`)
      ? []
      : [...exports]
          .filter(([name]) => !used.has(`${file}#${name}`))
          .map(([name, line]) => ({ file, line, name })),
  )
}

/**
 * @param {SourceText} source
 * @param {ReadonlySet<string>} paths
 * @returns {ModuleFacts}
 */
function factsOf({ path, text }, paths) {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  /** @type {ModuleFacts} */
  const facts = { exports: new Map(), uses: [] }
  const used = namesUsedIn(tree)
  /** @param {ts.Node} node @param {string} name */
  const addExport = (node, name) => {
    // An export that its own module uses too is part of how the module works.
    if ((used.get(name) ?? 0) < 2) facts.exports.set(name, lineOf(tree, node))
  }
  for (const statement of tree.statements) {
    const names = isExported(statement) ? declaredNames(statement) : []
    for (const name of names) addExport(statement, name)
    for (const use of usesOf(statement, path, paths)) facts.uses.push(use)
  }
  const visit = (/** @type {ts.Node} */ node) => {
    const file = importedByCall(node, path, paths)
    if (file !== null) facts.uses.push({ file, name: '*' })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return facts
}

/** @param {ts.SourceFile} tree @returns {Map<string, number>} how often each name occurs */
function namesUsedIn(tree) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return counts
}

/** @param {ts.Statement} statement */
const isExported = (statement) =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

/** @param {ts.Statement} statement @returns {string[]} */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  }
  const { name } = /** @type {{ name?: ts.Node }} */ (/** @type {unknown} */ (statement))
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
}

/**
 * @param {ts.Statement} statement
 * @param {string} path
 * @param {ReadonlySet<string>} paths
 * @returns {{ file: string, name: string }[]}
 */
function usesOf(statement, path, paths) {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
  const { moduleSpecifier: module } = statement
  if (module === undefined || !ts.isStringLiteral(module)) return []
  const file = resolve(path, module.text, paths)
  if (file === null) return []
  const names = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause
  if (names === undefined || ts.isNamespaceImport(names) || ts.isNamespaceExport(names)) {
    return [{ file, name: '*' }]
  }
  return names.elements.map(({ name, propertyName }) => ({
    file,
    name: (propertyName ?? name).text,
  }))
}

/**
 * The module of `import('…')`, as an expression or as a type.
 * @param {ts.Node} node
 * @param {string} path
 * @param {ReadonlySet<string>} paths
 */
function importedByCall(node, path, paths) {
  const argument = ts.isImportTypeNode(node)
    ? ts.isLiteralTypeNode(node.argument) && node.argument.literal
    : ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0]
  return argument && ts.isStringLiteral(argument) ? resolve(path, argument.text, paths) : null
}

/**
 * @param {string} path
 * @param {string} specifier
 * @param {ReadonlySet<string>} paths
 */
function resolve(path, specifier, paths) {
  if (!specifier.startsWith('.')) return null
  const target = posix.join(dirname(path), specifier).replace(/\.js$/, '')
  return [`${target}.ts`, `${target}.tsx`].find((candidate) => paths.has(candidate)) ?? null
}

/** @param {ts.SourceFile} tree @param {ts.Node} node */
const lineOf = (tree, node) => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1

/**
 * Compares the unused exports with the list of those that wait for a capability: they are tested
 * and not reachable yet.
 * @param {readonly SourceText[]} sources
 * @param {Readonly<Record<string, readonly string[]>>} pending names by file
 * @returns {string[]} one line for each export that is not listed, and for each needless entry
 */
export function checkUnusedExports(sources, pending) {
  const unused = findUnusedExports(sources)
  const unusedKeys = new Set(unused.map(({ file, name }) => `${file}#${name}`))
  const listed = Object.entries(pending).flatMap(([file, names]) =>
    names.map((name) => `${file}#${name}`),
  )
  return [
    ...unused
      .filter(({ file, name }) => !listed.includes(`${file}#${name}`))
      .map(({ file, line, name }) => `${file}:${line}  nothing in the product uses "${name}"`),
    ...listed
      .filter((entry) => !unusedKeys.has(entry))
      .map((entry) => `build/lint/pending-exports.json  ${entry} is used or gone: remove it`),
  ]
}
