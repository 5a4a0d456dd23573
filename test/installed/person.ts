import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startVirtualScreen } from '../../build/lib/virtual-screen.mjs'

const NAME = `countersign-${process.pid}`
const POLL_MS = 500

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
  readonly home = `/home/${NAME}`
  readonly #runtime = mkdtempSync(path.join(tmpdir(), 'countersign-session-'))
  readonly #session: ChildProcess
  readonly #stopScreen: () => Promise<void>
  readonly display: string
  #bus = ''

  private constructor(display: string, stopScreen: () => Promise<void>) {
    this.display = display
    this.#stopScreen = stopScreen
    execFileSync('useradd', ['--create-home', '--shell', '/bin/sh', NAME])
    execFileSync('chown', [NAME, this.#runtime])
    const script = `echo "$DBUS_SESSION_BUS_ADDRESS" > "${this.#runtime}/bus"; exec openbox`
    this.#session = spawn(
      'runuser',
      this.#command(['dbus-run-session', '--', 'sh', '-c', script]),
      { cwd: '/', stdio: 'ignore', detached: true },
    )
  }

  /** Makes the user and opens the session. */
  static async create(): Promise<Person> {
    const { display, stop } = await startVirtualScreen()
    const person = new Person(display, stop)
    const bus = path.join(person.#runtime, 'bus')
    person.#bus = await waitFor('a session bus', () => {
      try {
        return readFileSync(bus, 'utf8').trim() || null
      } catch {
        return null
      }
    })
    return person
  }

  /** The environment of a new session, and nothing of this process. */
  #command(command: readonly string[]): string[] {
    const environment = {
      HOME: this.home,
      USER: NAME,
      LANG: 'C.UTF-8',
      PATH: '/usr/bin:/bin',
      DISPLAY: this.display,
      XDG_RUNTIME_DIR: this.#runtime,
      ...(this.#bus === '' ? {} : { DBUS_SESSION_BUS_ADDRESS: this.#bus }),
    }
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
    return ['-u', NAME, '--', 'env', '-i', ...variables, ...command]
  }

  /** Starts a program of the person, which goes on. */
  start(command: readonly string[]): void {
    spawn('runuser', this.#command(command), { cwd: '/', stdio: 'ignore', detached: true }).unref()
  }

  /** Runs a program of the person to its end; returns its exit code and its output. */
  run(command: readonly string[]): { readonly code: number; readonly output: string } {
    try {
      const options = { cwd: '/', encoding: 'utf8', stdio: 'pipe', timeout: 60_000 } as const
      return { code: 0, output: execFileSync('runuser', this.#command(command), options) }
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
      return { code: status, output: `${stdout}${stderr}` }
    }
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

  /** Returns the processes of the program. */
  processes(): string[] {
    try {
      const options = { encoding: 'utf8' } as const
      return execFileSync('pgrep', ['-u', NAME, '-x', 'countersign'], options).trim().split('\n')
    } catch {
      return []
    }
  }

  async dispose(): Promise<void> {
    for (const pid of this.processes()) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended with its parent.
      }
    }
    if (this.#session.pid !== undefined) process.kill(-this.#session.pid)
    await this.#stopScreen()
    await sleep(POLL_MS)
    execFileSync('userdel', ['--remove', '--force', NAME], { stdio: 'ignore' })
    rmSync(this.#runtime, { recursive: true, force: true })
  }
}
