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

function pss(pid: number): number {
  try {
    return (
      Number.parseInt(
        /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? '0',
        10,
      ) * 1_024
    )
  } catch {
    return 0
  }
}

/**
 * Returns a process and its descendants, by command line and proportional share of memory in bytes
 * (Linux only).
 */
export function memoryOfTree(
  root: number,
): readonly { readonly pid: number; readonly command: string; readonly bytes: number }[] {
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
    .map(({ pid, command }) => ({ pid, command, bytes: pss(pid) }))
}
