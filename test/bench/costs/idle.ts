import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runElectron, type ElectronRun } from '../electron-run.js'
import { atMost, atMostTimes } from '../report/bounds.js'
import { metricRow, percent, perSecond, type Measurement, type MetricRow } from '../report/table.js'
import { describeChanges, observeChanges, replayedLoad, type FrameChange } from './changes.js'
import { USABLE } from '../usable.js'
import { loadOf, type Load } from './load.js'
import { wakeUpsOf } from './wake-ups.js'
import { pause } from '../pause.js'
import { invoke } from '../page/invoke.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
/** After a start a window still compiles code and reads lists. */
const SETTLE_MS = 16_000
const SAMPLING = { samples: 3, sampleMs: 4_000 }
/** At rest a thread runs some times a second, so that a short sample differs from the next. */
const REST_SAMPLING = { samples: 3, sampleMs: 6_000 }
const MAX_ORDINARY = 0.08
/** Multiples of the floors. */
const MAX_TIMES = 1.5
const MAX_REST = 1.1
const MAX_WAKE_UPS = 1.2
const START_LIMIT_MS = 60_000

/** What a program takes while nothing happens. */
interface Rest {
  readonly load: Load
  readonly wakeUps: number
}

/** Measures load and wake-ups at the same time: reading them wakes no thread of the program. */
async function measureRest(root: number): Promise<Rest> {
  const [load, wakeUps] = await Promise.all([loadOf(root, REST_SAMPLING), wakeUpsOf(root)])
  return { load, wakeUps }
}

async function measureEmpty(): Promise<Rest> {
  const run = await runElectron(EMPTY)
  try {
    const root = run.child.pid ?? 0
    await pause(SETTLE_MS / 4)
    return await measureRest(root)
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

interface WindowLoads {
  readonly ordinary: Load
  readonly changes: readonly FrameChange[]
  readonly closed: Rest
  readonly hidden: Load
}

async function measureWindow(): Promise<WindowLoads> {
  // Without a window manager nothing is minimized.
  const manager = spawn('openbox', [], { stdio: 'ignore' })
  const run = await runElectron(APP)
  try {
    await run.page.until(USABLE, START_LIMIT_MS)
    const root = run.child.pid ?? 0
    await pause(SETTLE_MS)
    const ordinary = await loadOf(root, SAMPLING)
    const changes = await observeChanges(run.page)
    // The practice market takes no time for its nights: a stopped clock is its closed market.
    await invoke(run.page, 'practice.change', { change: { kind: 'speed', speed: 0 } })
    await pause(SETTLE_MS / 4)
    const closed = await measureRest(root)
    await invoke(run.page, 'practice.change', { change: { kind: 'speed', speed: 1 } })
    await minimize(run)
    await pause(SETTLE_MS / 4)
    return { ordinary, changes, closed, hidden: await loadOf(root, REST_SAMPLING) }
  } finally {
    await run.stop()
    manager.kill()
  }
}

/** An empty window takes some hundredths of a percent. */
const finePercent = (share: number): string => `${(share * 100).toFixed(2)} %`

/**
 * P16 and P26: what the default workspace costs while a person only looks at it: in an ordinary
 * market, beside a bare page that changes as much at the same moments; in one that stands still,
 * and minimized, beside an empty window; and how often its threads are woken at rest.
 */
export async function idle(): Promise<MetricRow[]> {
  const empty = await measureEmpty()
  const { ordinary, changes, closed, hidden } = await measureWindow()
  const replayed = await replayedLoad(changes, SAMPLING)
  const ofMain = ({ main }: Load): string => `main took ${percent(main)} besides`
  const atRest = { bounds: [atMostTimes(MAX_REST, 'empty window')], format: finePercent }
  const row = (
    metric: string,
    load: Load,
    baseline: Load,
    more: Pick<Measurement, 'bounds' | 'note'> & { readonly format?: Measurement['format'] },
  ) =>
    metricRow({
      id: 'P16',
      metric,
      baseline: baseline.windows,
      ours: load.windows,
      format: percent,
      ...more,
    })
  return [
    row('processor time of the window, default workspace, ordinary market', ordinary, replayed, {
      bounds: [atMost(MAX_ORDINARY), atMostTimes(MAX_TIMES)],
      note: `${ofMain(ordinary)}; the floor is a bare page that changes as many texts at the same moments: ${describeChanges(changes)}`,
    }),
    row('  market closed', closed.load, empty.load, { ...atRest, note: ofMain(closed.load) }),
    row('  ordinary market, window minimized', hidden, empty.load, {
      ...atRest,
      note: ofMain(hidden),
    }),
    metricRow({
      id: 'P26',
      metric: 'wake-ups of all threads at rest, market closed',
      baseline: empty.wakeUps,
      ours: closed.wakeUps,
      format: perSecond,
      bounds: [atMostTimes(MAX_WAKE_UPS, 'empty window')],
      note: 'the practice exchange is not counted; a debugger is connected to both',
    }),
  ]
}
