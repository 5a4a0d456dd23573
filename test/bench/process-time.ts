import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second, whatever the kernel's tick is. */
const TICK_MS = 10

/**
 * Returns the processor time of a process over all its threads, in milliseconds; null where the
 * system does not report it (Linux only).
 */
export function processorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): after the name in parentheses the first field is field 3; user and system time are
    // fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}

/** The processor time so far of each thread of a process, by its number, in ms. */
export type ThreadTimes = ReadonlyMap<string, number>

const NANOSECONDS_PER_MS = 1_000_000

/**
 * Reads the processor time of each thread to the nanosecond, which a short time at rest needs
 * (Linux only). A thread that ends meanwhile is left out.
 */
export function threadTimes(pid: number): ThreadTimes {
  const times = new Map<string, number>()
  for (const thread of threadsOf(pid)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
      times.set(`${pid}/${thread}`, Number(text.split(' ')[0]) / NANOSECONDS_PER_MS)
    } catch {
      // The thread has ended meanwhile.
    }
  }
  return times
}

/** Returns the numbers of the threads of a process; none once it has ended (Linux only). */
export function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    // The process has ended meanwhile.
    return []
  }
}

/** Returns what the threads took between two readings, in ms; a new one counts from its start. */
export function timeBetween(before: ThreadTimes, after: ThreadTimes): number {
  let sum = 0
  for (const [thread, time] of after) sum += time - (before.get(thread) ?? 0)
  return sum
}
