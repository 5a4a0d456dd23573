import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Person, waitFor } from './person.js'
import { Transcript } from './transcript.js'

const COMMANDS = ['dpkg', 'useradd', 'Xvfb', 'openbox', 'xdotool', 'scrot', 'gtk-launch', 'pgrep']
const PROGRAM = '/opt/Countersign'
const PACKAGE = 'countersign-test-runtime'
const WINDOW = 'Countersign · Practice'
/** Exit code of a refused start. */
const REFUSED = 2

/** Where things are on a screen of 1600 × 1000 pixels at a first start: tour and two notices. */
const PLACES = {
  quantity: [1348, 440],
  ask: [1449, 464],
  review: [1310, 672],
  buy: [964, 640],
} as const

const [first = '', next = ''] = process.argv.slice(2)

/** Returns why this cannot run here; null when it can. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'it needs Debian'
  if (process.getuid?.() !== 0) return 'it needs root, to install a package and make a user'
  const missing = COMMANDS.filter((name) => !isCommand(name))
  if (missing.length > 0) return `missing: ${missing.join(', ')}`
  return existsSync(PROGRAM) || existsSync('/usr/bin/countersign')
    ? 'a Countersign is installed here, which it must not touch'
    : null
}

function isCommand(name: string): boolean {
  const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(path.join(folder, name)))
}

function assert(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

const transcript = new Transcript()

/** Installs a package, with what it depends on where that is missing. */
function install(deb: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = ['install', '-y', '-qq', '--no-install-recommends', '--allow-downgrades']
  execFileSync('apt-get', [...options, deb], { env, stdio: 'pipe' })
}

/**
 * What lintian says about every program that brings its own runtime into /opt, and nothing else:
 * the place, the libraries that are part of Chromium, and binaries as Electron ships them.
 */
const EXPECTED_ERRORS = new Set([
  'dir-or-file-in-opt',
  'embedded-library',
  'unstripped-binary-or-object',
])

function checkLintian(): void {
  if (!isCommand('lintian')) return transcript.line('  skipped: lintian is not installed')
  const result = spawnSync('lintian', ['--no-tag-display-limit', first], { encoding: 'utf8' })
  const errors = [...result.stdout.matchAll(/^E: \S+: (\S+).*$/gm)]
  assert(result.error === undefined && errors.length > 0, `lintian: ${result.stderr}`)
  const others = errors.filter(([, tag = '']) => !EXPECTED_ERRORS.has(tag)).map(([line]) => line)
  assert(others.length === 0, others.join('\n'))
}

const version = (): string =>
  execFileSync('dpkg-query', ['-W', '-f', '${Version}', PACKAGE], { encoding: 'utf8' })

function checkFiles(): void {
  assert(readlinkSync('/usr/bin/countersign') === `${PROGRAM}/countersign`, 'no command')
  const changed = execFileSync('dpkg', ['-V', PACKAGE], { encoding: 'utf8' }).trim()
  assert(changed === '', `dpkg -V: ${changed}`)
  const writable = execFileSync('find', [PROGRAM, '-perm', '/022', '!', '-type', 'l'], {
    encoding: 'utf8',
  }).trim()
  assert(writable === '', `others may write ${writable}`)
  const libraries = execFileSync('ldd', [`${PROGRAM}/countersign`], { encoding: 'utf8' })
  assert(!libraries.includes('not found'), libraries)
  const entry = readFileSync('/usr/share/applications/countersign.desktop', 'utf8')
  assert(entry.includes('Name=Countersign (TEST RUNTIME)'), 'the menu entry has no mark')
  assert(!/^Exec=.*%/m.test(entry), 'the menu entry takes addresses')
}

function checkRefusals(person: Person): void {
  for (const option of ['--no-sandbox', '--remote-debugging-port=9222', '--inspect=9229']) {
    const { code, output } = person.run(['countersign', option])
    assert(code === REFUSED, `countersign ${option} ended with ${code}: ${output.slice(0, 300)}`)
  }
}

/** Opens the program by its menu entry, and waits until the practice session is ready. */
async function open(person: Person, picture: string): Promise<void> {
  person.start(['gtk-launch', 'countersign'])
  const [title = ''] = await waitFor(`a window "${WINDOW}"`, () => {
    const titles = person.titles(WINDOW)
    return titles.length > 0 ? titles : null
  })
  assert(title === `TEST RUNTIME · ${WINDOW}`, `the title is "${title}"`)
  await sleep(SETTLE_MS)
  transcript.picture(person.display, picture)
}

const SETTLE_MS = 12_000

