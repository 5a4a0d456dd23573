import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { BUNDLES } from '../bundles.mjs'
import { CACHE } from '../lib/paths.mjs'
import { sourceHash } from '../lib/stale.mjs'
import { print } from '../lib/terminal.mjs'

/** Never `out/`: what is in there can be shipped. */
export const DEV_OUT = join(CACHE, 'dev', 'out')
const END_LIMIT_MS = 10_000

/** The bundles of the program; the pages come from the server. */
const PROGRAM = BUNDLES.filter(({ name }) => name !== 'renderer' && name !== 'tests').map(
  (bundle) =>
    bundle.name === 'main' ? { ...bundle, entry: 'electron/development/main.ts' } : bundle,
)

/** Builds what changed since the last call. */
export class ProgramBuild {
  /** @type {Map<string, string>} */
  #built = new Map()

  /** @returns {Promise<boolean>} whether a new program can be started */
  async update() {
    const [{ build }, { viteConfigs }] = await Promise.all([import('vite'), import('../vite.mjs')])
    let changed = false
    for (const bundle of PROGRAM) {
      const hash = sourceHash(bundle, 'debug')
      if (this.#built.get(bundle.name) === hash) continue
      try {
        const folder = join(DEV_OUT, bundle.name)
        for (const config of viteConfigs(bundle, folder, 'debug')) await build(config)
      } catch (error) {
        print(`Not built: ${bundle.name}. ${error instanceof Error ? error.message : error}`)
        return false
      }
      this.#built.set(bundle.name, hash)
      changed = true
    }
    return changed
  }
}

/** The running program, which is started again on a change. */
export class Program {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null
  #launch
  #onEnd

  /**
   * @param {{ executablePath: string, args: readonly string[], env: NodeJS.ProcessEnv }} launch
   * @param {(code: number) => void} onEnd called when the person ends it
   */
  constructor(launch, onEnd) {
    this.#launch = launch
    this.#onEnd = onEnd
  }

  start() {
    const { executablePath, args, env } = this.#launch
    const child = spawn(executablePath, [...args], { env, stdio: 'inherit' })
    child.once('exit', (code) => {
      if (this.#child === child) this.#onEnd(code ?? 0)
    })
    this.#child = child
  }

  async stop() {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
    await ended
    clearTimeout(limit)
  }
}
