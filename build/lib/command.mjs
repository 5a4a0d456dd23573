import { join } from 'node:path'
import { run } from './exec.mjs'
import { tool } from './folders.mjs'
import { ensureInstalled } from './install.mjs'
import { requireNode } from './node-version.mjs'
import { ROOT } from './paths.mjs'
import { print, runMain } from './terminal.mjs'

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
 * Runs a program in TypeScript to its end.
 * @param {string} file below the project's folder
 * @param {readonly string[]} args
 * @param {readonly string[]} [session] the command that gives it a screen and a session bus
 * @returns {Promise<number>} the exit code
 */
export async function runProgram(file, args, session = []) {
  // Node 20 has WebSocket behind a flag, which newer versions accept without effect.
  const flags = ['--experimental-websocket', '--no-warnings', '--import', 'tsx']
  const [program = '', ...rest] = [...session, process.execPath, ...flags, join(ROOT, file)]
  return (await run(program, [...rest, ...args], { cwd: ROOT, show: true })).code
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

/**
 * Returns the command that gives a program a screen in memory and a session bus of its own, so that
 * its figures do not depend on this desktop; none elsewhere than on Linux.
 * @param {string} size
 */
export const virtualSession = (size) =>
  process.platform === 'linux'
    ? ['dbus-run-session', '--', 'xvfb-run', '-a', '-s', `-screen 0 ${size}x24`]
    : []
