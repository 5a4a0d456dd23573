import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const FOLDERS = ['electron/core', 'shared/domain']
/** The folders whose modules keep schemas of files to themselves. */
const WRITERS = ['electron/core', 'electron/app', 'electron/practice']
/** A module that says the version of a file, or whose name says that it is about one. */
const SAYS_VERSION = /^(?:export )?const (?:[A-Z]+_)*VERSION = \d/m
const NAMES_FILE = /(?:-file|-logs?|-records?|\/(?:stored|saved|log)-[\w-]+)\.ts$/

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const digestOf = (schema: z.ZodType): string =>
  digest(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })))

/**
 * The digest of every schema that a module of the core or a shared type exports: what files hold
 * is composed of them.
 */
async function storedForms(): Promise<ReadonlyMap<string, string>> {
  const forms = new Map<string, string>()
  for (const file of FOLDERS.flatMap(filesOf)) {
    const module = (await import(path.join(ROOT, file))) as Readonly<Record<string, unknown>>
    for (const [name, schema] of Object.entries(module)) {
      if (schema instanceof z.ZodType) forms.set(`${path.basename(file)} ${name}`, digestOf(schema))
    }
  }
  return forms
}

/**
 * The digest of every schema that a module about a file does not export: of its text without
 * comments and layout, because a test cannot reach its value.
 */
function privateForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  for (const file of WRITERS.flatMap(filesOf)) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    if (!SAYS_VERSION.test(text) && !NAMES_FILE.test(file)) continue
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    for (const statement of source.statements) {
      if (!ts.isVariableStatement(statement) || isExported(statement)) continue
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer === undefined || !usesZod(initializer)) continue
        forms.set(
          `${path.basename(file)} ${name.getText(source)} (private)`,
          digest(withoutLayout(initializer, source)),
        )
      }
    }
  }
  return forms
}

const isExported = (statement: ts.VariableStatement): boolean =>
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** A type that is written with zod is no schema. */
const usesZod = (node: ts.Node): boolean =>
  !ts.isTypeNode(node) &&
  ((ts.isIdentifier(node) && node.text === 'z') || (ts.forEachChild(node, usesZod) ?? false))

function withoutLayout(node: ts.Node, source: ts.SourceFile): string {
  const printer = ts.createPrinter({ removeComments: true })
  return printer
    .printNode(ts.EmitHint.Unspecified, node, source)
    .replaceAll(/\s|,(?=\s*[)\]}])/g, '')
}

describe('REL-43: the form of what lies on disk', () => {
  it('changes only after a copy of its older version is frozen beside its reader', async () => {
    const forms = [...(await storedForms()), ...privateForms()].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    expect(forms.length).toBeGreaterThan(40)
    // Where this fails for a schema that a file holds: keep its older version as `frozen/v1.ts` and
    // raise the version of the file. Then record the new form with `-u`.
    await expect(`${JSON.stringify(Object.fromEntries(forms), null, 2)}\n`).toMatchFileSnapshot(
      '../../../vectors/stored/forms.json',
    )
  })
})
