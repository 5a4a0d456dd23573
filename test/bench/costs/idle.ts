import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runElectron, type ElectronRun } from '../electron-run.js'
import { loadOf, pause, percent, type Load } from './load.js'
import type { MetricRow } from '../table.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
/** After a start a window still compiles code and reads lists. */
const SETTLE_MS = 20_000
const SAMPLES = 3
const MAX_CLOSED = 0.01
const MAX_ORDINARY = 0.08
const START_LIMIT_MS = 20_000
const USABLE = `performance.getEntriesByName('desk:usable').length > 0`

async function emptyLoad(): Promise<Load> {
  const run = await runElectron(EMPTY)
  try {
    await pause(SETTLE_MS / 4)
    return await loadOf(run.child.pid ?? 0, SAMPLES)
  } finally {
    await run.stop()
  }
}

/** Minimizes the window as a person does; a driver of tests would keep its page visible. */
async function minimize({ child, page }: ElectronRun): Promise<void> {
  const ids = execFileSync('xdotool', ['search', '--pid', `${child.pid}`], { encoding: 'utf8' })
  for (const id of ids.trim().split('\n')) {
    const name = execFileSync('xdotool', ['getwindowname', id], { encoding: 'utf8' })
    if (name.startsWith('Countersign')) execFileSync('xdotool', ['windowminimize', id])
  }
  await page.until(`document.visibilityState === 'hidden'`, START_LIMIT_MS)
}

const invoke = ({ page }: ElectronRun, op: string, input: object): Promise<unknown> =>
  page.evaluate(`countersign.invoke(${JSON.stringify(op)}, ${JSON.stringify(input)})`)

/**
 * P16: what the default workspace costs while a person only looks at it: in an ordinary market, in
 * one that stands still, and minimized, beside an empty window.
 */
export async function idle(): Promise<MetricRow[]> {
  const empty = await emptyLoad()
  // Without a window manager nothing is minimized.
  const manager = spawn('openbox', [], { stdio: 'ignore' })
  const run = await runElectron(APP)
  try {
    await run.page.until(USABLE, START_LIMIT_MS)
    const root = run.child.pid ?? 0
    await pause(SETTLE_MS)
    const ordinary = await loadOf(root, SAMPLES)
    // The practice market takes no time for its nights: a stopped clock is its closed market.
    await invoke(run, 'practice.change', { change: { kind: 'speed', speed: 0 } })
    await pause(SETTLE_MS / 4)
    const closed = await loadOf(root, SAMPLES)
    await invoke(run, 'practice.change', { change: { kind: 'speed', speed: 1 } })
    await minimize(run)
    await pause(SETTLE_MS / 4)
    const hidden = await loadOf(root, SAMPLES)
    const row = (metric: string, load: Load, target: string, met: boolean): MetricRow => ({
      id: 'P16',
      metric,
      baseline: percent(empty.windows),
      ours: `${percent(load.windows)} (main ${percent(load.main)})`,
      target,
      met,
    })
    const isSmall = (load: Load): boolean => load.windows - empty.windows <= MAX_CLOSED
    const small = '≤ 1 % of a core over an empty window'
    return [
      row(
        'processor time of the window, default workspace, ordinary market',
        ordinary,
        '≤ 8 % of a core',
        ordinary.windows <= MAX_ORDINARY,
      ),
      row('  market closed', closed, small, isSmall(closed)),
      row('  ordinary market, window minimized', hidden, small, isSmall(hidden)),
    ]
  } finally {
    await run.stop()
    manager.kill()
  }
}