function checkSandbox(person: Person): void {
  const common = readlinkSync('/proc/self/ns/user')
  const pages = person.processes().filter((pid) => commandLine(pid).includes('--type=renderer'))
  assert(pages.length > 0, 'there is no page')
  for (const pid of pages) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    assert(/^Seccomp:\s+2$/m.test(status), 'a page may call the kernel freely')
    assert(/^NoNewPrivs:\s+1$/m.test(status), 'a page may gain rights')
    const space = readlinkSync(`/proc/${pid}/ns/user`)
    assert(space !== common, 'a page is in the namespace of everything else')
  }
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function press(person: Person, [x, y]: readonly [number, number]): Promise<void> {
  person.input('mousemove', String(x), String(y))
  await sleep(300)
  person.input('click', '1')
  await sleep(700)
}

const journal = (person: Person): string => {
  const file = path.join(person.home, '.config/Countersign/practice/orders.journal')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

const FILLED = /"symbol":"SPY","side":"buy".*?"status":"filled"/

async function trade(person: Person): Promise<void> {
  await press(person, PLACES.quantity)
  person.input('type', '--delay', '60', '1')
  await press(person, PLACES.ask)
  await press(person, PLACES.review)
  await sleep(1_000)
  transcript.picture(person.display, 'review')
  await press(person, PLACES.buy)
  await waitFor('a filled order for SPY in the journal', () =>
    FILLED.test(journal(person)) ? true : null,
  )
  await sleep(1_000)
  transcript.picture(person.display, 'filled')
}

/** Ends the program as the end of a session does. */
async function close(person: Person): Promise<void> {
  const main = person.processes().find((pid) => !commandLine(pid).includes('--type='))
  assert(main !== undefined, 'the program has ended by itself')
  process.kill(Number(main), 'SIGTERM')
  await waitFor('the end of the program', () => (person.processes().length === 0 ? true : null))
}

async function remove(person: Person): Promise<void> {
  execFileSync('dpkg', ['--purge', PACKAGE], { stdio: 'pipe' })
  const places = [PROGRAM, '/usr/bin/countersign', '/usr/share/applications/countersign.desktop']
  const stayed = places.filter((place) => existsSync(place))
  assert(stayed.length === 0, `after the removal there is still ${stayed.join(', ')}`)
  assert(FILLED.test(journal(person)), 'the removal took the data of the person')
  const { mode } = statSync(path.join(person.home, '.config/Countersign'))
  assert((mode & 0o077) === 0, 'others may read the data of the person')
}

/** Each step with what it shows. */
const STEPS: readonly (readonly [string, (person: Person) => void | Promise<void>])[] = [
  ['lintian finds no error but the expected ones', () => checkLintian()],
  ['apt-get installs the package and what it depends on', () => install(first)],
  ['command, menu entry, rights, sums and libraries are right', () => checkFiles()],
  ['dangerous switches are refused with exit code 2', (person) => checkRefusals(person)],
  ['the menu entry opens the practice session, with the mark', (person) => open(person, 'first')],
  ['the pages run in the sandbox of an ordinary user', (person) => checkSandbox(person)],
  ['a limit order by mouse is filled', (person) => trade(person)],
  ['the program ends when the session does', (person) => close(person)],
  ['the next start has the position', (person) => open(person, 'restarted')],
  ['the program ends again', (person) => close(person)],
  [
    'the next version replaces this one',
    () => {
      const before = version()
      install(next)
      assert(version() !== before, 'the version is the same')
    },
  ],
  ['files are right after the upgrade', () => checkFiles()],
  ['the upgraded program opens with the same data', (person) => open(person, 'upgraded')],
  ['it ends', (person) => close(person)],
  [
    'the removal leaves nothing of the program and all data of the person',
    (person) => remove(person),
  ],
]

async function life(): Promise<number> {
  const person = await Person.create()
  let passed = 0
  try {
    for (const [title, run] of STEPS) {
      const started = performance.now()
      await run(person)
      passed += 1
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      transcript.line(`ok      ${title} (${seconds} s)`)
    }
  } catch (error) {
    transcript.picture(person.display, 'failed')
    transcript.line(`FAILED  ${STEPS[passed]?.[0]}: ${String(error)}`)
  } finally {
    await person.dispose()
    if (existsSync(PROGRAM)) execFileSync('dpkg', ['--purge', PACKAGE], { stdio: 'ignore' })
  }
  transcript.line(`${passed} passed, ${STEPS.length - passed} failed`)
  return passed === STEPS.length ? 0 : 1
}

const reason = obstacle()
if (reason === null) process.exitCode = await life()
else transcript.line(`Skipped: the test of the installed program does not run here: ${reason}.`)
