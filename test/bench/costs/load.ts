import { memoryOfTree } from '../process-memory.js'
import { processorTime } from '../process-time.js'
import { median } from '../report/table.js'

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

export const pause = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, time))

/** Returns the processor time so far of a program's processes, in ms. */
function timesOf(root: number): Load {
  const sum = { windows: 0, main: processorTime(root) ?? 0, exchange: 0 }
  for (const { pid, command } of memoryOfTree(root)) {
    if (command.includes('--type=renderer')) sum.windows += processorTime(pid) ?? 0
    if (command.includes('node.mojom.NodeService')) sum.exchange += processorTime(pid) ?? 0
  }
  return sum
}

/** Measures what a program uses while nobody touches it: the median of some samples. */
export async function loadOf(
  root: number,
  { samples, sampleMs = SAMPLE_MS }: Sampling,
): Promise<Load> {
  const loads: Load[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const before = timesOf(root)
    await pause(sampleMs)
    const after = timesOf(root)
    const share = (part: keyof Load): number => (after[part] - before[part]) / sampleMs
    loads.push({ windows: share('windows'), main: share('main'), exchange: share('exchange') })
  }
  const medianOf = (part: keyof Load): number => median(loads.map((load) => load[part]))
  return { windows: medianOf('windows'), main: medianOf('main'), exchange: medianOf('exchange') }
}
