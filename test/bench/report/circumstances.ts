import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { run } from '../../../build/lib/exec.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { resolveRuntime } from '../../../build/runtime/resolve.mjs'

/** Where, when and of what a run was measured. */
export interface Circumstances {
  /** The measured commit, and whether files differ from it. */
  readonly commit: string
  readonly isClean: boolean
  /** yyyy-MM-dd */
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  readonly node: string
  readonly electron: string
  /** The load of the last minute at the end of the run. */
  readonly load: number
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', args, { cwd: ROOT })).stdout.trim()

/** Reads the circumstances of this run. */
export async function readCircumstances(): Promise<Circumstances> {
  const processors = cpus()
  const { version } = await resolveRuntime({ quiet: true })
  return {
    commit: await git('rev-parse', '--short=12', 'HEAD'),
    isClean: (await git('status', '--porcelain')) === '',
    date: new Date().toISOString().slice(0, 10),
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.versions.node,
    electron: version,
    load: loadavg()[0] ?? 0,
  }
}
