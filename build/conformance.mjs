import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './lib/exec.mjs'
import { readJson } from './lib/files.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { ROOT } from './lib/paths.mjs'
import { tool } from './lib/folders.mjs'
import { runMain, print } from './lib/terminal.mjs'

const HELP =
  "npm run conformance     calls every operation with the product's own client over sockets and prints a table by family;\n                        then runs the official MCP conformance suites, for stateless and older protocol\n                        versions, against the MCP endpoint and the hosted server\n          --reach       prints for each operation who can cause it: window, assistant or console"
const REPORT = join(ROOT, 'test-results', 'conformance.json')
const REACH = join(ROOT, 'test-results', 'reach.json')

/**
 * @typedef {{ family: string, key: string, covered: boolean, refusals: number }} Row
 * @typedef {{ seconds: number, rows: Row[] }} Report
 * @typedef {{ id: string, family: string, actors: string[], reason: string }} ReachRow
 */

await runMain(async () => {
  requireNode()
  if (process.argv.includes('--help')) return void print(HELP)
  await ensureInstalled()
  if (process.argv.includes('--reach')) return reach()
  rmSync(REPORT, { force: true })
  const args = [
    tool('vitest/vitest.mjs'),
    'run',
    '--config',
    'test/vitest.config.ts',
    'test/conformance',
    'test/contract/assistant/mcp-conformance.test.ts',
    'test/contract/practice/mcp/hosted-conformance.test.ts',
  ]
  const { code } = await run(process.execPath, args, { cwd: ROOT, show: true })
  const report = /** @type {Report | undefined} */ (readJson(REPORT))
  if (report === undefined) {
    print('The test run wrote no report.')
    return 1
  }
  const gaps = report.rows.filter((row) => !row.covered || row.refusals === 0)
  print(`\n${table(report.rows).join('\n')}\n`)
  for (const { key, covered } of gaps) {
    print(`Missing: ${key}: ${covered ? 'no refusal' : 'no answer'}`)
  }
  print(
    `${report.rows.length - gaps.length} of ${report.rows.length} operations have conforming responses and refusals, in ${report.seconds.toFixed(1)} s.`,
  )
  return code
})

/** Runs the test that derives the reach of every operation, and prints what it wrote. */
async function reach() {
  rmSync(REACH, { force: true })
  const tests = ['run', '--config', 'test/vitest.config.ts', 'test/conformance/reach']
  const { code } = await run(process.execPath, [tool('vitest/vitest.mjs'), ...tests], {
    cwd: ROOT,
    show: true,
  })
  const rows = /** @type {ReachRow[] | undefined} */ (readJson(REACH))
  if (rows === undefined) {
    print('The test run wrote no report.')
    return 1
  }
  const width = Math.max(...rows.map(({ id }) => id.length))
  print('')
  for (const { id, actors, reason } of rows) {
    print(`${id.padEnd(width)}  ${actors.length > 0 ? actors.join(', ') : `nobody: ${reason}`}`)
  }
  /** @param {string} actor */
  const count = (actor) => rows.filter(({ actors }) => actors.includes(actor)).length
  const unreached = rows.filter(({ actors }) => actors.length === 0).length
  print(
    `\n${rows.length} operations: window ${count('window')}, assistant ${count('assistant')}, console ${count('console')}, nobody ${unreached}.`,
  )
  return code
}

/**
 * Formats one line per family: its operations, those with a conforming response, those with a
 * conforming refusal, and all refusals.
 * @param {readonly Row[]} rows
 */
function table(rows) {
  const families = [...new Set(rows.map(({ family }) => family))]
  /** @param {string} name @param {readonly Row[]} some @returns {string[]} */
  const cells = (name, some) => [
    name,
    String(some.length),
    String(some.filter(({ covered }) => covered).length),
    String(some.filter(({ refusals }) => refusals > 0).length),
    String(some.reduce((sum, { refusals }) => sum + refusals, 0)),
  ]
  const lines = [
    ['family', 'operations', 'covered', 'refusals covered', 'refusals'],
    ...families.map((family) =>
      cells(
        family,
        rows.filter((row) => row.family === family),
      ),
    ),
    cells('total', rows),
  ]
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
