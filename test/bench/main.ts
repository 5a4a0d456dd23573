import { bundleSize, coldStart, memory } from './start-up.js'
import { renderTable, type Row } from './table.js'

const PARTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = { start: coldStart, memory, bundle: bundleSize }

const wanted = process.argv.slice(2)
const rows: Row[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`measuring ${name} …\n`)
  try {
    rows.push(...(await measure()))
  } catch (error) {
    rows.push({ id: name, metric: 'could not be measured', floor: '', ours: '', target: '', met: false, note: error instanceof Error ? error.message.split('\n')[0] ?? '' : 'unknown' })
  }
}
process.stdout.write(`\n${renderTable(rows)}\n`)
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0
