import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './lib/exec.mjs'
import { listFiles } from './lib/files.mjs'
import { CACHE, OUT } from './lib/paths.mjs'
import { print } from './lib/terminal.mjs'

const COMPILER = fileURLToPath(new URL('./lib/compile.mjs', import.meta.url))
const LIMIT_MS = 60_000
/** The bundles that are loaded through `electron/boot.ts`. */
const BUNDLES = ['main', 'practice']

/**
 * Compiles the built bundles with the runtime that will run them. The compiled code is stored in
 * `out/code-cache` under the digest of its source; only that runtime can use it. The application
 * also starts without it, so a runtime that cannot compile ahead is not an error.
 * @param {Pick<import('./runtime/dist.mjs').Runtime, 'executable' | 'version'>} runtime
 * @param {string} [out] the folder of the built bundles
 * @returns {Promise<void>}
 */
export async function compileBundles(runtime, out = OUT) {
  const place = join(out, 'code-cache')
  const texts = BUNDLES.flatMap((bundle) => {
    const folder = join(out, bundle)
    return existsSync(folder)
      ? listFiles(folder)
          .filter((path) => path.endsWith('.cjs'))
          .map((path) => join(folder, path))
      : []
  })
  const wanted = new Map(
    texts.map((file) => [
      `${createHash('sha256').update(readFileSync(file, 'utf8')).digest('hex')}.v8`,
      file,
    ]),
  )
  const stamp = `${runtime.version}-${createHash('sha256').update(runtime.executable).digest('hex').slice(0, 12)}.runtime`
  const there = existsSync(place) ? readdirSync(place) : []
  if (
    there.length === wanted.size + 1 &&
    there.includes(stamp) &&
    [...wanted.keys()].every((name) => there.includes(name))
  ) {
    return
  }
  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(join(CACHE, 'code-'))
  try {
    const { code } = await run(
      runtime.executable,
      [COMPILER, join(fresh, 'new'), stamp, ...[...wanted].flat()],
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: LIMIT_MS },
    )
    if (code !== 0) {
      return void print(
        'Not compiled: this runtime cannot compile ahead of time. The application starts without it, but slower.',
      )
    }
    rmSync(place, { recursive: true, force: true })
    renameSync(join(fresh, 'new'), place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
