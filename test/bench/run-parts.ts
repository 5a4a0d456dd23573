import { writeSync } from 'node:fs'
import { loadavg } from 'node:os'
import { renderTable, type Row } from './table.js'

/** What a part measures. Whatever it throws, now or later, becomes a row. */
export type Part = readonly [name: string, measure: () => Promise<readonly Row[]>]

const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
const unmeasured = (name: string, cause: unknown): Row => ({
  id: name,
  metric: 'could not be measured',
  baseline: '',
  ours: '',
  target: '',
  met: false,
  note: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'unknown',
})

/**
 * Measures one part after another and ends the process: with 1 where a figure could not be taken,
 * as a missed target is a finding and no
 * failure. However the process ends, what was measured until then is printed.
 */
export async function runParts(parts: readonly Part[], limitMs: number): Promise<never> {
  const rows: Row[] = []
  let failed = false
  let under: string | null = null
  let giveUp = (_cause: unknown): void => undefined
  const fail = (name: string, cause: unknown): void => {
    failed = true
    rows.push(unmeasured(name, cause))
    process.stdout.write(`${name}: could not be measured\n`)
  }

  // Straight to the descriptor: what is only handed to a stream may be lost with the process.
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
  // What breaks where nobody waits for it breaks the part that is under way, not the benchmark.
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
        ...(await new Promise<readonly Row[]>((resolve, reject) => {
          giveUp = reject
          // It also keeps the process: one with nothing left to wait for ends without a word, in
          // the middle of a part.
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
