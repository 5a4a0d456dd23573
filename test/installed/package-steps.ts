import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { WINDOWLESS_SWITCHES } from '../../electron/assistant/clients/launcher.js'
import {
  installedPackages,
  isCommand,
  runAsRoot,
  succeed,
  withPackage,
  type Computer,
} from './computer.js'
import { assert, COMMAND, MENU_ENTRY, PACKAGE, PROGRAM, type Life, type Step } from './life.js'

/** Exit code of a refused start. */
const REFUSED = 2
/** A program by which the session's menu entry is chosen, and a session bus: a desktop has both. */
const DESKTOP_PARTS = ['dbus-daemon', 'libgtk-3-bin']

/**
 * What lintian says about every program that brings its own runtime into /opt, and nothing else:
 * the place, the libraries that are part of Chromium, and binaries as Electron ships them.
 */
const EXPECTED_ERRORS = new Set([
  'dir-or-file-in-opt',
  'embedded-library',
  'unstripped-binary-or-object',
])

function checkLintian({ first }: Life): string {
  if (!isCommand('lintian')) return 'skipped: lintian is not installed'
  const args = ['--tag-display-limit', '0', first]
  const result = spawnSync('lintian', args, { encoding: 'utf8' })
  const errors = [...result.stdout.matchAll(/^E: \S+: (\S+).*$/gm)]
  assert(result.error === undefined && errors.length > 0, `lintian: ${result.stderr}`)
  const others = errors.filter(([, tag = '']) => !EXPECTED_ERRORS.has(tag)).map(([line]) => line)
  assert(others.length === 0, others.join('\n'))
  return `${errors.length} lines, all of ${[...EXPECTED_ERRORS].join(', ')}`
}

const APT = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', '--allow-downgrades']

function install({ computer, first }: Life): string {
  const before = installedPackages(computer)
  const refresh = runAsRoot(computer, ['apt-get', 'update', '-qq'])
  withPackage(computer, first, (file) => succeed(computer, [...APT, file]))
  const added = [...installedPackages(computer)].filter((name) => !before.has(name))
  assert(added.includes(PACKAGE), `${PACKAGE} is not installed`)
  const lists = refresh.code === 0 ? '' : ' (from packages that were fetched before)'
  return `${before.size} packages were there, ${added.length - 1} came with it${lists}`
}

export const versionOf = (computer: Computer): string =>
  succeed(computer, ['dpkg-query', '-W', '-f', '${Version}', PACKAGE])

function checkFiles({ computer }: Life): void {
  assert(statSync(computer.path(COMMAND)).mode % 0o1000 === 0o755, 'the command has other rights')
  const changed = succeed(computer, ['dpkg', '-V', PACKAGE]).trim()
  assert(changed === '', `dpkg -V: ${changed}`)
  const places = [PROGRAM, COMMAND, '-perm', '/022', '!', '-type', 'l']
  const writable = succeed(computer, ['find', ...places]).trim()
  assert(writable === '', `others may write ${writable}`)
  const libraries = succeed(computer, ['ldd', `${PROGRAM}/countersign`])
  assert(!libraries.includes('not found'), libraries)
  const entry = readFileSync(computer.path(MENU_ENTRY), 'utf8')
  assert(entry.includes('Name=Countersign (TEST RUNTIME)'), 'the menu entry has no mark')
  assert(!/^Exec=.*%/m.test(entry), 'the menu entry takes addresses')
}

const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'installed', version: '1' },
  },
})

/** The bridge answers by itself until Countersign runs; it has to be given some key. */
const UNKNOWN_KEY = 'cs_'.concat('k'.repeat(43))

/** What opens no window: for root and for the person, without a screen. */
function checkCommands({ computer, person }: Life): string {
  const runs = {
    root: (argv: readonly string[], input?: string) =>
      runAsRoot(computer, argv, input === undefined ? {} : { input }),
    person: (argv: readonly string[], input?: string) =>
      person.run(['env', '-u', 'DISPLAY', ...argv], input),
  }
  for (const [user, run] of Object.entries(runs)) {
    const version = run(['countersign', '--version'])
    assert(version.code === 0 && version.output.includes('0.1.'), `${user}: ${version.output}`)
    const help = run(['countersign', '--help'])
    assert(help.code === 0 && help.output.includes('--safe-mode'), `${user}: ${help.output}`)
    const bridge = run(
      ['env', `COUNTERSIGN_TOKEN=${UNKNOWN_KEY}`, 'countersign', '--mcp-bridge'],
      `${INITIALIZE}\n`,
    )
    assert(/^\{.*"id":1\b/m.test(bridge.output), `${user}: --mcp-bridge: ${bridge.output}`)
  }
  return `for both, with ${WINDOWLESS_SWITCHES.join(' ')} added by the command`
}

function checkRefusals({ computer, person }: Life): void {
  for (const option of ['--no-sandbox', '--remote-debugging-port=9222', '--inspect=9229']) {
    const { code, output } = person.run(['countersign', option])
    assert(code === REFUSED, `countersign ${option} ended with ${code}: ${output.slice(0, 300)}`)
  }
  for (const options of [[], ['--no-sandbox']]) {
    const { code, output } = runAsRoot(computer, ['countersign', ...options])
    assert(code === REFUSED, `root: ${options.join()} ended with ${code}: ${output.slice(0, 300)}`)
  }
}

async function login({ computer, person }: Life): Promise<string> {
  const missing = ['dbus-run-session', 'gtk-launch'].filter(
    (name) => runAsRoot(computer, ['sh', '-c', 'command -v "$0"', name]).code !== 0,
  )
  if (missing.length > 0) succeed(computer, [...APT, ...DESKTOP_PARTS])
  await person.login()
  return missing.length > 0 ? `${DESKTOP_PARTS.join(', ')} added` : ''
}

/** The package arrives: what is in it, and what it does without a window. */
export const PACKAGE_STEPS: readonly Step[] = [
  { title: 'lintian finds no error but the expected ones', run: checkLintian },
  { title: 'apt-get installs the package and what it depends on, nothing more', run: install },
  { title: 'command, menu entry, rights, sums and libraries are right', run: checkFiles },
  {
    title: '`--version`, `--help` and `--mcp-bridge` answer root and the person without a screen',
    run: checkCommands,
  },
  { title: 'a person logs in to a desktop', run: login },
  {
    title: 'dangerous switches, and a window for root, are refused with exit code 2',
    run: checkRefusals,
  },
]

/** Puts another version in the place of the one that is installed, as its package manager does. */
export function upgrade({ computer, next }: Life): string {
  const before = versionOf(computer)
  withPackage(computer, next, (file) => succeed(computer, ['dpkg', '-i', file]))
  const after = versionOf(computer)
  assert(after !== before, 'the version is the same')
  return `${before} → ${after}`
}

export const FILES_AFTER_UPGRADE: Step = { title: 'its files are right', run: checkFiles }

/** Removes the package with its configuration; the data of the person stays. */
export function purge({ computer }: Life): void {
  succeed(computer, ['dpkg', '--purge', PACKAGE])
  const stayed = [PROGRAM, COMMAND, MENU_ENTRY].filter((place) => existsSync(computer.path(place)))
  assert(stayed.length === 0, `after the removal there is still ${stayed.join(', ')}`)
}
