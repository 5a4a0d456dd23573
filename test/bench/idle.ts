import { fileURLToPath } from 'node:url'
import { openMainWindow } from '../e2e/support/main-window-page.js'
import { runElectron } from './electron-run.js'
import { memoryOfTree } from './process-memory.js'
import { processorTime } from './process-time.js'
import { median, type Row } from './table.js'

const EMPTY = fileURLToPath(new URL('empty-app', import.meta.url))
/** After a start a window still compiles code and reads lists. */
const SETTLE_MS = 20_000
const SAMPLE_MS = 10_000
const SAMPLES = 3
const MAX_CLOSED = 0.01
const MAX_ORDINARY = 0.08

/** Shares of a core. */
interface Load {
  readonly windows: number
  readonly main: number
}

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

/** Returns the processor time so far of a program's windows and of its main process, in ms. */
function timesOf(root: number): Load {
  const windows = memoryOfTree(root)
    .filter(({ command }) => command.includes('--type=renderer'))
    .reduce((sum, { pid }) => sum + (processorTime(pid) ?? 0), 0)
  return { windows, main: processorTime(root) ?? 0 }
}

/** Measures what a program uses while nobody touches it. */
async function loadOf(root: number): Promise<Load> {
  const loads: Load[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const before = timesOf(root)
    await pause(SAMPLE_MS)
    const after = timesOf(root)
    loads.push({
      windows: (after.windows - before.windows) / SAMPLE_MS,
      main: (after.main - before.main) / SAMPLE_MS,
    })
  }
  return {
    windows: median(loads.map(({ windows }) => windows)),
    main: median(loads.map(({ main }) => main)),
  }
}

async function emptyLoad(): Promise<Load> {
  const run = await runElectron(EMPTY)
  try {
    await pause(SETTLE_MS / 4)
    return await loadOf(run.child.pid ?? 0)
  } finally {
    await run.stop()
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/**
 * P16: what the default workspace costs while a person only looks at it, in an ordinary market and
 * in one that stands still, beside an empty window.
 */
export async function idle(): Promise<Row[]> {
  const empty = await emptyLoad()
  const desk = await openMainWindow({ suite: 'bench-idle', keyStore: 'none' })
  try {
    await desk.ready()
    const root = desk.app.process().pid ?? 0
    await pause(SETTLE_MS)
    const ordinary = await loadOf(root)
    // The practice market takes no time for its nights: a stopped clock is its closed market.
    await desk.practice({ command: 'clock', speed: 0 })
    await pause(SETTLE_MS / 4)
    const closed = await loadOf(root)
    const above = closed.windows - empty.windows
    const row = (metric: string, load: Load, target: string, met: boolean): Row => ({
      id: 'P16',
      metric,
      baseline: percent(empty.windows),
      ours: `${percent(load.windows)} (main ${percent(load.main)})`,
      target,
      met,
    })
    return [
      row(
        'processor time of the window, default workspace, ordinary market',
        ordinary,
        '≤ 8 % of a core',
        ordinary.windows <= MAX_ORDINARY,
      ),
      row('  market closed', closed, '≤ 1 % of a core over an empty window', above <= MAX_CLOSED),
    ]
  } finally {
    await desk.close()
  }
}
