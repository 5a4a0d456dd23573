import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runElectron } from './electron-run.js'
import { memoryOfTree } from './process-memory.js'
import { megabytes, ratio, type Row } from './table.js'

const EMPTY = fileURLToPath(new URL('./empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../out', import.meta.url))
const SETTLE_MS = 60_000

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
