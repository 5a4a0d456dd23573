import { writeSync } from 'node:fs'
import { loadavg } from 'node:os'
import { renderTable, type MetricRow } from './table.js'

/** A part of the benchmark. Every error it throws, immediate or later, becomes a row. */
export type Part = readonly [name: string, measure: () => Promise<readonly MetricRow[]>]

const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
const unmeasured = (name: string, cause: unknown): MetricRow => ({
  id: name,
  metric: 'could not be measured',
  baseline: '',
  ours: '',
  target: '',
  met: false,
  note: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'unknown',
})

/**
 * Measures the parts one after another and ends the process. Exits with 1 when a figure could not
 * be measured; a missed target is not a failure. However the process ends, the rows measured so far
 * are printed.
 */
export async function runParts(parts: readonly Part[], limitMs: number): Promise<never> {
  const rows: MetricRow[] = []
  let failed = false
  let under: string | null = null
  let giveUp = (_cause: unknown): void => undefined
  const fail = (name: string, cause: unknown): void => {
    failed = true
    rows.push(unmeasured(name, cause))
    process.stdout.write(`${name}: could not be measured\n`)
  }

  // Write to the descriptor directly: data in a stream may be lost when the process exits.
  process.once('exit', (code) => {
    if (under !== null) {
      rows.push(unmeasured(under, new Error(`the benchmark was ended meanwhile (${code})`)))
    }
    writeSync(process.stdout.fd, `\n${renderTable(rows)}\n`)
  })
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.once(signal, () => process.exit(128 + number))
  }
  // An unhandled error fails the running part, not the benchmark.
  const stray = (cause: unknown): void => {
    process.stderr.write(
      `${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
    )
    giveUp(cause)
  }
  process.on('uncaughtException', stray)
  process.on('unhandledRejection', stray)

  process.stdout.write(`load before: ${load()}\n`)
  for (const [name, measure] of parts) {
    under = name
    const began = Date.now()
    try {
      rows.push(
        ...(await new Promise<readonly MetricRow[]>((resolve, reject) => {
          giveUp = reject
          // The timer also keeps the process alive, which would otherwise exit silently in the
          // middle of a part with nothing pending.
          const limit = setTimeout(
            () => reject(new Error(`took longer than ${limitMs / 1_000} s`)),
            limitMs,
          )
          measure()
            .then(resolve, reject)
            .finally(() => clearTimeout(limit))
        })),
      )
      process.stdout.write(
        `${name}: ${((Date.now() - began) / 1_000).toFixed(0)} s, load ${load()}\n`,
      )
    } catch (cause) {
      fail(name, cause)
    }
    under = null
  }
  process.exit(failed ? 1 : 0)
}
