import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startVirtualScreen } from '../../build/lib/virtual-screen.mjs'
import { succeed, type Computer, type Ended } from './computer.js'

const NAME = `countersign-${process.pid}`
const POLL_MS = 500
/** Numbers of users that no system gives to anybody, so that their processes are the test's. */
const FIRST_USER = 61_000
const USER_NUMBERS = 4_000
const USER = FIRST_USER + (process.pid % USER_NUMBERS)

/** Resolves with the first value that is not null; rejects with a sentence after the time. */
export async function waitFor<T>(
  subject: string,
  read: () => T | null,
  limitMs = 90_000,
): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const value = read()
    if (value !== null) return value
    await sleep(POLL_MS)
  }
  throw new Error(`Not within ${limitMs / 1000} s: ${subject}.`)
}

/** An ordinary user with a screen, a window manager and a session bus. */
export class Person {
  readonly display: string
  readonly #computer: Computer
  readonly #stopScreen: () => Promise<void>
  readonly #runtime = `/run/countersign-session-${process.pid}`
  readonly #programs: ChildProcess[] = []
  #bus = ''

  private constructor(computer: Computer, display: string, stopScreen: () => Promise<void>) {
    this.#computer = computer
    this.display = display
    this.#stopScreen = stopScreen
    const user = ['useradd', '--create-home', '--shell', '/bin/sh', '--uid', String(USER), NAME]
    succeed(computer, user)
    succeed(computer, ['install', '-d', '-m', '0700', '-o', NAME, this.#runtime])
  }

  /** Makes the user; there is no session yet. */
  static async create(computer: Computer): Promise<Person> {
    const { display, stop } = await startVirtualScreen()
    return new Person(computer, display, stop)
  }

  /** Opens the session: its bus on the person's computer, its window manager on the screen. */
  async login(): Promise<void> {
    const file = path.join(this.#runtime, 'bus-address')
    const script = `echo "$DBUS_SESSION_BUS_ADDRESS" > "${file}"; exec sleep infinity`
    this.#spawn(this.#command(['dbus-run-session', '--', 'sh', '-c', script]))
    this.#spawn(['openbox'], { ...process.env, DISPLAY: this.display })
    this.#bus = await waitFor('a session bus', () => {
      try {
        return readFileSync(this.#computer.path(file), 'utf8').trim() || null
      } catch {
        return null
      }
    })
  }

  /** Returns where a file of the person's home folder is for this process. */
  file(name: string): string {
    return this.#computer.path(path.join('/home', NAME, name))
  }

  #spawn([file = '', ...args]: readonly string[], env = process.env): void {
    this.#programs.push(spawn(file, args, { cwd: '/', stdio: 'ignore', detached: true, env }))
  }

  /** The environment of a new session, and nothing of this process. */
  #command(command: readonly string[]): readonly string[] {
    const environment = {
      HOME: `/home/${NAME}`,
      USER: NAME,
      LANG: 'C.UTF-8',
      PATH: '/usr/bin:/bin',
      DISPLAY: this.display,
      XDG_RUNTIME_DIR: this.#runtime,
      ...(this.#bus === '' ? {} : { DBUS_SESSION_BUS_ADDRESS: this.#bus }),
    }
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
    const argv = ['runuser', '-u', NAME, '--', 'env', '-i', ...variables, ...command]
    return this.#computer.command(argv)
  }

  /** Starts a program of the person, which goes on. */
  start(command: readonly string[]): void {
    this.#spawn(this.#command(command))
  }

  /** Runs a program of the person to its end. */
  run(command: readonly string[], input = ''): Ended {
    const [file = '', ...args] = this.#command(command)
    const options = { cwd: '/', encoding: 'utf8', timeout: 60_000, input } as const
    const { status, stdout, stderr } = spawnSync(file, args, options)
    return { code: status ?? -1, output: `${stdout}${stderr}` }
  }

  /** Moves the mouse, presses and types, as a person at the screen. */
  input(...args: readonly string[]): string {
    const env = { ...process.env, DISPLAY: this.display }
    return execFileSync('xdotool', [...args], { env, encoding: 'utf8' }).trim()
  }

  /** Returns the titles of the windows that can be seen. */
  titles(name: string): string[] {
    try {
      const ids = this.input('search', '--onlyvisible', '--name', name).split('\n')
      return ids.map((id) => this.input('getwindowname', id))
    } catch {
      return []
    }
  }

  /** Returns where the upper left corner of a window's content is on the screen, in pixels. */
  origin(name: string): readonly [number, number] {
    const [id = ''] = this.input('search', '--onlyvisible', '--name', name).split('\n')
    const text = this.input('getwindowgeometry', '--shell', id)
    const valueOf = (key: string): number =>
      Number(new RegExp(`^${key}=(-?\\d+)$`, 'm').exec(text)?.[1])
    return [valueOf('X'), valueOf('Y')]
  }

  /** Returns the processes of the program, by their number on this computer. */
  processes(): readonly ProgramProcess[] {
    const options = { encoding: 'utf8' } as const
    const { stdout } = spawnSync('pgrep', ['-u', String(USER), '-x', 'countersign'], options)
    return stdout.split('\n').flatMap((line) => {
      const pid = Number(line)
      try {
        return line === '' ? [] : [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })
  }

  /** Returns the main process of the program; null when it does not run. */
  main(): ProgramProcess | null {
    return this.processes().find(({ command }) => !command.includes('--type=')) ?? null
  }

  /** Returns the process of the practice exchange; null when it does not run. */
  exchange(): ProgramProcess | null {
    return this.processes().find(({ command }) => command.includes(EXCHANGE)) ?? null
  }

  async dispose(): Promise<void> {
    spawnSync('pkill', ['-KILL', '-u', String(USER)])
    for (const { pid } of this.#programs) {
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    await this.#stopScreen()
    await sleep(POLL_MS)
    this.#removeUser()
  }

  #removeUser(): void {
    const [file = '', ...args] = this.#computer.command(['userdel', '--remove', '--force', NAME])
    spawnSync(file, args, { stdio: 'ignore' })
    rmSync(this.#computer.path(this.#runtime), { recursive: true, force: true })
  }
}

/** A process of the program. */
export interface ProgramProcess {
  readonly pid: number
  readonly command: string
}

/** The exchange's process in its command line. */
const EXCHANGE = 'node.mojom.NodeService'

/** Returns whether the executable of a process was removed or replaced since it started. */
export const runsOnReplacedFile = ({ pid }: ProgramProcess): boolean =>
  readlinkSync(`/proc/${pid}/exe`).endsWith(' (deleted)')
