import { loadavg } from 'node:os'
import { exchange } from './exchange.js'
import { instructions } from './instructions.js'
import { orders } from './orders.js'
import { bundleSize, coldStart, memory } from './start-up.js'
import { renderTable, type Row } from './table.js'
import { ticks } from './ticks.js'
import { marketMessages, signedRequest, tradeEvents } from './wire.js'

const wire = async (): Promise<Row[]> => [...await signedRequest(), ...await tradeEvents(), ...await marketMessages()]

const PARTS: Readonly<Record<string, () => Promise<readonly Row[]>>> = { start: coldStart, memory, ticks, wire, orders, instructions, exchange, bundle: bundleSize }

/** A part that hangs must not take the table with it. */
const LIMIT_MS = 150_000

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_resolve, reject) => { setTimeout(() => reject(new Error(`took longer than ${LIMIT_MS / 1_000} s`)), LIMIT_MS).unref() })])

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(1)
}
const rows: Row[] = []
let failed = false
const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
process.stdout.write(`load before: ${load()}\n`)
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const began = Date.now()
  try {
    rows.push(...(await inTime(measure())))
    process.stdout.write(`${name}: ${((Date.now() - began) / 1_000).toFixed(0)} s, load ${load()}\n`)
  } catch (error) {
    failed = true
    rows.push({ id: name, metric: 'could not be measured', floor: '', ours: '', target: '', met: false, note: error instanceof Error ? error.message.split('\n')[0] ?? '' : 'unknown' })
    process.stdout.write(`${name}: could not be measured\n`)
  }
}
process.stdout.write(`\n${renderTable(rows)}\n`)
// A missed target is a finding, printed above; only a figure that could not be taken is a failure of the benchmark.
process.exit(failed ? 1 : 0)
