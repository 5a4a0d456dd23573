import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checklistPage, readItems } from '../../../../build/release/checklist.mjs'
import { ROOT } from '../../../invariants/sources.js'

describe('The checklist of a release', () => {
  it('has the page that its lines make', () => {
    expect(readFileSync(join(ROOT, 'docs', 'release-checklist.md'), 'utf8')).toBe(
      checklistPage(readItems()),
    )
  })

  it('names each line once, and a command that exists for what a command shows', () => {
    const items = readItems()
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    for (const { id, proof, shown } of items) {
      expect(shown === undefined, id).toBe(proof === 'person')
      const [, name] = /^npm (?:run )?([\w-]+)/.exec(shown ?? '') ?? []
      if (shown !== undefined) expect(scripts[name ?? ''], id).toBeDefined()
      const [path] = /test\/[\w/-]+$/.exec(shown ?? '') ?? []
      if (path !== undefined) expect(existsSync(join(ROOT, path)), id).toBe(true)
    }
  })

  it('shows who confirmed a line, and counts it', () => {
    const [first, ...others] = readItems()
    if (first === undefined) throw new Error('no line')
    const confirmed = { by: 'Ada', day: '2027-01-05', version: '0.1.0' }
    const page = checklistPage([{ ...first, confirmed }, ...others])
    expect(page).toContain('| Ada, 2027-01-05, 0.1.0 |')
    expect(page).toContain(`1 of ${others.length + 1} |`)
  })
})
