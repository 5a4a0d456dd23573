import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../../electron/core/storage')

describe('REL-43: the schema of a stored type', () => {
  it.each(
    readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    ),
  )('is compared with the type in every member, optional ones too: %s', (name) => {
    // An annotation accepts a schema without the optional members of the type.
    expect(readFileSync(join(FOLDER, name), 'utf8')).not.toMatch(/const \w+: z\.ZodType<\w+> =/)
  })
})
