import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import { Script } from 'node:vm'

/**
 * Where every process of ours begins: the program in Electron's main process, the practice exchange
 * in a utility process. What they
 * load was compiled when it was built (`build/code-cache.mjs`), since parsing some megabytes of it
 * costs a start more than
 * running them. The compiled code lies beside the code and is trusted like it; none is ever kept in
 * a person's folder, where
 * others could write. Where there is none for a file, or this runtime did not make it, the file is
 * compiled as usual.
 */

/** Bundles lie beside each other; compiled code under the digest of what it was compiled from. */
const OUT = path.resolve(__dirname, '..')
const COMPILED = path.join(OUT, 'code-cache')

/** The part of Node's loader that compiles the text of a file and runs it. */
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

const load = createRequire(__filename)
load(
  'type' in process && process.type === 'browser' ? '../main/main.cjs' : '../practice/practice.cjs',
)
