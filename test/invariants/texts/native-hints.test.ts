import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { sources } from '../sources.js'

/** Returns `path:line` of every element of the page with an attribute `title`. */
function nativeHints(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const places: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
      const isElement = /^[a-z]/.test(node.tagName.getText(file))
      for (const property of node.attributes.properties) {
        if (isElement && ts.isJsxAttribute(property) && property.name.getText(file) === 'title') {
          const { line } = file.getLineAndCharacterOfPosition(property.getStart(file))
          places.push(`${path}:${line + 1}`)
        }
      }
    }
    // Outside React: element.title = …, setAttribute('title', …)
    if (
      ts.isCallExpression(node) &&
      node.expression.getText(file).endsWith('.setAttribute') &&
      node.arguments[0]?.getText(file) === "'title'"
    ) {
      places.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return places
}

describe('Native hints', () => {
  it('are recognized on elements, not on components', () => {
    expect(nativeHints('a.tsx', '<span title="x" />')).toEqual(['a.tsx:1'])
    expect(nativeHints('a.tsx', '<Dialog title="x" />')).toEqual([])
    expect(nativeHints('a.tsx', "cell.setAttribute('title', 'x')")).toEqual(['a.tsx:1'])
  })

  it('are nowhere in the windows, since neither keyboard nor touch reaches them', () => {
    const places = sources(['renderer']).flatMap(({ path, text }) => nativeHints(path, text))
    expect(places).toEqual([])
  })
})
