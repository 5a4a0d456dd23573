import { createHash } from 'node:crypto'
import {
  copyFileSync,
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
import { train } from './lib/training.mjs'

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
  const wanted = wantedCode(out)
  if (isStored(out, wanted, [stampOf(runtime, 'ahead'), stampOf(runtime, 'trained')])) return
  await store(out, (fresh) => compileAhead(runtime, wanted, fresh))
}

/**
 * Compiles the built bundles as above, and then replaces the code by that of a start, which is half
 * as large and has to be read at each. Where no start is possible, the code remains that which was
 * compiled ahead.
 * @param {import('./runtime/dist.mjs').Runtime} runtime
 * @returns {Promise<void>}
 */
export async function trainBundles(runtime) {
  const codeNames = wantedCode(OUT)
  if (isStored(OUT, codeNames, [stampOf(runtime, 'trained')])) return
  await store(OUT, async (fresh) => {
    if (!(await compileAhead(runtime, codeNames, fresh))) return false
    const trained = `${fresh}-trained`
    if (!(await train(runtime, OUT, trained))) return true
    for (const name of readdirSync(trained).filter((file) => codeNames.has(file))) {
      copyFileSync(join(trained, name), join(fresh, name))
    }
    renameSync(join(fresh, stampOf(runtime, 'ahead')), join(fresh, stampOf(runtime, 'trained')))
    return true
  })
}

/**
 * Returns the files that are compiled, by the name of their compiled code.
 * @param {string} out
 * @returns {ReadonlyMap<string, string>}
 */
function wantedCode(out) {
  const texts = BUNDLES.flatMap((bundle) => {
    const folder = join(out, bundle)
    return existsSync(folder)
      ? listFiles(folder)
          .filter((path) => path.endsWith('.cjs'))
          .map((path) => join(folder, path))
      : []
  })
  return new Map(
    texts.map((file) => [
      `${createHash('sha256').update(readFileSync(file, 'utf8')).digest('hex')}.v8`,
      file,
    ]),
  )
}

/**
 * Returns the name of the file that says which runtime the compiled code is for.
 * @param {Pick<import('./runtime/dist.mjs').Runtime, 'executable' | 'version'>} runtime
 * @param {'ahead' | 'trained'} kind
 */
function stampOf({ executable, version }, kind) {
  const digest = createHash('sha256').update(executable).digest('hex').slice(0, 12)
  return `${version}-${digest}${kind === 'trained' ? '-trained' : ''}.runtime`
}

/**
 * @param {string} out
 * @param {ReadonlyMap<string, string>} codeNames
 * @param {readonly string[]} stamps
 */
function isStored(out, codeNames, stamps) {
  const place = join(out, 'code-cache')
  const there = existsSync(place) ? readdirSync(place) : []
  return (
    there.length === codeNames.size + 1 &&
    stamps.some((stamp) => there.includes(stamp)) &&
    [...codeNames.keys()].every((name) => there.includes(name))
  )
}

/**
 * Replaces the stored code by that which `make` puts into a folder.
 * @param {string} out
 * @param {(fresh: string) => Promise<boolean>} make returns false when it made none
 */
async function store(out, make) {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'code-'))
  const [fresh, place] = [join(folder, 'new'), join(out, 'code-cache')]
  try {
    if (!(await make(fresh))) return
    rmSync(place, { recursive: true, force: true })
    renameSync(fresh, place)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {Pick<import('./runtime/dist.mjs').Runtime, 'executable' | 'version'>} runtime
 * @param {ReadonlyMap<string, string>} wanted
 * @param {string} fresh the folder to create
 */
async function compileAhead(runtime, wanted, fresh) {
  const { code } = await run(
    runtime.executable,
    [COMPILER, fresh, stampOf(runtime, 'ahead'), ...[...wanted].flat()],
    { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, timeoutMs: LIMIT_MS },
  )
  if (code === 0) return true
  print(
    'Not compiled: this runtime cannot compile ahead of time. The application starts without it, but slower.',
  )
  return false
}
