import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Where the package is installed: a Debian system of its own, or the one that the test runs on. */
export interface Computer {
  /** What it is, in one line of the transcript. */
  readonly description: string
  /** Returns where a file of it is for this process. */
  readonly path: (file: string) => string
  /** Returns the command that runs a command on it as root. */
  readonly command: (argv: readonly string[]) => readonly string[]
  /** Makes it as it was before. */
  readonly dispose: () => Promise<void>
}

/** The computer that the test runs on. */
export const thisComputer = (reason: string): Computer => ({
  description: `this computer itself, because there is no clean one: ${reason}`,
  path: (file) => file,
  command: (argv) => argv,
  dispose: () => Promise.resolve(),
})

/** How a program ended, and what it printed to both outputs. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a program to its end on a computer, as root. */
export function runAsRoot(
  computer: Computer,
  argv: readonly string[],
  options: { readonly input?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Ended {
  const [file = '', ...args] = computer.command(argv)
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...options.env },
    input: options.input ?? '',
    timeout: ENDS_WITHIN_MS,
  })
  return { code: status ?? -1, output: `${stdout}${stderr}${error?.message ?? ''}` }
}

const ENDS_WITHIN_MS = 600_000

/** Runs a program of which nothing but success is expected; returns what it printed. */
export function succeed(computer: Computer, argv: readonly string[]): string {
  const { code, output } = runAsRoot(computer, argv, {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${output.slice(-600)}`)
  return output
}

/** Puts a package on the computer while `onCopy` runs, which is called with its path there. */
export function withPackage<T>(computer: Computer, deb: string, onCopy: (file: string) => T): T {
  const file = `/var/tmp/${path.basename(deb)}`
  copyFileSync(deb, computer.path(file))
  try {
    return onCopy(file)
  } finally {
    rmSync(computer.path(file), { force: true })
  }
}

/** Returns the names of the packages that are installed. */
export const installedPackages = (computer: Computer): ReadonlySet<string> =>
  new Set(
    succeed(computer, ['dpkg-query', '-W', '-f', '${Package} ${db:Status-Status}\\n'])
      .split('\n')
      .flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0] ?? ''] : [])),
  )

/** True when a command is on this computer. */
export function isCommand(name: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
