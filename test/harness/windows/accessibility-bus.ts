import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeFolder } from '../system/remove-folder.js'
import { until } from '../system/until.js'

/** A session bus with the accessibility service, as a desktop has it while a screen reader runs. */
export interface AccessibilityBus {
  /** The program's environment. */
  readonly env: Readonly<Record<string, string>>
  /** Waits for the control with this role and a name that matches. */
  control(role: string, name: RegExp): Promise<AccessibleControl>
  stop(): Promise<void>
}

export interface AccessibleControl {
  /** Presses it as a screen reader does. */
  press(): Promise<void>
}

/** An accessible object: the bus name of its program, and its path there. */
interface Accessible {
  readonly owner: string
  readonly path: string
}

const run = promisify(execFile)
const OBJECT = 'org.a11y.atspi.Accessible'
const LAUNCHERS = ['/usr/libexec/at-spi-bus-launcher', '/usr/lib/at-spi2-core/at-spi-bus-launcher']

/** Returns why such a bus is impossible here; null when it is possible. */
export function accessibilityBusUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'the accessibility bus is that of Linux'
  if (!LAUNCHERS.some((file) => existsSync(file))) return 'there is no at-spi-bus-launcher'
  const tool = ['dbus-daemon', 'gdbus'].find(
    (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error !== undefined,
  )
  return tool === undefined ? null : `there is no ${tool}`
}

/** Starts the bus; programs that start on it expose their controls. */
export async function startAccessibilityBus(): Promise<AccessibilityBus> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-accessibility-'))
  const session = `unix:path=${join(folder, 'bus')}`
  const env = { DBUS_SESSION_BUS_ADDRESS: session, XDG_RUNTIME_DIR: folder }
  const daemon = spawn(
    'dbus-daemon',
    ['--session', '--nofork', '--nopidfile', `--address=${session}`],
    { stdio: 'ignore', env: { ...process.env, ...env } },
  )
  await until('the session bus exists', () => existsSync(join(folder, 'bus')))
  const service = ['--address', session, '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus']
  for (const status of ['IsEnabled', 'ScreenReaderEnabled']) {
    await call(service, 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status', status, '<true>')
  }
  const [address = ''] = texts(await call(service, 'org.a11y.Bus.GetAddress'))
  return {
    env,
    async control(role, name) {
      const found = await until(`${role} ${String(name)} is exposed`, () =>
        find(address, role, name),
      )
      return {
        async press() {
          await callObject(address, found, 'org.a11y.atspi.Action.DoAction', '0')
        },
      }
    },
    async stop() {
      daemon.kill()
      await removeFolder(folder)
    },
  }
}

/** Calls a method and returns the answer as text. */
async function call(target: readonly string[], method: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('gdbus', ['call', ...target, '--method', method, ...args])
  return stdout
}

const callObject = (
  address: string,
  { owner, path }: Accessible,
  method: string,
  ...args: string[]
): Promise<string> =>
  call(['--address', address, '--dest', owner, '--object-path', path], method, ...args)

/** Returns the quoted texts of an answer. */
const texts = (answer: string): readonly string[] =>
  [...answer.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '')

/** Returns the first control with this role and name on the bus; null without one. */
async function find(address: string, role: string, name: RegExp): Promise<Accessible | null> {
  const root = { owner: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' }
  let level: readonly Accessible[] = [root]
  while (level.length > 0) {
    const matches = await Promise.all(level.map((object) => isNamed(address, object, role, name)))
    const found = level.find((_, index) => matches[index])
    if (found !== undefined) return found
    level = (await Promise.all(level.map((object) => childrenOf(address, object)))).flat()
  }
  return null
}

async function childrenOf(address: string, object: Accessible): Promise<readonly Accessible[]> {
  // An object may be gone since its parent named it.
  const answer = await callObject(address, object, `${OBJECT}.GetChildren`).catch(() => '')
  const parts = texts(answer)
  return parts.flatMap((owner, index) =>
    index % 2 === 0 ? [{ owner, path: parts[index + 1] ?? '' }] : [],
  )
}

async function isNamed(
  address: string,
  object: Accessible,
  role: string,
  name: RegExp,
): Promise<boolean> {
  const [found] = texts(await callObject(address, object, `${OBJECT}.GetRoleName`).catch(() => ''))
  if (found !== role) return false
  const answer = await callObject(
    address,
    object,
    'org.freedesktop.DBus.Properties.Get',
    OBJECT,
    'Name',
  ).catch(() => '')
  return name.test(texts(answer)[0] ?? '')
}
