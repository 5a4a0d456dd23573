import { memoryOfTree } from '../process-memory.js'
import { threadTimes, timeBetween, type ThreadTimes } from '../process-time.js'
import { median } from '../report/table.js'
import { pause } from '../pause.js'

const SAMPLE_MS = 10_000

/** How a load is measured: the median of some samples. */
export interface Sampling {
  readonly samples: number
  readonly sampleMs?: number
}

/** What the parts of a program use: shares of a core. */
export interface Load {
  readonly windows: number
  readonly main: number
  readonly exchange: number
}

/** Reads the processor time so far of a program's threads, by part. */
function readTimes(root: number): Readonly<Record<keyof Load, ThreadTimes>> {
  const main = threadTimes(root)
  if (main.size === 0) throw new Error('the system reports no processor time of threads')
  const tree = memoryOfTree(root)
  const timesOf = (part: string): ThreadTimes =>
    new Map(
      tree
        .filter(({ command }) => command.includes(part))
        .flatMap(({ pid }) => [...threadTimes(pid)]),
    )
  return { main, windows: timesOf('--type=renderer'), exchange: timesOf('node.mojom.NodeService') }
}

/** Measures what a program uses while nobody touches it: the median of some samples. */
export async function loadOf(
  root: number,
  { samples, sampleMs = SAMPLE_MS }: Sampling,
): Promise<Load> {
  const loads: Load[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const [before, began] = [readTimes(root), performance.now()]
    await pause(sampleMs)
    const [after, tookMs] = [readTimes(root), performance.now() - began]
    const share = (part: keyof Load): number => timeBetween(before[part], after[part]) / tookMs
    loads.push({ windows: share('windows'), main: share('main'), exchange: share('exchange') })
  }
  const medianOf = (part: keyof Load): number => median(loads.map((load) => load[part]))
  return { windows: medianOf('windows'), main: medianOf('main'), exchange: medianOf('exchange') }
}
