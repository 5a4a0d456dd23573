import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { run } from '../../../build/lib/exec.mjs'
import { tool } from '../../../build/lib/folders.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { UNUSED_EXPORTS } from '../../../build/lint/checks.mjs'

const FILES = {
  'package.json': '{}',
  'renderer/start.ts': "void import('./main.js')",
  'renderer/main.ts': "import { used } from './module.js'\nused()",
  'renderer/module.ts':
    'export const used = (): void => local()\nexport const local = (): void => undefined\n' +
    'export const forTests = 1\nexport interface Unused {}\n',
  'renderer/panels/start.ts': 'export const start = 1',
  'shared/for-tests.ts': 'export const value = 1',
  'test/module.test.ts':
    "import { forTests } from '../renderer/module.js'\n" +
    "import { value } from '../shared/for-tests.js'\nvoid [forTests, value]",
}

/** The findings of one file in the report of knip. */
interface KnipIssue {
  readonly file: string
  readonly files: readonly unknown[]
  readonly exports: readonly { readonly name: string }[]
  readonly types: readonly { readonly name: string }[]
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-unused-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('finds files and exports of the product that nothing but tests uses', async () => {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(ROOT, 'build', 'config', 'knip.json'), join(folder, 'knip.json'))
  const args = [
    tool('knip/bin/knip.js'),
    '--config',
    'knip.json',
    '--reporter',
    'json',
    ...UNUSED_EXPORTS,
  ]
  const { code, stdout } = await run(process.execPath, args, { cwd: folder })
  const { issues } = JSON.parse(stdout) as { readonly issues: readonly KnipIssue[] }
  const findings = issues.flatMap(({ file, files, exports, types }) => [
    ...files.map(() => file),
    ...[...exports, ...types].map(({ name }) => `${file}: ${name}`),
  ])
  expect(findings.toSorted()).toEqual([
    'renderer/module.ts: Unused',
    'renderer/module.ts: forTests',
    'renderer/panels/start.ts',
    'shared/for-tests.ts',
  ])
  expect(code).toBe(1)
})
