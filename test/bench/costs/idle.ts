import { fileURLToPath } from 'node:url'
import { openMainWindow } from '../../e2e/support/main-window-page.js'
import { runElectron } from '../electron-run.js'
import { loadOf, pause, percent, type Load } from './load.js'
import type { Row } from '../table.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
/** After a start a window still compiles code and reads lists. */
const SETTLE_MS = 20_000
const SAMPLES = 3
const MAX_CLOSED = 0.01
const MAX_ORDINARY = 0.08
/** The exchange's usual rate; window tests use a slower one. */
const USUAL_QUOTES = '--practice-quotes-ms=100'

async function emptyLoad(): Promise<Load> {
  const run = await runElectron(EMPTY)
  try {
    await pause(SETTLE_MS / 4)
    return await loadOf(run.child.pid ?? 0, SAMPLES)
  } finally {
    await run.stop()
  }
}

/**
 * P16: what the default workspace costs while a person only looks at it, in an ordinary market and
 * in one that stands still, beside an empty window.
 */
export async function idle(): Promise<Row[]> {
  const empty = await emptyLoad()
  const desk = await openMainWindow({ suite: 'bench-idle', keyStore: 'none', args: [USUAL_QUOTES] })
  try {
    await desk.ready()
    const root = desk.app.process().pid ?? 0
    await pause(SETTLE_MS)
    const ordinary = await loadOf(root, SAMPLES)
    // The practice market takes no time for its nights: a stopped clock is its closed market.
    await desk.practice({ command: 'clock', speed: 0 })
    await pause(SETTLE_MS / 4)
    const closed = await loadOf(root, SAMPLES)
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
