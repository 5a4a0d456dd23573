import { readFileSync, readdirSync } from 'node:fs'

/** Returns the text of a file of `/proc`; empty when the process has ended. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Returns a line for each process of a profile: its id, its state, where its main thread waits in
 * the kernel, its processor time in ticks of the clock, and its arguments. Empty elsewhere than on
 * Linux. A program that does not start says nothing; this says which of its processes waits.
 * @param userData the profile's folder, which is an argument of each of its processes
 */
export function processStates(userData: string): readonly string[] {
  if (process.platform !== 'linux') return []
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    const command = textOf(`/proc/${id}/cmdline`).replaceAll('\0', ' ').trim()
    if (!command.includes(userData)) return []
    // The name in brackets may contain spaces.
    const fields = textOf(`/proc/${id}/stat`).split(') ').at(-1)?.split(' ') ?? []
    const [state = '?'] = fields
    const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    const place = textOf(`/proc/${id}/wchan`) || '?'
    return [`${id} ${state} ${place} ${ticks} ticks: ${command.slice(0, 160)}`]
  })
}
