import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronRun } from '../electron-run.js'
import { memoryOfTree } from '../process-memory.js'

/** When steps of a start were done, in ms since the process start; absent ones did not happen. */
export type StartTimes = Readonly<Record<string, number>>

/** The steps of every window, in their usual order, with their names in the table. */
export const WINDOW_STEPS: Readonly<Record<string, string>> = {
  window: 'page of the window requested',
  paint: 'first paint',
}

/** The steps of the application. */
export const APP_STEPS: Readonly<Record<string, string>> = {
  exchange: 'exchange process begun',
  'practice.ready': 'exchange listens',
  'session.signed-in': 'signed in',
  'session.accounts': 'accounts read',
  'session.events-live': 'event stream live',
  'session.market-live': 'market stream live',
  'session.positions': 'positions and balance read',
  'session.ready': 'session ready',
  bars: 'bars drawn',
  usable: 'usable',
}

/** The name of the exchange's process in its command line. */
const EXCHANGE = 'node.mojom.NodeService'

/** Reads the steps of a start from the page, from the process table and from the program's log. */
export async function readSteps(run: ElectronRun, usable: string): Promise<StartTimes> {
  const page = await run.page.evaluate<Readonly<Record<string, number | null>>>(
    `({ window: performance.timeOrigin,
        paint: performance.timeOrigin + performance.getEntriesByName('first-paint')[0].startTime,
        bars: performance.timeOrigin + (performance.getEntriesByName('desk:bars')[0]?.startTime ?? NaN),
        usable: performance.timeOrigin + ${usable} })`,
  )
  const exchange = memoryOfTree(run.child.pid ?? 0).find(({ command }) =>
    command.includes(EXCHANGE),
  )
  const absolute = {
    ...page,
    ...(exchange === undefined ? {} : { exchange: processStart(exchange.pid) }),
    ...loggedSteps(run.userData, run.startedAt),
  }
  return Object.fromEntries(
    Object.entries(absolute).flatMap(([step, time]) =>
      typeof time === 'number' ? [[step, time - run.startedAt]] : [],
    ),
  )
}

/** Returns when each step was first logged since `from`, in epoch ms. */
function loggedSteps(userData: string, from: number): Record<string, number> {
  const steps: Record<string, number> = {}
  for (const line of logLines(userData)) {
    const event = JSON.parse(line) as { readonly at: string; readonly name: string }
    const time = Date.parse(event.at)
    if (event.name in APP_STEPS && time >= from) steps[event.name] ??= time
  }
  return steps
}

function logLines(userData: string): readonly string[] {
  try {
    const text = readFileSync(join(userData, 'logs', 'countersign.log'), 'utf8')
    return text.split('\n').filter((line) => line !== '')
  } catch {
    // The empty application has no log.
    return []
  }
}

/** The unit of process start times in Linux, in ms. */
const TICK_MS = 10

/** Returns when a process started, in epoch ms (Linux only). */
function processStart(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  const uptimeMs = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1_000
  return Date.now() - uptimeMs + ticks * TICK_MS
}
