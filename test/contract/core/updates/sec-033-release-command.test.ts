import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { removeFolder } from '../../../harness/system/remove-folder.js'

const COMMAND = fileURLToPath(new URL('../../../../build/release/manifest.mjs', import.meta.url))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'release-'))
})
afterAll(() => removeFolder(folder))

const pathOf = (name: string): string => path.join(folder, name)
function run(...args: readonly string[]): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args])
  return { code: status, text: `${String(stdout)}${String(stderr)}`.trim() }
}

describe('SEC-33: the command that signs a release', () => {
  it('makes keys only its owner can read, signs files by path, and detects one changed byte', () => {
    const keys = ['a.pem', 'b.pem'].map((name) => run('key', '--out', pathOf(name)).text)
    expect(statSync(pathOf('a.pem')).mode & 0o777).toBe(0o600)
    expect(run('key', '--out', pathOf('a.pem'))).toMatchObject({ code: 1 })
    writeFileSync(pathOf('source.json'), JSON.stringify({ keys }))
    writeFileSync(pathOf('c.deb'), 'a package')
    writeFileSync(
      pathOf('release.json'),
      JSON.stringify({
        ...{ channel: 'stable', version: '1.2.3', date: '2026-11-30T00:00:00Z' },
        ...{ notAfter: '2027-01-31T00:00:00Z', rollOut: 0.1, minimumVersion: '1.0.0' },
        notes: { en: 'Notes', es: 'Notas' },
        files: [{ format: 'deb', platform: 'linux', architecture: 'x64', name: 'c.deb' }],
      }),
    )
    const source = ['--source', pathOf('source.json')]
    const files = ['--files', folder]
    const made = run(
      ...['make', '--release', pathOf('release.json'), '--key', pathOf('a.pem')],
      ...[...files, ...source, '--out', pathOf('stable.json')],
    )
    expect(made).toMatchObject({ code: 0 })
    expect(run('verify', pathOf('stable.json'), ...files, ...source)).toEqual({
      code: 0,
      text: 'stable 1.2.3, 1 files, accepted until 2027-01-31T00:00:00.000Z.',
    })
    expect(readFileSync(pathOf('stable.json'), 'utf8')).not.toContain('PRIVATE')
    writeFileSync(pathOf('c.deb'), 'a pAckage')
    expect(run('verify', pathOf('stable.json'), ...files, ...source)).toEqual({
      code: 1,
      text: 'c.deb has another SHA-512',
    })
    writeFileSync(pathOf('source.json'), JSON.stringify({ keys: [keys[1], keys[1]] }))
    expect(run('verify', pathOf('stable.json'), ...source).text).toContain('wrong-signature')
  })
})
