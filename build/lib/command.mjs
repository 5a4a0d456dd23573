import { join } from 'node:path'
import { run } from './exec.mjs'
import { tool } from './folders.mjs'
import { ensureInstalled } from './install.mjs'
import { requireNode } from './node-version.mjs'
import { ROOT } from './paths.mjs'
import { print, runMain, UserError } from './terminal.mjs'

/** The exit code of a command that does not exist. */
const NOT_FOUND = 127
const NO_SCREEN =
  'dbus-run-session or xvfb-run is missing, which give the program a session bus and a screen.\n' +
  'On Debian: apt-get install dbus-x11 xvfb xauth'

/**
 * Runs a command of `package.json`, with the packages installed; prints its help for `--help`.
 * @param {string | null} help null where arguments belong to the program that it starts
 * @param {(args: readonly string[]) => Promise<number | void>} main resolves to the exit code
 */
export const command = (help, main) =>
  runMain(async () => {
    requireNode()
    const args = process.argv.slice(2)
    if (help !== null && args.includes('--help')) return print(help)
    await ensureInstalled()
    return main(args)
  })

/**
 * Returns the command that runs a program in TypeScript. On a screen it has a session bus of its
 * own, so that its figures do not depend on this desktop; elsewhere than on Linux it uses that.
 * @param {string} file below the project's folder
 * @param {string} [screen] the size of a screen in memory
 */
export function programCommand(file, screen) {
  // Node 20 has WebSocket behind a flag, which newer versions accept without effect.
  const flags = ['--experimental-websocket', '--no-warnings', '--import', 'tsx']
  const command = [process.execPath, ...flags, join(ROOT, file)]
  return screen === undefined || process.platform !== 'linux'
    ? command
    : [
        'dbus-run-session',
        '--',
        'xvfb-run',
        '-a',
        '-s',
        `-noreset -screen 0 ${screen}x24`,
        ...command,
      ]
}

/**
 * Runs a program in TypeScript to its end, and prints what it does.
 * @param {string} file below the project's folder
 * @param {readonly string[]} args
 * @param {string} [screen] the size of a screen in memory, where it needs one
 * @returns {Promise<number>} the exit code; rejects with `UserError` where a command for the screen
 *   is missing
 */
export async function runProgram(file, args, screen) {
  const [program = '', ...rest] = programCommand(file, screen)
  const { code } = await run(program, [...rest, ...args], { cwd: ROOT, show: true })
  if (screen !== undefined && code === NOT_FOUND) throw new UserError(NO_SCREEN)
  return code
}

/**
 * Runs tests without windows, and prints what they do.
 * @param {readonly string[]} args paths and options
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args) {
  const vitest = [tool('vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts', ...args]
  return (await run(process.execPath, vitest, { cwd: ROOT, show: true })).code
}
