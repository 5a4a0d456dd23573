import { fileURLToPath } from 'node:url'
import { runElectron } from '../electron-run.js'
import { atMost, atMostAbove, atMostTimes } from '../report/bounds.js'
import { megabytes, metricRow, type MetricRow } from '../report/table.js'
import { memoryOf, withoutPractice, type Memory } from './processes.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
const SETTLE_MS = 60_000
const EMPTY_SETTLE_MS = 5_000
const MEGABYTE = 1_048_576
/** Main may use this much more than main of an empty window. */
const MAX_MAIN = 60 * MEGABYTE
const MAX_PRACTICE = 150 * MEGABYTE
const EMPTY_WINDOW = 'empty window'

async function memoryAfter(appDir: string, settleMs: number): Promise<Memory> {
  const run = await runElectron(appDir)
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    return memoryOf(run.child.pid ?? 0)
  } finally {
    await run.stop()
  }
}

/** The rows of the processes that make up the whole. */
function partRows(empty: Memory, app: Memory): MetricRow[] {
  const names = {
    main: 'main',
    windows: 'window',
    gpu: 'GPU process',
    others: "Chromium's helpers",
  } as const
  return (Object.keys(names) as (keyof typeof names)[]).map((part) =>
    metricRow({
      id: 'P2',
      metric: `  ${names[part]}`,
      baseline: empty[part],
      ours: app[part],
      format: megabytes,
      bounds: part === 'main' ? [atMostAbove(MAX_MAIN, EMPTY_WINDOW)] : [],
    }),
  )
}

/**
 * P2: proportional memory of the default workspace after a minute, in all and by process, and of
 * the practice exchange.
 */
export async function memory(): Promise<MetricRow[]> {
  const empty = await memoryAfter(EMPTY, EMPTY_SETTLE_MS)
  const app = await memoryAfter(APP, SETTLE_MS)
  return [
    metricRow({
      id: 'P2',
      metric: 'memory after 60 s, without the practice exchange',
      baseline: withoutPractice(empty),
      ours: withoutPractice(app),
      format: megabytes,
      bounds: [atMostTimes(1.5, EMPTY_WINDOW)],
    }),
    ...partRows(empty, app),
    metricRow({
      id: 'P2',
      metric: 'practice exchange',
      ours: app.practice,
      format: megabytes,
      bounds: [atMost(MAX_PRACTICE)],
      note: 'ten years of days and thirty days of minutes of every symbol, as far as they were requested',
    }),
  ]
}
