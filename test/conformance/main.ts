import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTests } from '../../build/lib/command.mjs'
import { readJson } from '../../build/lib/files.mjs'
import { readOptions } from '../../build/lib/options.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { print, runMain, UserError } from '../../build/lib/terminal.mjs'

interface CoverageRow {
  readonly family: string
  readonly key: string
  readonly covered: boolean
  readonly refusals: number
}

interface ReachRow {
  readonly id: string
  readonly actors: readonly string[]
  readonly reason: string
}

/** Runs tests that write a report, and returns it with their exit code. */
async function reportOf<T>(name: string, tests: readonly string[]): Promise<[T, number]> {
  const file = join(ROOT, 'test-results', name)
  rmSync(file, { force: true })
  const code = await runTests(tests)
  const report = readJson(file) as T | undefined
  if (report === undefined) throw new UserError('The test run wrote no report.')
  return [report, code]
}

async function conformance(): Promise<number> {
  const [{ seconds, rows }, code] = await reportOf<{ seconds: number; rows: CoverageRow[] }>(
    'conformance.json',
    [
      'test/conformance',
      'test/contract/assistant/mcp-conformance.test.ts',
      'test/contract/practice/mcp/hosted-conformance.test.ts',
    ],
  )
  const gaps = rows.filter((row) => !row.covered || row.refusals === 0)
  print(`\n${table(rows).join('\n')}\n`)
  for (const { key, covered } of gaps) {
    print(`Missing: ${key}: ${covered ? 'no refusal' : 'no answer'}`)
  }
  print(
    `${rows.length - gaps.length} of ${rows.length} operations have conforming responses and refusals, in ${seconds.toFixed(1)} s.`,
  )
  return code
}

/** Runs the test that derives the reach of every operation, and prints what it wrote. */
async function reach(): Promise<number> {
  const [rows, code] = await reportOf<ReachRow[]>('reach.json', ['test/conformance/reach'])
  const width = Math.max(...rows.map(({ id }) => id.length))
  print('')
  for (const { id, actors, reason } of rows) {
    print(`${id.padEnd(width)}  ${actors.length > 0 ? actors.join(', ') : `nobody: ${reason}`}`)
  }
  const count = (actor: string) => rows.filter(({ actors }) => actors.includes(actor)).length
  const unreached = rows.filter(({ actors }) => actors.length === 0).length
  print(
    `\n${rows.length} operations: window ${count('window')}, assistant ${count('assistant')}, console ${count('console')}, nobody ${unreached}.`,
  )
  return code
}

/**
 * Formats one line per family: its operations, those with a conforming response, those with a
 * conforming refusal, and all refusals.
 */
function table(rows: readonly CoverageRow[]): readonly string[] {
  const cells = (name: string, some: readonly CoverageRow[]): readonly string[] => [
    name,
    String(some.length),
    String(some.filter(({ covered }) => covered).length),
    String(some.filter(({ refusals }) => refusals > 0).length),
    String(some.reduce((sum, { refusals }) => sum + refusals, 0)),
  ]
  const head = ['family', 'operations', 'covered', 'refusals covered', 'refusals']
  const families = [...new Set(rows.map(({ family }) => family))].map((name) =>
    cells(
      name,
      rows.filter(({ family }) => family === name),
    ),
  )
  const lines = [head, ...families, cells('total', rows)]
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

await runMain(() => {
  const { values } = readOptions('npm run conformance', { options: { reach: { type: 'boolean' } } })
  return values.reach ? reach() : conformance()
})
