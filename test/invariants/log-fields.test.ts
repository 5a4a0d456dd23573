import ts from 'typescript'
import { expect, it } from 'vitest'
import { LOG_FIELDS } from '../../electron/adapters/redact.js'
import { place, sources, type Source } from './sources.js'

interface Use {
  readonly at: string
  readonly fields: readonly string[]
}

/** Returns the field names of every `….event(level, name, { … })` of a file. */
function uses(source: Source): Use[] {
  const calls: Use[] = []
  const tree = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'event'
    ) {
      const fields = node.arguments[2]
      if (fields !== undefined && ts.isObjectLiteralExpression(fields)) {
        calls.push({
          at: place(source, node.getStart()),
          fields: fields.properties.map((property) => property.name?.getText() ?? '(spread)'),
        })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return calls
}

const ALL = sources(['electron']).flatMap(uses)

/** The log drops fields that are not on its list, so a missing name would silently lose data. */
it('every logged field is on the list of the log', () => {
  expect(ALL.length).toBeGreaterThan(20)
  expect(
    ALL.flatMap(({ at: position, fields }) =>
      fields.filter((field) => !LOG_FIELDS.has(field)).map((field) => `${position}: ${field}`),
    ),
  ).toEqual([])
})

it('every field on the list is logged', () => {
  const used = new Set(ALL.flatMap(({ fields }) => fields))
  expect([...LOG_FIELDS].filter((field) => !used.has(field))).toEqual([])
})
