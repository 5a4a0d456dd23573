import { writeSync } from 'node:fs'
import { loadavg } from 'node:os'
import { atMost } from './report/bounds.js'
import { metricRow, renderTable, textRow, type MetricRow } from './report/table.js'

/** A part of the benchmark. Every error it throws, immediate or later, becomes a row. */
export interface Part {
  readonly name: string
  /** What it takes at most on an idle machine. */
  readonly seconds: number
  measure(): Promise<readonly MetricRow[]>
}

/** What a run has measured. */
export interface RunOutcome {
  readonly rows: readonly MetricRow[]
  /** The names of the parts that could not be measured. */
  readonly failed: readonly string[]
  readonly tookMs: number
}

export interface RunOptions {
  /** What all parts together may take: their sum becomes a row. */
  readonly wholeSeconds?: number
  /** Called with the outcome when every part has ended. */
  readonly onEnd?: (outcome: RunOutcome) => Promise<void>
}

/**
 * A part that takes this many times its seconds hangs: a busy machine is five times slower. Then
 * the table has what the others measured.
 */
const HANGS_AFTER = 6

const load = (): string => (loadavg()[0] ?? 0).toFixed(1)
const minutes = (time: number): string => `${(time / 60_000).toFixed(1)} min`

const unmeasured = (name: string, cause: unknown): MetricRow => ({
  ...textRow(name, 'could not be measured', ''),
  verdict: 'missed',
  note: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : 'unknown',
})

/** Measures one part within its limit; `onStray` receives the rejection for stray errors. */
function measurePart(
  { measure, seconds }: Part,
  onStray: (giveUp: (cause: unknown) => void) => void,
): Promise<readonly MetricRow[]> {
  const limit = HANGS_AFTER * seconds
  return new Promise((resolve, reject) => {
    onStray(reject)
    // The timer also keeps the process alive, which would otherwise exit silently in the middle of
    // a part with nothing pending.
    const timer = setTimeout(
      () => reject(new Error(`took longer than ${Number(limit.toFixed(1))} s`)),
      limit * 1_000,
    )
    measure()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Says what a part took, and when that is more than it may take. */
function describeTime({ name, seconds }: Part, tookMs: number): string {
  const took = `${name}: ${(tookMs / 1_000).toFixed(0)} s of ${seconds} s, load ${load()}`
  return tookMs > seconds * 1_000 ? `${took}: longer than on an idle machine` : took
}

/**
 * Measures the parts one after another and ends the process. Exits with 1 when a figure could not
 * be measured; a missed target is not a failure. However the process ends, the rows measured so far
 * are printed.
 */
export async function runParts(parts: readonly Part[], options: RunOptions = {}): Promise<never> {
  const rows: MetricRow[] = []
  const failed: string[] = []
  let current: string | null = null
  let giveUp = (_cause: unknown): void => undefined

  // Write to the descriptor directly: data in a stream may be lost when the process exits.
  process.once('exit', (code) => {
    if (current !== null) {
      rows.push(unmeasured(current, new Error(`the benchmark was ended meanwhile (${code})`)))
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
  const began = Date.now()
  for (const part of parts) {
    current = part.name
    const begin = Date.now()
    try {
      rows.push(...(await measurePart(part, (reject) => (giveUp = reject))))
      process.stdout.write(`${describeTime(part, Date.now() - begin)}\n`)
    } catch (cause) {
      failed.push(part.name)
      const row = unmeasured(part.name, cause)
      rows.push(row)
      process.stdout.write(`${part.name}: ${row.metric}, ${row.note ?? ''}\n`)
    }
    current = null
  }
  const tookMs = Date.now() - began
  if (options.wholeSeconds !== undefined) rows.push(wholeRow(tookMs, options.wholeSeconds))
  await options.onEnd?.({ rows, failed, tookMs })
  process.exit(failed.length > 0 ? 1 : 0)
}

const wholeRow = (tookMs: number, seconds: number): MetricRow =>
  metricRow({
    id: 'bench',
    metric: 'all parts of this run',
    ours: tookMs,
    format: minutes,
    bounds: [atMost(seconds * 1_000)],
  })
