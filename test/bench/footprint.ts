import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost } from './report/bounds.js'
import { metricRow, type MetricRow } from './report/table.js'

const APP = fileURLToPath(new URL('../../out', import.meta.url))

const IMPORTED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g

/** Returns a script and all that it imports before it runs, by their names in the folder. */
function withImports(folder: string, script: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(script)) return loaded
  loaded.add(script)
  for (const [, name] of readFileSync(join(folder, script), 'utf8').matchAll(IMPORTED)) {
    if (name !== undefined) withImports(folder, name, loaded)
  }
  return loaded
}

/** Returns the files that the page names or its first script loads, below the page's folder. */
function firstFiles(root: string): readonly string[] {
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].flatMap(
    ([, file]) => file ?? [],
  )
  // The script of the page imports the program of the window, with the styles that it needs.
  const scripts = named.filter((file) => file.endsWith('.js'))
  const begun = scripts.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/assets\/[\w-]+\.(?:js|css)/g)].map(String),
  )
  const all = [...named, ...begun]
  const imported = all
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [...withImports(join(root, 'assets'), basename(file))])
  const styles = all.filter((file) => file.endsWith('.css')).map((file) => basename(file))
  return [...new Set([...imported, ...styles])].map((file) => join('assets', file))
}

/** P17: size of what the window loads before it can show anything. */
export async function bundleSize(): Promise<MetricRow[]> {
  const { gzipSync } = await import('node:zlib')
  const root = join(APP, 'renderer')
  const bytes = firstFiles(root).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, file))).length,
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
