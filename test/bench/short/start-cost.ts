import { fileURLToPath } from 'node:url'
import { makeDataFolder, runElectron } from '../electron-run.js'
import { memoryOfTree } from '../process-memory.js'
import { processorTime } from '../process-time.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
const START_LIMIT_MS = 60_000
const ROUNDS = 5
/** The name of the exchange's process in its command line. */
const EXCHANGE = 'node.mojom.NodeService'

/** What a start has taken once the window is usable. */
interface StartCost {
  /** Processor time of all processes, in ms. */
  readonly cpuMs: number
  /** Memory of all processes but the practice exchange, in bytes. */
  readonly bytes: number
}

/** The costs of a start as multiples of what an empty window costs. */
export type CostRatios = Readonly<Record<'startCpu' | 'memory', number>>

async function measureStart(appDir: string, usable: string, folder?: string): Promise<StartCost> {
  const run = await runElectron(appDir, {}, folder)
  try {
    await run.page.until(`(${usable} ?? 0) > 0`, START_LIMIT_MS)
    const processes = memoryOfTree(run.child.pid ?? 0)
    return {
      cpuMs: sum(processes.map(({ pid }) => processorTime(pid) ?? 0)),
      bytes: sum(
        processes.filter(({ command }) => !command.includes(EXCHANGE)).map(({ bytes }) => bytes),
      ),
    }
  } finally {
    await run.stop()
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Measures a later start beside an empty window. Processor time instead of time, and the lowest of
 * the rounds: other programs make a start later, but hardly more work.
 */
export async function measureCosts(): Promise<CostRatios> {
  const empty: StartCost[] = []
  const ours: StartCost[] = []
  const folder = makeDataFolder()
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      empty.push(
        await measureStart(
          EMPTY,
          `performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd`,
        ),
      )
      ours.push(
        await measureStart(
          APP,
          `performance.getEntriesByName('desk:usable')[0]?.startTime`,
          folder,
        ),
      )
    }
  } finally {
    await removeFolder(folder)
  }
  const lowest = (costs: readonly StartCost[], cost: keyof StartCost): number =>
    Math.min(...costs.map((measured) => measured[cost]))
  return {
    startCpu: lowest(ours, 'cpuMs') / lowest(empty, 'cpuMs'),
    memory: lowest(ours, 'bytes') / lowest(empty, 'bytes'),
  }
}
