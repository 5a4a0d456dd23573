import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MainWindowPage } from '../../e2e/support/main-window-page.js'
import { windowHeapSizes } from '../memory/heap-objects.js'
import { memoryOfTree } from '../process-memory.js'
import { megabytes } from '../report/table.js'

/** What the program used at one moment. */
export interface Usage {
  /** What the processes have allocated, in bytes. */
  readonly main: number
  readonly windows: number
  readonly exchange: number
  /** JavaScript heap of main after a collection, in bytes. */
  readonly mainHeap: number
  /** The same of the window, without compiled code: a faster market compiles more of it. */
  readonly windowHeap: number
  /** Heap and buffers of the exchange after a collection, in bytes. */
  readonly exchangeHeap: number
  /** Open files and sockets of main and of the exchange. */
  readonly handles: number
  /** Bytes of the data folder without what holds every record by design. */
  readonly files: number
}

export const METRICS: Readonly<Record<keyof Usage, string>> = {
  mainHeap: 'heap of main after a collection',
  windowHeap: 'objects of the window after a collection',
  exchangeHeap: 'heap and buffers of the exchange after a collection',
  main: 'memory of main, with freed pages',
  windows: 'memory of the windows, with freed pages',
  exchange: 'memory of the exchange, with freed pages',
  handles: 'open files and sockets of main and exchange',
  files: 'files other than records and the log (at most 4 MB)',
}

/** Formats a figure of {@link Usage}. */
export function sizeText(metric: keyof Usage, value: number): string {
  if (metric === 'handles') return value.toFixed(0)
  return metric === 'files' ? `${Math.round(value / 1_024)} KB` : megabytes(value)
}

const handlesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/**
 * Chromium's caches, what holds every record by design (archives, journals, the exchange), and the
 * log, which fills two files of 2 MB and then stays.
 */
const GROWS = /cache|^archive$|^exchange$|^logs$|\.journal$/i

/** Returns the bytes of a folder's files that must not grow. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (GROWS.test(entry.name)) return sum
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}

/**
 * Returns the time that the exchange has reached. The `clock` command would wait until the market
 * has caught up, which it may never do on a busy machine.
 */
export async function exchangeTimeOf(desk: MainWindowPage): Promise<number> {
  const settings = (await desk.practice({ command: 'settings' })) as {
    readonly exchangeTime: number
  }
  return settings.exchangeTime
}

/** Reads what the program uses now; it must run with `--js-flags=--expose-gc`. */
export async function usageOf(desk: MainWindowPage, exchangePid: number): Promise<Usage> {
  const pid = desk.app.process().pid ?? 0
  const { objects: windowHeap } = await windowHeapSizes(desk)
  const mainHeap = await desk.app.evaluate(() => {
    ;(globalThis as unknown as { gc?: () => void }).gc?.()
    return process.memoryUsage().heapUsed
  })
  const { heap, external } = (await desk.practice({ command: 'memory' })) as {
    readonly heap: number
    readonly external: number
  }
  const tree = memoryOfTree(pid)
  const bytesOf = (isCounted: (entry: (typeof tree)[number]) => boolean): number =>
    tree.filter(isCounted).reduce((sum, { allocated }) => sum + allocated, 0)
  return {
    main: bytesOf((entry) => entry.pid === pid),
    windows: bytesOf(({ command }) => command.includes('--type=renderer')),
    exchange: bytesOf((entry) => entry.pid === exchangePid),
    mainHeap,
    windowHeap,
    exchangeHeap: heap + external,
    handles: handlesOf(pid) + handlesOf(exchangePid),
    files: bytesIn(desk.userData),
  }
}
