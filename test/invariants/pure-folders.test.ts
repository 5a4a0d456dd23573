import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { place, sources, type Source } from './sources.js'

const pure = sources(['shared', 'electron/core', 'electron/provider', 'electron/handlers'])

/** Names that access clock, randomness, timers, disk, network or page without an import. */
const AMBIENT = new Set([
  'process',
  'Buffer',
  'require',
  'globalThis',
  'window',
  'document',
  'navigator',
  'localStorage',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'requestAnimationFrame',
  'crypto',
  'performance',
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
])
const AMBIENT_MEMBERS = new Set(['Date.now', 'Math.random'])

/** Returns the ambient uses in one source text, as `path:line: what`. */
function ambientUses(source: Source): string[] {
  const file = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2023, true)
  const declared = new Set<string>()
  const uses: { name: string; at: number }[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    ) {
      declared.add(node.name.text)
    }
    if (
      ts.isNewExpression(node) &&
      node.expression.getText(file) === 'Date' &&
      !node.arguments?.length
    ) {
      uses.push({ name: 'new Date()', at: node.getStart(file) })
    }
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'Date') {
      uses.push({ name: 'Date()', at: node.getStart(file) })
    }
    if (ts.isPropertyAccessExpression(node) && AMBIENT_MEMBERS.has(node.getText(file))) {
      uses.push({ name: node.getText(file), at: node.getStart(file) })
    }
    if (ts.isIdentifier(node) && AMBIENT.has(node.text) && isFreeUse(node)) {
      uses.push({ name: node.text, at: node.getStart(file) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return uses
    .filter(({ name }) => !declared.has(name))
    .map(({ name, at: offset }) => `${place(source, offset)}: ${name}`)
}

/**
 * Returns true for an identifier in an expression, not for a member name, a key, a type or a
 * declaration.
 */
function isFreeUse(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isPropertyAssignment(parent)
  ) {
    return parent.initializer === node
  }
  return (
    ts.isExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isExpressionStatement(parent) ||
    ts.isSpreadAssignment(parent)
  )
}

describe('REL-40: the pure folders', () => {
  it('contain files to check', () => {
    expect(pure.length).toBeGreaterThan(10)
  })

  it('get time, randomness and input from their ports only', () => {
    expect(pure.flatMap(ambientUses)).toEqual([])
  })

  it.each([
    ['Date.now()'],
    ['new Date()'],
    ['Math.random()'],
    ['setTimeout(() => 1, 5)'],
    ['process.env'],
    ['globalThis.fetch'],
    ['fetch("x")'],
  ])('are detected with an ambient use: %s', (text) => {
    expect(ambientUses({ path: 'shared/x.ts', text: `export const x = ${text}` })).toHaveLength(1)
  })

  it('may read a given moment, and use such names for their own values', () => {
    const text =
      'export const x = (process: { exit: number }, at: number) => [new Date(at), process.exit, { fetch: 1 }.fetch]'
    expect(ambientUses({ path: 'shared/x.ts', text })).toEqual([])
  })
})
