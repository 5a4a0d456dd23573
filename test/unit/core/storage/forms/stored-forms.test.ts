import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const MODULES = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../../../../electron/core/**/*.ts', '!**/*.d.ts'],
  { eager: true },
)

const digestOf = (schema: z.ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })))
    .digest('hex')

/** The digest of every schema that a module of the core exports, by the name of the export. */
function storedForms(): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  for (const [path, module] of Object.entries(MODULES)) {
    for (const [name, schema] of Object.entries(module)) {
      if (!(schema instanceof z.ZodType)) continue
      const place = path.slice(path.indexOf('electron/core/') + 'electron/core/'.length)
      forms.set(`${place} ${name}`, digestOf(schema))
    }
  }
  return forms
}

describe('REL-43: the form of what lies on disk', () => {
  it('changes only after a copy of its older version is frozen beside its reader', async () => {
    const forms = [...storedForms()].toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(forms.length).toBeGreaterThan(15)
    // Where this fails: keep the older version as `frozen/v1.ts`, raise the version, then record
    // the new form with `-u`.
    await expect(`${JSON.stringify(Object.fromEntries(forms), null, 1)}\n`).toMatchFileSnapshot(
      '../../../../vectors/stored/forms.json',
    )
  })
})
