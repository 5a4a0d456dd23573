import { readFileSync } from 'node:fs'
import { memoryOfTree } from '../process-memory.js'
import { threadsOf } from '../process-time.js'
import { pause } from '../pause.js'

const SAMPLE_MS = 8_000
const EXCHANGE = 'node.mojom.NodeService'

/** How often each thread had waited and was woken, by process and thread. */
type Wakes = ReadonlyMap<string, number>

/** A thread that begins or ends between two readings counts only while both have it. */
function wakesBetween(before: Wakes, after: Wakes): number {
  let sum = 0
  for (const [thread, times] of after) sum += times - (before.get(thread) ?? times)
  return sum
}

function wakesOf(pid: number, thread: string): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    // proc(5): a voluntary switch is a wait, which ends with a wake-up.
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1] ?? '0')
  } catch {
    // The thread has ended meanwhile.
    return null
  }
}

/** Reads the threads of a program's processes, without those of the practice exchange. */
function readWakes(root: number): Wakes {
  return new Map(
    memoryOfTree(root)
      .filter(({ command }) => !command.includes(EXCHANGE))
      .flatMap(({ pid }) =>
        threadsOf(pid).flatMap((thread) => {
          const times = wakesOf(pid, thread)
          return times === null ? [] : [[`${pid}/${thread}`, times] as const]
        }),
      ),
  )
}

/** Returns how often a second the threads of a program are woken (Linux only). */
export async function wakeUpsOf(root: number): Promise<number> {
  const before = readWakes(root)
  const began = performance.now()
  await pause(SAMPLE_MS)
  return (1_000 * wakesBetween(before, readWakes(root))) / (performance.now() - began)
}
