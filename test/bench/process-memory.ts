import { readFileSync, readdirSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number.parseInt(
          stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '',
          10,
        )
        return [
          {
            pid: Number.parseInt(name, 10),
            parent,
            command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
          },
        ]
      } catch {
        return []
      }
    })
}

/** The memory of a process, in bytes. */
interface ProcessMemory {
  /** Its proportional share, which is smaller while other programs use the same files. */
  readonly bytes: number
  /** What it has allocated: heaps, buffers, stacks and compiled code, not the files it uses. */
  readonly allocated: number
}

function memoryOfProcess(pid: number): ProcessMemory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytesOf = (name: string): number =>
      1_024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? '0')
    return { bytes: bytesOf('Pss'), allocated: bytesOf('Anonymous') }
  } catch {
    return { bytes: 0, allocated: 0 }
  }
}

/** Returns a process and its descendants, by command line and memory (Linux only). */
export function memoryOfTree(
  root: number,
): readonly (ProcessMemory & { readonly pid: number; readonly command: string })[] {
  const all = processes()
  const members = new Set([root])
  for (let grew = true; grew; ) {
    grew = false
    for (const { pid, parent } of all) {
      if (members.has(parent) && !members.has(pid)) {
        members.add(pid)
        grew = true
      }
    }
  }
  return all
    .filter(({ pid }) => members.has(pid))
    .map(({ pid, command }) => ({ pid, command, ...memoryOfProcess(pid) }))
}
