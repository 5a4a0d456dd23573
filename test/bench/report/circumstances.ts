import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { run } from '../../../build/lib/exec.mjs'
import { ROOT } from '../../../build/lib/paths.mjs'
import { resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { isScreenInMemory } from './machine.js'

/** The files that a run measures: they may change while it runs. */
export interface MeasuredSources {
  readonly commit: string
  /** Whether no file differs from the commit. */
  readonly isClean: boolean
}

/** Where, when and of what a run was measured. */
export interface Circumstances extends MeasuredSources {
  /** yyyy-MM-dd */
  readonly date: string
  readonly processor: string
  readonly cores: number
  readonly memoryBytes: number
  readonly system: string
  /** Whether the windows were drawn by software on a screen in memory; false: not known. */
  readonly isScreenInMemory: boolean
  readonly node: string
  readonly electron: string
  /** The load of the last minute at the end of the run. */
  readonly load: number
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', args, { cwd: ROOT })).stdout.trim()

/** Reads the commit of this tree now; call it before the first part is measured. */
export const readSources = async (): Promise<MeasuredSources> => ({
  commit: await git('rev-parse', '--short=12', 'HEAD'),
  isClean: (await git('status', '--porcelain')) === '',
})

/** Reads the circumstances at the end of a run, of sources that were read before it. */
export async function readCircumstances(sources: MeasuredSources): Promise<Circumstances> {
  const processors = cpus()
  const { version } = await resolveRuntime({ quiet: true })
  return {
    ...sources,
    date: new Date().toISOString().slice(0, 10),
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    isScreenInMemory: isScreenInMemory(),
    node: process.versions.node,
    electron: version,
    load: loadavg()[0] ?? 0,
  }
}
