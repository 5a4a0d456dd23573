import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../lib/paths.mjs'

/**
 * The names that the glossary replaces, as a lint rule over declarations and file names.
 *
 * @typedef {object} Rules
 * @property {Readonly<Record<string, string>>} words no part of a name; the value says what to use
 * @property {Readonly<Record<string, string>>} exact no whole name
 * @property {Readonly<Record<string, string>>} prefixes no first part of a name
 * @property {readonly string[]} properties exact names that a property may have
 * @property {readonly { readonly name: string, readonly why: string, readonly path?: string }[]}
 *   allowed
 *
 * @typedef {{ readonly file: string, readonly line: number, readonly name: string, readonly use:
 *   string }} Finding
 */

/** @type {Rules} */
export const RULES = JSON.parse(readFileSync(join(ROOT, 'build', 'lint', 'names.json'), 'utf8'))

const PARTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_-]/

/**
 * What to use instead of a name; null when the name is fine.
 * @param {string} name
 * @param {{ readonly property?: boolean, readonly path?: string, readonly rules?: Rules }}
 *   [context]
 */
export function replacementFor(name, { property = false, path = '', rules = RULES } = {}) {
  const allowed = rules.allowed.some(
    (entry) => entry.name === name && (entry.path === undefined || path.startsWith(entry.path)),
  )
  if (allowed) return null
  const parts = name
    .replace(/^[#_$]+/, '')
    .split(PARTS)
    .map((part) => part.toLowerCase())
  const exact = property && rules.properties.includes(name) ? undefined : own(rules.exact, name)
  const word = parts.find((part) => Object.hasOwn(rules.words, part))
  const [first = ''] = parts
  return (
    exact ??
    (word === undefined ? undefined : rules.words[word]) ??
    (parts.length > 1 ? own(rules.prefixes, first) : undefined) ??
    null
  )
}

/**
 * @param {Readonly<Record<string, string>>} table
 * @param {string} key
 */
const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined)

/**
 * @param {ts.Node} node @returns {node is ts.Node & { name: ts.Identifier | ts.PrivateIdentifier }}
 */
function declaresName(node) {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node) ||
    ts.isBindingElement(node)
  if (!declares) return false
  const { name } = /** @type {{ name?: ts.Node }} */ (node)
  return name !== undefined && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))
}

/**
 * The banned names that a source file declares, and the one it has itself.
 * @param {string} file from the root of the project
 * @param {string} text
 * @param {Rules} [rules]
 * @returns {Finding[]}
 */
export function findNames(file, text, rules = RULES) {
  /** @type {Finding[]} */
  const findings = []
  const stem = basename(file).replace(/\..*$/, '')
  const ofFile = replacementFor(stem, { path: file, rules })
  if (ofFile !== null) findings.push({ file, line: 1, name: basename(file), use: ofFile })
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (declaresName(node)) {
      const property = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)
      const use = replacementFor(node.name.text, { property, path: file, rules })
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart(source))
      if (use !== null) findings.push({ file, line: line + 1, name: node.name.text, use })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return findings
}

/**
 * The banned words in the class names of a style sheet.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function findClassNames(file, text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\.([a-z][\w-]*)/gi)].flatMap(([, name = '']) => {
        const word = name.split('-').find((part) => Object.hasOwn(RULES.words, part))
        const use = word === undefined ? undefined : RULES.words[word]
        return use === undefined ? [] : [{ file, line: index + 1, name, use }]
      }),
    )
}
