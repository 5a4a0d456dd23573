import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ROOT } from './sources.js'

/** For each folder of the instructions, a file outside the folders that it may import. */
const ABOVE_INSTRUCTIONS: Readonly<Record<string, string>> = {
  requests: '../confirm/decisions.js',
  'order-text': '../confirm/decisions.js',
  policy: '../confirm/decisions.js',
  connections: '../confirm/decisions.js',
  queue: '../confirm/decisions.js',
  confirm: '../assistant/assistant-port.js',
  'kill-switch': '../confirm/decisions.js',
  hosted: '../confirm/decisions.js',
  scorecard: '../confirm/decisions.js',
  waiting: '../confirm/decisions.js',
  window: '../confirm/decisions.js',
  assistant: '../instruction-service.js',
}

/** For each rule, a file that violates it and what the file imports. */
const VIOLATIONS: Readonly<Record<string, { readonly file: string; readonly imports: string }>> = {
  'shared-imports-only-its-own': { file: 'shared/a.ts', imports: '../electron/core/fine.js' },
  'core-imports-only-its-own': { file: 'electron/core/a.ts', imports: '../adapters/fine.js' },
  'provider-imports-only-its-own': { file: 'electron/provider/a.ts', imports: '../shell/fine.js' },
  'adapters-imports-only-its-own': {
    file: 'electron/adapters/a.ts',
    imports: '../provider/fine.js',
  },
  'assistant-imports-only-its-own': {
    file: 'electron/assistant/a.ts',
    imports: '../provider/fine.js',
  },
  'handlers-imports-only-its-own': {
    file: 'electron/handlers/a.ts',
    imports: '../adapters/fine.js',
  },
  'app-imports-only-its-own': { file: 'electron/app/a.ts', imports: '../shell/fine.js' },
  'shell-imports-only-its-own': { file: 'electron/shell/a.ts', imports: '../../renderer/fine.js' },
  'development-imports-only-its-own': {
    file: 'electron/development/a.ts',
    imports: '../core/fine.js',
  },
  'preload-imports-only-its-own': { file: 'electron/preload/a.ts', imports: '../core/fine.js' },
  'practice-imports-only-its-own': { file: 'electron/practice/a.ts', imports: '../core/fine.js' },
  'renderer-imports-only-its-own': { file: 'renderer/a.ts', imports: '../electron/core/fine.js' },
  ...Object.fromEntries(
    Object.entries(ABOVE_INSTRUCTIONS).map(([name, imports]) => [
      `instructions-${name}-imports-only-lower-folders`,
      { file: `electron/core/instructions/${name}/above.ts`, imports },
    ]),
  ),
  'no-circular': { file: 'shared/circle-back.ts', imports: './circle.js' },
  'no-orphans': { file: 'shared/orphan.ts', imports: '' },
  'not-to-unresolvable': { file: 'shared/lost.ts', imports: './nowhere.js' },
  'no-undeclared-package': { file: 'renderer/undeclared.ts', imports: 'by-luck' },
  'electron-only-in-the-shell': { file: 'electron/adapters/b.ts', imports: 'electron' },
  'pure-folders-use-no-node': { file: 'electron/core/b.ts', imports: 'node:fs' },
  'pages-use-no-node': { file: 'renderer/b.ts', imports: 'node:path' },
  'practice-is-a-leaf': { file: 'electron/shell/b.ts', imports: '../practice/fine.js' },
  'development-is-no-part-of-the-product': {
    file: 'electron/shell/d.ts',
    imports: '../development/fine.js',
  },
  'panels-do-not-import-each-other': {
    file: 'renderer/panels/one/a.ts',
    imports: '../two/fine.js',
  },
  'chart-library-only-in-chart': {
    file: 'renderer/panels/one/b.ts',
    imports: 'lightweight-charts',
  },
  'one-order-gateway': {
    file: 'electron/handlers/b.ts',
    imports: '../core/orders/trade-port.js',
  },
  'assistant-only-instructs': {
    file: 'electron/assistant/b.ts',
    imports: '../core/orders/order-service.js',
  },
  'assistant-sees-only-its-port': {
    file: 'electron/assistant/c.ts',
    imports: '../core/instructions/confirm/decisions.js',
  },
  'institution-only-in-its-console': {
    file: 'electron/app/session/institution.ts',
    imports: '../../provider/console/fine.js',
  },
  'transport-only-at-its-ends': {
    file: 'electron/core/c.ts',
    imports: '../../shared/ipc/fine.js',
  },
  'product-imports-no-tools': { file: 'electron/shell/c.ts', imports: '../../build/fine.js' },
}

