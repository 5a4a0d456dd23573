import { dirname, posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { FRONT_PANELS } from '../../../build/vite.mjs'
import { sources } from '../sources.js'

const TEXTS = new Map(
  sources(['renderer', 'shared', 'electron']).map(({ path, text }) => [path, text]),
)

/** The window, the panels in front of it, and what a chart loads once it is drawn. */
const START = [
  'renderer/main.tsx',
  ...FRONT_PANELS.map((panel) => `renderer/panels/${panel}/${panel}-panel.tsx`),
  'renderer/panels/chart/drawings/drawing-layer.tsx',
  'renderer/panels/chart/trading/trade-layer.tsx',
]

/** What lets a person stop at once: it waits for no other file than its own. */
const URGENT = ['kill', 'flatten', 'close-positions'].map(
  (name) => `renderer/app/overlays/${name}.tsx`,
)

/** Only late panels and dialogs say these texts. */
const LATE =
  /^renderer\/language\/panel-text\.ts$|^shared\/messages\/(en|translations\/[a-z]+)\/window\/panels\//

/** Returns the modules that one loads before it runs, but not those of types or of `import()`. */
function importsOf(path: string): readonly string[] {
  const file = ts.createSourceFile(path, TEXTS.get(path) ?? '', ts.ScriptTarget.Latest)
  return file.statements.flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement)
    if (!isImport && !ts.isExportDeclaration(statement)) return []
    const isType = isImport
      ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : statement.isTypeOnly
    const from = statement.moduleSpecifier
    if (isType || from === undefined || !ts.isStringLiteral(from)) return []
    return from.text.startsWith('.') ? (fileOf(posix.join(dirname(path), from.text)) ?? []) : []
  })
}

const fileOf = (written: string): string | undefined =>
  ['.ts', '.tsx'].map((end) => written.replace(/\.js$/, end)).find((path) => TEXTS.has(path))

/** Returns every module that one loads, with the way from it to each. */
function loadedBy(entry: string): ReadonlyMap<string, string> {
  const ways = new Map([[entry, entry]])
  for (const [path, way] of ways) {
    for (const next of importsOf(path)) {
      if (!ways.has(next)) ways.set(next, `${way} > ${next}`)
    }
  }
  return ways
}

const lateTexts = (entry: string): readonly string[] =>
  [...loadedBy(entry)].filter(([path]) => LATE.test(path)).map(([, way]) => way)

describe('the texts of late panels', () => {
  it.each([...START, ...URGENT])('P17: are not loaded with %s', (entry) => {
    expect(TEXTS.has(entry)).toBe(true)
    expect(lateTexts(entry)).toEqual([])
  })

  it('P17: are found where a late panel loads them', () => {
    const ways = lateTexts('renderer/panels/journal/journal-panel.tsx')
    expect(ways.join('\n')).toMatch(/ > renderer\/language\/panel-text\.ts > /)
    expect(loadedBy('renderer/main.tsx').size).toBeGreaterThan(300)
  })
})
