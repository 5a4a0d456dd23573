import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cleanRootProblem, openCleanRoot } from './clean-root.js'
import { isCommand, thisComputer, type Computer } from './computer.js'
import { COMMAND, PACKAGE, PROGRAM, type Life, type Step } from './life.js'
import { PACKAGE_STEPS, purge } from './package-steps.js'
import { Person } from './person.js'
import { Transcript } from './transcript.js'
import { UPGRADE_STEPS } from './upgrade-steps.js'
import { checkData, WINDOW_STEPS } from './window-steps.js'

const COMMANDS = ['dpkg', 'useradd', 'Xvfb', 'openbox', 'xdotool', 'scrot', 'pgrep', 'pkill']
/** What is needed besides where the package is installed on this computer itself. */
const COMMANDS_HERE = ['gtk-launch', 'dbus-run-session']

const args = process.argv.slice(2)
const isPage = args.includes('--page')
const [first = '', next = ''] = args.filter((word) => !word.startsWith('--'))

/** Returns why this cannot run here; null when it can. */
function obstacle(): string | null {
  if (process.platform !== 'linux') return 'it needs Debian'
  if (process.getuid?.() !== 0) return 'it needs root, to install a package and make a user'
  return missingOf(COMMANDS)
}

function missingOf(commands: readonly string[]): string | null {
  const missing = commands.filter((name) => !isCommand(name))
  return missing.length > 0 ? `missing: ${missing.join(', ')}` : null
}

/** Returns where to install: a clean Debian, else this computer; or why nowhere. */
async function chooseComputer(): Promise<Computer | string> {
  const problem = cleanRootProblem()
  if (problem === null) return openCleanRoot()
  if (existsSync(PROGRAM) || existsSync(COMMAND)) {
    return `a Countersign is installed here, which it must not touch, and ${problem}`
  }
  return missingOf(COMMANDS_HERE) ?? thisComputer(problem)
}

const STEPS: readonly Step[] = [
  ...PACKAGE_STEPS,
  ...WINDOW_STEPS,
  ...UPGRADE_STEPS,
  {
    title: 'the removal leaves nothing of the program and all data of the person',
    run: (life) => {
      purge(life)
      return checkData(life)
    },
  },
]

async function live(life: Life): Promise<number> {
  const { transcript, person } = life
  let passed = 0
  try {
    for (const { title, run } of STEPS) {
      const started = performance.now()
      const seen = (await run(life)) ?? ''
      passed += 1
      transcript.step(title, seen, performance.now() - started)
    }
  } catch (error) {
    transcript.picture(person.display, 'failed')
    transcript.line(`FAILED  ${STEPS[passed]?.title}: ${String(error)}`)
  }
  transcript.line(`${passed} passed, ${STEPS.length - passed} failed`)
  return passed === STEPS.length ? 0 : 1
}

/** Runs all steps, and leaves nothing of them. */
async function run(transcript: Transcript): Promise<number> {
  const reason = obstacle()
  const computer = reason ?? (await chooseComputer())
  if (typeof computer === 'string') {
    transcript.line(`Skipped: the test of the installed program does not run here: ${computer}.`)
    return 0
  }
  transcript.line(`Installed on ${computer.description}.`)
  const person = await Person.create(computer)
  try {
    const code = await live({ first, next, computer, person, transcript })
    if (code === 0 && isPage) transcript.writePage([first, next], computer.description)
    return code
  } finally {
    await person.dispose()
    if (existsSync(computer.path(PROGRAM))) {
      const [file = '', ...argv] = computer.command(['dpkg', '--purge', PACKAGE])
      spawnSync(file, argv, { stdio: 'ignore' })
    }
    await computer.dispose()
  }
}

process.exitCode = await run(new Transcript())