/** Files without a violation, besides the imported ones: no rule may report them. */
const FINE: Readonly<Record<string, string>> = {
  'shared/fine.ts': '',
  'shared/ipc/fine.ts': '../fine.js',
  'shared/circle.ts': './circle-back.js',
  'electron/core/fine.ts': '../../shared/fine.js',
  'electron/core/orders/trade-port.ts': '../../../shared/fine.js',
  'electron/core/orders/gateway/order-placement.ts': '../trade-port.js',
  'electron/core/orders/order-service.ts': './gateway/order-placement.js',
  'electron/core/ports.ts': '../../shared/fine.js',
  'electron/core/instructions/assistant/assistant-port.ts': '../../../../shared/fine.js',
  'electron/core/instructions/confirm/decisions.ts': '../../orders/order-service.js',
  'electron/core/instructions/instruction-service.ts': './confirm/decisions.js',
  'electron/assistant/fine.ts': '../core/instructions/assistant/assistant-port.js',
  'electron/provider/fine.ts': '../core/orders/trade-port.js',
  'electron/provider/console/fine.ts': '../../core/fine.js',
  'electron/adapters/fine.ts': '../core/fine.js',
  'electron/handlers/fine.ts': '../provider/fine.js',
  'electron/app/fine.ts': '../handlers/fine.js',
  'electron/shell/fine.ts': 'electron',
  'electron/development/fine.ts': '../app/fine.js',
  'electron/shell/main-application.ts': '../handlers/fine.js',
  'electron/practice/fine.ts': 'node:net',
  'renderer/fine.ts': '../shared/fine.js',
  'renderer/bridge/fine.ts': '../../shared/ipc/fine.js',
  'renderer/panels/two/fine.ts': '../../chart/fine.js',
  'renderer/chart/fine.ts': 'lightweight-charts',
  'build/fine.ts': '',
}

const PACKAGES = ['electron', 'lightweight-charts', 'by-luck']

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

const folder = mkdtempSync(join(tmpdir(), 'countersign-boundaries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function writeProject(files: Readonly<Record<string, string>>): void {
  for (const [path, imports] of Object.entries(files)) {
    write(path, `${imports === '' ? '' : `import '${imports}'\n`}export const here = '${path}'\n`)
  }
  for (const name of PACKAGES) {
    write(
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    )
    write(`node_modules/${name}/index.js`, '')
  }
  write(
    'package.json',
    JSON.stringify({
      name: 'project',
      dependencies: { 'lightweight-charts': '1.0.0' },
      devDependencies: { electron: '1.0.0' },
    }),
  )
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { module: 'ESNext', moduleResolution: 'bundler' } }),
  )
  cpSync(join(ROOT, 'build', 'config', 'depcruise.cjs'), join(folder, 'depcruise.cjs'))
}

function cruise(): { code: number | null; violations: readonly Violation[] } {
  const tool = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs')
  const args = [
    tool,
    '--config',
    'depcruise.cjs',
    '--output-type',
    'json',
    'shared',
    'electron',
    'renderer',
    'build',
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(stderr)
  const report = JSON.parse(stdout) as { summary: { violations: Violation[] } }
  // With JSON output the tool always exits with 0; the build runs it with plain output.
  const plain = spawnSync(process.execPath, args.toSpliced(3, 2), { cwd: folder, encoding: 'utf8' })
  return { code: status === 0 ? plain.status : status, violations: report.summary.violations }
}

describe('a violated import boundary', () => {
  writeProject({
    ...FINE,
    ...Object.fromEntries(Object.values(VIOLATIONS).map(({ file, imports }) => [file, imports])),
  })
  // Two files that only import each other's types.
  write(
    'shared/type-circle.ts',
    "import type { Back } from './type-circle-back.js'\nexport interface There { readonly back: Back | null }\n",
  )
  write(
    'shared/type-circle-back.ts',
    "import type { There } from './type-circle.js'\nexport interface Back { readonly there: There | null }\n",
  )
  const { code, violations } = cruise()

  it('is tested for every rule of the configuration', () => {
    const load = createRequire(import.meta.url)
    const { forbidden } = load(join(ROOT, 'build', 'config', 'depcruise.cjs')) as {
      forbidden: { name: string }[]
    }
    expect(Object.keys(VIOLATIONS).sort()).toEqual(forbidden.map(({ name }) => name).sort())
  })

  it('fails the build', () => {
    expect(code).not.toBe(0)
  })

  it.each(Object.entries(VIOLATIONS))('is reported as %s', (rule, { file }) => {
    expect(
      violations.filter(({ from }) => from === file).map((violation) => violation.rule.name),
    ).toContain(rule)
  })

  it('is reported as no-circular for types alone', () => {
    const round = violations
      .filter(({ rule }) => rule.name === 'no-circular')
      .map(({ from }) => from)
    expect(round.some((from) => from.startsWith('shared/type-circle'))).toBe(true)
  })

  it('is not reported for valid files', () => {
    const innocent = new Set(Object.keys(FINE).filter((path) => path !== 'shared/circle.ts'))
    const wrong = violations.filter(
      ({ from, rule }) => innocent.has(from) && rule.name !== 'no-orphans',
    )
    expect(wrong.map(({ from, rule }) => `${from}: ${rule.name}`)).toEqual([])
  })
})
