import { dirname } from 'node:path'
import ts from 'typescript'

/** The widest line, as the formatter breaks them. */
export const MAX_COLUMNS = 100
/** The most files of one level of a folder; above it a folder is cut by topic. */
export const MAX_FILES = 20

/**
 * Lines that the formatter cannot break and nobody broke by hand. A line may be wider only because
 * of one literal: a sentence, a template, a regular expression or an address in a comment.
 * @param {string} file
 * @param {string} text
 * @returns {{ readonly file: string, readonly line: number, readonly columns: number }[]}
 */
export function findWideLines(file, text) {
  const lines = text.split('\n')
  const wide = lines.flatMap((line, index) => (line.length > MAX_COLUMNS ? [index] : []))
  if (wide.length === 0) return []
  const literals = literalLines(file, text)
  return wide
    .filter((index) => !literals.has(index) && !/https?:\/\/\S{40}/.test(lines[index] ?? ''))
    .map((index) => ({ file, line: index + 1, columns: lines[index]?.length ?? 0 }))
}

/**
 * The lines on which a literal of more than forty characters stands.
 * @param {string} file
 * @param {string} text
 */
function literalLines(file, text) {
  /** @type {Set<number>} */
  const lines = new Set()
  if (!/\.[cm]?[jt]sx?$/.test(file)) return lines
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  /** @param {ts.Node} node */
  const visit = (node) => {
    const literal =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node)
    if (literal && node.getWidth(source) > 40) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
      for (let line = first; line <= last; line += 1) lines.add(line)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

/**
 * Folders with more files of one level than a reader can take in.
 * @param {readonly string[]} files paths of source and test files
 * @returns {{ readonly folder: string, readonly count: number }[]}
 */
export function findFlatFolders(files) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => ({ folder, count }))
}
