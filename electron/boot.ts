import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { Script } from 'node:vm'
import { runBridgeCommand } from './app/commands/bridge-thread.js'
import { silenceLibraries } from './app/security/library-output.js'

/**
 * The entry point of every process: the program in Electron's main process, and the practice
 * exchange in a utility process. Their code was compiled during the build (`build/code-cache.mjs`),
 * because parsing megabytes of it takes longer than running it. The compiled code is stored beside
 * the bundles and trusted like them; none is stored in a user's folder, where others could write. A
 * file without compiled code of this runtime is compiled as usual.
 */

/** The folder of all bundles; compiled code is named by the digest of its source. */
const OUT = path.resolve(__dirname, '..')
const COMPILED = path.join(OUT, 'code-cache')

/** The part of Node's module loader that compiles and runs the text of a file. */
interface Loader {
  _compile(this: Module, text: string, file: string, ...rest: unknown[]): unknown
}

const loader = Module.prototype as unknown as Loader
const compileAsUsual = loader._compile

function compiled(text: string): Buffer | null {
  try {
    return readFileSync(
      path.join(COMPILED, `${createHash('sha256').update(text).digest('hex')}.v8`),
    )
  } catch {
    // Without compiled code the text is compiled as usual.
    return null
  }
}

loader._compile = function compile(text, file, ...rest) {
  const cachedData = file.startsWith(OUT + path.sep) ? compiled(text) : null
  if (cachedData === null) return compileAsUsual.call(this, text, file, ...rest)
  const script = new Script(Module.wrap(text), { filename: file, cachedData })
  const run = script.runInThisContext() as (...values: unknown[]) => unknown
  return run.call(this.exports, this.exports, createRequire(file), this, file, path.dirname(file))
}

silenceLibraries(process.env)
const isMain = 'type' in process && process.type === 'browser'
const exitCode = isMain ? runBridgeCommand(process.argv, OUT) : null
if (exitCode === null) {
  createRequire(__filename)(isMain ? '../main/main.cjs' : '../practice/practice.cjs')
} else {
  process.exit(exitCode)
}
