import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost } from './report/bounds.js'
import { metricRow, type MetricRow } from './report/table.js'

const APP = fileURLToPath(new URL('../../out', import.meta.url))

/** P17: size of what the window loads before it can show anything. */
export async function bundleSize(): Promise<MetricRow[]> {
  const { gzipSync } = await import('node:zlib')
  const { readdirSync, readFileSync } = await import('node:fs')
  const root = join(APP, 'renderer')
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  )
  // The script of the page imports the program of the window.
  const imported = readdirSync(join(root, 'assets'))
    .filter((file) => file.startsWith('window-'))
    .map((file) => `assets/${file}`)
  const first = [...named, ...imported]
  const bytes = first.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, file.replace(/^\.?\//, '')))).length,
    0,
  )
  return [
    metricRow({
      id: 'P17',
      metric: 'renderer bundle loaded at start, gzip',
      ours: bytes,
      format: (size) => `${Math.round(size / 1_024)} KB`,
      bounds: [atMost(350 * 1_024)],
    }),
  ]
}
