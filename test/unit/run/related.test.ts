import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changedFiles, testsOf } from '../../run/related.mjs'

const NEAR = 'test/unit/core/price.test.ts'
const FAR = 'test/unit/renderer/cell.test.tsx'
const OTHER = 'test/unit/core/other.test.ts'
const FILES: Readonly<Record<string, string>> = {
  'shared/price.ts': 'export const price = 1\n',
  'renderer/cell.tsx': "export { price } from '../shared/price.js'\n",
  'build/lint.mjs': 'export const lint = 1\n',
  [NEAR]: "import { price } from '../../../shared/price.js'\n",
  [FAR]: "const { price } = await import('../../../renderer/cell.js')\n",
  [OTHER]: "import { lint } from '../../../build/lint.mjs'\n",
}

let root = ''
const git = (...args: readonly string[]): void => {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost']
  execFileSync('git', [...author, ...args], { cwd: root, stdio: 'ignore' })
}
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-related-'))
  for (const [path, text] of Object.entries(FILES)) write(path, text)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('the tests of changed files', () => {
  const related = (...changed: readonly string[]): readonly string[] =>
    testsOf(changed, Object.keys(FILES), [NEAR, FAR, OTHER], root)

  it('are those that import one, the nearest first', () => {
    expect(related('shared/price.ts')).toEqual([NEAR, FAR])
    expect(related('renderer/cell.tsx')).toEqual([FAR])
    expect(related('build/lint.mjs')).toEqual([OTHER])
  })

  it('are changed tests themselves', () => {
    expect(related(OTHER)).toEqual([OTHER])
  })

  it('are none of a file that nothing imports', () => {
    expect(related('README.md')).toEqual([])
  })

  it('are those that import a deleted file, because they fail', () => {
    const { 'shared/price.ts': _deleted, ...left } = FILES
    expect(testsOf(['shared/price.ts'], Object.keys(left), [NEAR, FAR], root)).toEqual([NEAR, FAR])
  })
})

describe('the changed files', () => {
  it('are those of the branch and those that are not committed', async () => {
    git('init', '-b', 'main')
    git('add', '.')
    git('commit', '-m', 'begin')
    expect(await changedFiles(root)).toEqual([])

    git('checkout', '-b', 'work')
    write('shared/price.ts', 'export const price = 2\n')
    git('commit', '-am', 'change')
    write('renderer/cell.tsx', '')
    write('renderer/new.tsx', '')
    rmSync(join(root, 'build/lint.mjs'))
    expect([...(await changedFiles(root))].sort()).toEqual([
      'build/lint.mjs',
      'renderer/cell.tsx',
      'renderer/new.tsx',
      'shared/price.ts',
    ])
  })

  it('cannot be listed outside a clone', async () => {
    await expect(changedFiles(root)).rejects.toThrow('git cannot say what changed')
  })
})
