import { readFileSync } from 'node:fs'

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
