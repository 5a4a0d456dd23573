import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checklistPage, readItems, releaseProblems } from '../../../../build/release/checklist.mjs'
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

  it('allows the release of a version of which somebody confirmed every line', () => {
    const confirmed = { by: 'Ada', day: '2027-01-05', version: '0.1.0' }
    const items = readItems().map((item) => ({ ...item, confirmed }))
    expect(releaseProblems(items, '0.1.0')).toEqual([])
    expect(releaseProblems(items, '0.1.1')).toHaveLength(items.length)
  })

  it.each([
    [null, 'not confirmed'],
    [{ by: ' ', day: '2027-01-05', version: '0.1.0' }, 'confirmed by nobody'],
    [
      { by: 'Ada', day: '2027-02-30', version: '0.1.0' },
      'confirmed on "2027-02-30", which is no day',
    ],
    [{ by: 'Ada', day: 'soon', version: '0.1.0' }, 'confirmed on "soon", which is no day'],
    [{ by: 'Ada', day: '2027-01-05', version: '0.0.9' }, 'confirmed for 0.0.9 only'],
  ])('refuses the release of a version for a line with %o', (confirmed, problem) => {
    const [item] = readItems()
    if (item === undefined) throw new Error('no line')
    expect(releaseProblems([{ ...item, confirmed }], '0.1.0')).toEqual([
      `${item.area} (${item.system}): ${item.task} – ${problem}`,
    ])
  })

  it('ends with an exit code by which a release can be stopped, and writes nothing then', () => {
    const page = readFileSync(join(ROOT, 'docs', 'release-checklist.md'), 'utf8')
    const script = join(ROOT, 'build', 'release', 'checklist.mjs')
    const { status, stdout } = spawnSync(process.execPath, [script, '--release', '0.0.0-none'], {
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stdout).toContain('0.0.0-none may not be released')
    expect(readFileSync(join(ROOT, 'docs', 'release-checklist.md'), 'utf8')).toBe(page)
  })
})
