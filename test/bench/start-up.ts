import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runElectron } from './electron-run.js'
import { memoryOfTree } from './process-memory.js'
import { median, megabytes, ms, ratio, type Row } from './table.js'

const EMPTY = fileURLToPath(new URL('./empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../out', import.meta.url))
const ROUNDS = 5
const SETTLE_MS = 60_000
const START_LIMIT_MS = 20_000

interface Start {
  readonly usable: number
  readonly paint: number
}

/** Reads the page's performance marks; times are milliseconds from the process start. */
async function measureStart(appDir: string, usableMark: string | null): Promise<Start> {
  const run = await runElectron(appDir)
  const usable =
    usableMark === null
      ? `performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd`
      : `performance.getEntriesByName('${usableMark}')[0]?.startTime`
  const paint = `performance.getEntriesByName('first-paint')[0]?.startTime`
  try {
    await run.page.until(`(${usable} ?? 0) > 0 && (${paint} ?? 0) > 0`, START_LIMIT_MS)
    const times = await run.page.evaluate<Start & { readonly origin: number }>(
      `({ origin: performance.timeOrigin, usable: ${usable}, paint: ${paint} })`,
    )
    return {
      usable: times.origin + times.usable - run.startedAt,
      paint: times.origin + times.paint - run.startedAt,
    }
  } finally {
    await run.stop()
  }
}

/**
 * P1: cold start to a usable window and to the first paint, as ratios to an empty window, in
 * alternating rounds.
 */
export async function coldStart(): Promise<Row[]> {
  const empty: Start[] = []
  const appRuns: Start[] = []
  await measureStart(EMPTY, null)
  await measureStart(APP, 'desk:usable')
  for (let round = 0; round < ROUNDS; round += 1) {
    empty.push(await measureStart(EMPTY, null))
    appRuns.push(await measureStart(APP, 'desk:usable'))
  }
  const medianOf = (runs: readonly Start[], key: keyof Start): number =>
    median(runs.map((run) => run[key]))
  const usable = medianOf(appRuns, 'usable') / medianOf(empty, 'usable')
  const paint = medianOf(appRuns, 'paint') / medianOf(empty, 'paint')
  return [
    {
      id: 'P1',
      metric: 'cold start to a usable desk',
      baseline: ms(medianOf(empty, 'usable')),
      ours: `${ms(medianOf(appRuns, 'usable'))} = ${ratio(usable)}`,
      target: '≤ 2.0 × empty window',
      met: usable <= 2,
      ...(usable <= 2
        ? {}
        : {
            note: 'a second program, the exchange, has to come up, and after it the sign-in, accounts, streams and bars follow one another; two cores do it all',
          }),
    },
    {
      id: 'P1',
      metric: 'first paint',
      baseline: ms(medianOf(empty, 'paint')),
      ours: `${ms(medianOf(appRuns, 'paint'))} = ${ratio(paint)}`,
      target: '≤ 1.5 × empty window',
      met: paint <= 1.5,
      ...(paint <= 1.5
        ? {}
        : {
            note: 'the exchange comes up on the other core meanwhile; a machine that is busy with more has none to spare',
          }),
    },
  ]
}

async function memoryAfter(
  appDir: string,
  settleMs: number,
): Promise<{ app: number; practice: number }> {
  const run = await runElectron(appDir)
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const tree = memoryOfTree(run.child.pid ?? 0)
    const practice = tree
      .filter(({ command }) => command.includes('node.mojom.NodeService'))
      .reduce((sum, { bytes }) => sum + bytes, 0)
    return { app: tree.reduce((sum, { bytes }) => sum + bytes, 0) - practice, practice }
  } finally {
    await run.stop()
  }
}

/**
 * P2: proportional memory of the default workspace after a minute, and of the practice exchange.
 */
export async function memory(): Promise<Row[]> {
  const empty = await memoryAfter(EMPTY, 5_000)
  const app = await memoryAfter(APP, SETTLE_MS)
  const share = app.app / empty.app
  return [
    {
      id: 'P2',
      metric: 'memory after 60 s, without the practice exchange',
      baseline: megabytes(empty.app),
      ours: `${megabytes(app.app)} = ${ratio(share)}`,
      target: '≤ 1.5 × empty window',
      met: share <= 1.5,
      ...(share <= 1.5
        ? {}
        : { note: 'the panels, the chart and the libraries of the wire in main' }),
    },
    {
      id: 'P2',
      metric: 'practice exchange',
      baseline: '',
      ours: megabytes(app.practice),
      target: '≤ 150 MB',
      met: app.practice <= 150 * 1_048_576,
      ...(app.practice <= 150 * 1_048_576
        ? {}
        : {
            note: 'ten years of days and thirty days of minutes of every symbol, as far as they were asked for',
          }),
    },
  ]
}

/** P17: size of what the window loads before it can show anything. */
export async function bundleSize(): Promise<Row[]> {
  const { gzipSync } = await import('node:zlib')
  const { readFileSync } = await import('node:fs')
  const root = join(APP, 'renderer')
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const first = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  )
  const bytes = first.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, file.replace(/^\.?\//, '')))).length,
    0,
  )
  return [
    {
      id: 'P17',
      metric: 'renderer bundle loaded at start, gzip',
      baseline: '',
      ours: `${Math.round(bytes / 1_024)} KB`,
      target: '≤ 350 KB',
      met: bytes <= 350 * 1_024,
    },
  ]
}
