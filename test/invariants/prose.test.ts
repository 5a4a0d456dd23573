import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sources } from './sources.js'

/** Main's own folders. The practice exchange speaks as the broker, the assistant folder to clients. */
const FOLDERS = [
  'electron/adapters',
  'electron/app',
  'electron/core',
  'electron/handlers',
  'electron/provider',
  'electron/shell',
]

/** A capital letter at the start, and three words or more. */
const SENTENCE = /^[A-Z][\w'’]*(?: [^\s]+){2,}/

/**
 * Sentences that are still written where they occur, by file; the number only goes down. What is
 * only thrown as a programming error is not counted.
 */
const ALLOWED: Readonly<Record<string, number>> = {}

/** True for an argument of `new Error(…)`: it describes a mistake in the program, not to a person. */
const isThrown = (node: ts.Node): boolean =>
  ts.isNewExpression(node.parent) && /Error$/.test(node.parent.expression.getText())

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

/** Returns the sentences of a file. */
function sentencesIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const written = textOf(node)
    if (written !== null && SENTENCE.test(written) && !isThrown(node)) found.push(written)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('sentences', () => {
  it('are recognized with and without parameters, but not in thrown errors', () => {
    const text = [
      "const a = 'The order ended.'",
      'const b = `No price for ${symbol}.`',
      "const c = 'order.placed'",
      "throw new Error('The journal has no record')",
    ].join('\n')
    expect(sentencesIn('sample.ts', text)).toEqual(['The order ended.', 'No price for ….'])
  })

  it('are made in shared/messages only', () => {
    const found = sources(FOLDERS).flatMap(({ path, text }) => {
      const sentences = sentencesIn(path, text)
      return sentences.length === (ALLOWED[path] ?? 0) ? [] : [{ path, sentences }]
    })
    expect(found).toEqual([])
  })
})
