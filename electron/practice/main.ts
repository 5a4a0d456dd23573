import '../polyfill.js'
import { readyText } from './control/ready-text.js'
import { findControlPort, serveControl } from './control/control-port.js'
import { parseOptions } from './control/parse-options.js'
import type { PracticeOptions } from './model/practice-options.js'
import { startPractice, type Practice } from './server/practice.js'
import type { PracticeFailed } from '../../shared/practice/practice-control.js'

/**
 * Runs the practice exchange as a process: under Electron's `utilityProcess`, forked by Node, or
 * from a command line.
 */

const port = findControlPort()

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

function fail(failed: PracticeFailed): void {
  if (port === null) complain(failed.message)
  else port.send(failed)
  process.exitCode = 1
  // Under Electron the open port would keep the process alive.
  setTimeout(() => process.exit(1), 50)
}

function endWith(practice: Practice): void {
  let ending = false
  const end = (): void => {
    if (ending) return
    ending = true
    practice
      .close()
      .catch((error: unknown) => complain(describe(error)))
      .finally(() => process.exit(0))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('disconnect', end)
  if (port !== null) serveControl(port, practice, end)
}

/**
 * Commands typed by the user in place of the provider's phone app: approve or deny all pending
 * tokens.
 */
const COMMANDS = { approve: 'verify-tokens', deny: 'deny-tokens' } as const

function listenForApproval(practice: Practice): void {
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (text: string) => {
    for (const line of text.split('\n').map((part) => part.trim())) {
      if (line !== 'approve' && line !== 'deny') continue
      practice.command({ command: COMMANDS[line] }).then(
        (answer) => say(JSON.stringify(answer)),
        (error: unknown) => complain(describe(error)),
      )
    }
  })
}

async function run(options: PracticeOptions): Promise<void> {
  const host = { wall: () => Date.now(), monotonic: () => performance.now() }
  const started = await startPractice(options, {
    host,
    onError: (error) => complain(`practice: ${describe(error)}`),
  })
  if (!started.ok) return fail(started.error)
  if (port === null) say(readyText(started.value.ready, options))
  if (port === null && options.environment === 'production') listenForApproval(started.value)
  return endWith(started.value)
}

process.on('unhandledRejection', (error) => {
  complain(`practice: ${describe(error)}`)
  process.exit(1)
})

const options = parseOptions(process.argv.slice(2))
if (options.ok) {
  run(options.value).catch((error: unknown) =>
    fail({ type: 'failed', code: 'internal', message: describe(error) }),
  )
} else if (options.error.kind === 'help') say(options.error.message)
else fail({ type: 'failed', code: 'arguments', message: options.error.message })
