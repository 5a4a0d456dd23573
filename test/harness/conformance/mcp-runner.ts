import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../../../build/lib/paths.mjs'

/**
 * Two generations: `sessions` supports the protocol up to 2025-11-25, `stateless` the era of
 * 2026-07-28 (a preview of the next runner).
 */
const RUNNERS = {
  sessions: { package: 'conformance', all: ['--suite', 'all'], single: [] },
  stateless: {
    package: 'conformance-next',
    all: ['--requirements', '2026-07-28'],
    single: ['--spec-version', '2026-07-28'],
  },
} as const
export type Runner = keyof typeof RUNNERS

const zChecks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'INFO', 'SKIPPED']),
    errorMessage: z.string().optional(),
  }),
)
export type Check = z.output<typeof zChecks>[number]

/**
 * The runner imports a function that Node has from version 22 on, and calls it only for checks of
 * SDKs.
 */
const NEWER_FS = `export * from 'node:fs'; export const globSync = () => { throw new Error('not on this Node') }`
const HOOKS = `export const resolve = (name, context, next) => name === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance')
  ? { url: 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(NEWER_FS)}), shortCircuit: true } : next(name, context)`
const PRELOAD = `import { register } from 'node:module'; register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOKS)}))`

/**
 * Runs the server scenarios of an official conformance runner against an address, and returns the
 * checks by scenario.
 * @param scenario only this one; every scenario when absent
 */
export async function runServerScenarios(
  url: string,
  runner: Runner,
  scenario?: string,
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const { all, single } = RUNNERS[runner]
  const folder = mkdtempSync(join(tmpdir(), 'countersign-conformance-'))
  try {
    const program = join(
      ROOT,
      'node_modules',
      '@modelcontextprotocol',
      RUNNERS[runner].package,
      'dist',
      'index.js',
    )
    const child = spawn(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(PRELOAD)}`,
        program,
        'server',
        '--url',
        url,
        ...(scenario === undefined ? all : ['--scenario', scenario, ...single]),
        '-o',
        folder,
      ],
      { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    await new Promise((resolve) => {
      child.on('close', resolve)
    })
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('checks.json'),
    )
    if (found.length === 0) throw new Error(`The runner wrote nothing: ${complaint}`)
    return new Map(
      found
        .sort()
        .map((path) => [
          nameOf(path),
          zChecks.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))),
        ]),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the scenario of a folder named `server-<scenario>-<time>`. */
const nameOf = (path: string): string =>
  (path.split(/[\\/]/)[0] ?? '').replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
