import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const FOLDERS = ['electron/core', 'shared/domain']

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)

const digestOf = (schema: z.ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })))
    .digest('hex')

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

describe('REL-43: the form of what lies on disk', () => {
  it('changes only after a copy of its older version is frozen beside its reader', async () => {
    const forms = [...(await storedForms())].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(forms.length).toBeGreaterThan(40)
    // Where this fails for a schema that a file holds: keep its older version as `frozen/v1.ts` and
    // raise the version of the file. Then record the new form with `-u`.
    await expect(`${JSON.stringify(Object.fromEntries(forms), null, 2)}\n`).toMatchFileSnapshot(
      '../../../vectors/stored/forms.json',
    )
  }, 120_000)
})
