import { fileURLToPath } from 'node:url'
import { runElectron } from '../electron-run.js'
import { memoryOfTree } from '../process-memory.js'
import { megabytes, ratio, type MetricRow } from '../table.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const APP = fileURLToPath(new URL('../../../out', import.meta.url))
const SETTLE_MS = 60_000
const EMPTY_SETTLE_MS = 5_000
const MEGABYTE = 1_048_576
/** Main may use this much more than main of an empty window. */
const MAX_MAIN = 60 * MEGABYTE
const MAX_PRACTICE = 150 * MEGABYTE

/** The proportional memory of a program's processes, in bytes. */
interface Memory {
  readonly main: number
  readonly windows: number
  readonly gpu: number
  readonly practice: number
  /** Chromium's helpers. */
  readonly others: number
}

const kindOf = (command: string, isRoot: boolean): keyof Memory => {
  if (isRoot) return 'main'
  if (command.includes('--type=renderer')) return 'windows'
  if (command.includes('--type=gpu-process')) return 'gpu'
  return command.includes('node.mojom.NodeService') ? 'practice' : 'others'
}

async function memoryAfter(appDir: string, settleMs: number): Promise<Memory> {
  const run = await runElectron(appDir)
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const root = run.child.pid ?? 0
    const sum = { main: 0, windows: 0, gpu: 0, practice: 0, others: 0 }
    for (const { pid, command, bytes } of memoryOfTree(root)) {
      sum[kindOf(command, pid === root)] += bytes
    }
    return sum
  } finally {
    await run.stop()
  }
}

const withoutPractice = ({ main, windows, gpu, others }: Memory): number =>
  main + windows + gpu + others

/** The rows of the processes that make up the whole. */
function partRows(empty: Memory, app: Memory): MetricRow[] {
  const names = { windows: 'window', gpu: 'GPU process', others: "Chromium's helpers" } as const
  const above = app.main - empty.main
  return [
    {
      id: 'P2',
      metric: '  main',
      baseline: megabytes(empty.main),
      ours: `${megabytes(app.main)} = +${megabytes(above)}`,
      target: '≤ 60 MB over an empty main',
      met: above <= MAX_MAIN,
    },
    ...(Object.keys(names) as (keyof typeof names)[]).map((part) => ({
      id: 'P2',
      metric: `  ${names[part]}`,
      baseline: megabytes(empty[part]),
      ours: megabytes(app[part]),
      target: '',
      met: null,
    })),
  ]
}

/**
 * P2: proportional memory of the default workspace after a minute, in all and by process, and of
 * the practice exchange.
 */
export async function memory(): Promise<MetricRow[]> {
  const empty = await memoryAfter(EMPTY, EMPTY_SETTLE_MS)
  const app = await memoryAfter(APP, SETTLE_MS)
  const share = withoutPractice(app) / withoutPractice(empty)
  return [
    {
      id: 'P2',
      metric: 'memory after 60 s, without the practice exchange',
      baseline: megabytes(withoutPractice(empty)),
      ours: `${megabytes(withoutPractice(app))} = ${ratio(share)}`,
      target: '≤ 1.5 × empty window',
      met: share <= 1.5,
    },
    ...partRows(empty, app),
    {
      id: 'P2',
      metric: 'practice exchange',
      baseline: '',
      ours: megabytes(app.practice),
      target: '≤ 150 MB',
      met: app.practice <= MAX_PRACTICE,
      ...(app.practice <= MAX_PRACTICE
        ? {}
        : {
            note: 'ten years of days and thirty days of minutes of every symbol, as far as they were asked for',
          }),
    },
  ]
}
