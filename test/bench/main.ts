import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readOptions } from '../../build/lib/options.mjs'
import { ROOT } from '../../build/lib/paths.mjs'
import { print, runMain, UserError } from '../../build/lib/terminal.mjs'
import { listParts, LONG_PARTS, PARTS, WHOLE_RUN_SECONDS } from './parts.js'
import { readCircumstances, readSources, type MeasuredSources } from './report/circumstances.js'
import { renderPage } from './report/page.js'
import { runParts, type RunOutcome } from './run-parts.js'

const PAGE = 'docs/performance.md'

/** Writes the page of the last whole run. A run with a part that could not be measured is none. */
async function writePage(
  { rows, failed, tookMs }: RunOutcome,
  sources: MeasuredSources,
): Promise<void> {
  if (failed.length > 0) {
    print(`${PAGE} was not written: ${failed.join(', ')} could not be measured.`)
    return
  }
  writeFileSync(
    join(ROOT, PAGE),
    renderPage(rows, { ...(await readCircumstances(sources)), tookMs }),
  )
  print(`${PAGE} was written.`)
}

await runMain(async () => {
  const { values, positionals: names } = readOptions('npm run bench', {
    options: { list: { type: 'boolean' }, page: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.list === true) return print(listParts())
  const all = { ...PARTS, ...LONG_PARTS }
  const unknown = names.filter((name) => !(name in all))
  if (unknown.length > 0) {
    throw new UserError(
      `There is no part ${unknown.join(', ')}. npm run bench -- --list names them.`,
    )
  }
  const isWhole = names.length === 0
  if (values.page === true && !isWhole) {
    throw new UserError('The page shows a whole run: --page takes no part.')
  }
  const parts = Object.entries(isWhole ? PARTS : all)
    .filter(([name]) => isWhole || names.includes(name))
    .map(([name, { seconds, measure }]) => ({ name, seconds, measure }))
  // Files may change while the parts are measured.
  const sources = await readSources()
  await runParts(parts, {
    ...(isWhole ? { wholeSeconds: WHOLE_RUN_SECONDS } : {}),
    ...(values.page === true ? { onEnd: (outcome) => writePage(outcome, sources) } : {}),
  })
})
