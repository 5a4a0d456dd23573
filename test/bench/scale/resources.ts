import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MainWindowPage } from '../../e2e/support/main-window-page.js'
import { memoryOfTree } from '../process-memory.js'

/** What the program used at one moment. */
export interface Usage {
  /** Proportional memory of the processes, in bytes. */
  readonly main: number
  readonly windows: number
  readonly exchange: number
  /** JavaScript heap after a collection, in bytes. */
  readonly mainHeap: number
  readonly windowHeap: number
  /** Open files and sockets of main and of the exchange. */
  readonly handles: number
  /** Bytes of the data folder without what holds every record by design. */
  readonly files: number
}

const handlesOf = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Chromium's caches, and what holds every record by design: archives, journals, the exchange. */
const GROWS = /cache|^archive$|^exchange$|\.journal$/i

/** Returns the bytes of a folder's files that must not grow. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (GROWS.test(entry.name)) return sum
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + bytesIn(path)
    return sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 0)
}

/** Reads what the program uses now; it must run with `--js-flags=--expose-gc`. */
export async function usageOf(desk: MainWindowPage, exchangePid: number): Promise<Usage> {
  const pid = desk.app.process().pid ?? 0
  const client = await desk.page.context().newCDPSession(desk.page)
  await client.send('HeapProfiler.collectGarbage')
  const { usedSize: windowHeap } = await client.send('Runtime.getHeapUsage')
  await client.detach()
  const mainHeap = await desk.app.evaluate(() => {
    ;(globalThis as unknown as { gc?: () => void }).gc?.()
    return process.memoryUsage().heapUsed
  })
  const tree = memoryOfTree(pid)
  const bytesOf = (isCounted: (entry: (typeof tree)[number]) => boolean): number =>
    tree.filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    main: bytesOf((entry) => entry.pid === pid),
    windows: bytesOf(({ command }) => command.includes('--type=renderer')),
    exchange: bytesOf((entry) => entry.pid === exchangePid),
    mainHeap,
    windowHeap,
    handles: handlesOf(pid) + handlesOf(exchangePid),
    files: bytesIn(desk.userData),
  }
}
