import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * @typedef {object} Finished
 * @property {number} code exit code; 128 + signal number when killed, 127 when it could not be
 *   started
 * @property {string} stdout
 * @property {string} stderr
 * @property {boolean} timedOut
 */

/**
 * Runs a command to its end. Never rejects; the result describes a failure.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, timeoutMs?: number, stdin?:
 *   boolean }} [options] `show` passes output through to this terminal instead of collecting it;
 *   `stdin` also passes the keyboard
 * @returns {Promise<Finished>}
 */
export function run(command, args, options = {}) {
  const { cwd, env = process.env, show = false, timeoutMs, stdin = false } = options
  return new Promise((resolve) => {
    const output = show ? 'inherit' : 'pipe'
    const group = timeoutMs !== undefined && process.platform !== 'win32'
    const child = spawn(command, [...args], {
      cwd,
      env,
      stdio: [stdin ? 'inherit' : 'ignore', output, output],
      shell: command.endsWith('.cmd'),
      // In its own process group, so that a time limit also ends grandchildren.
      detached: group,
    })
    /** @param {NodeJS.Signals} signal */
    const kill = (signal) => {
      if (group && child.pid !== undefined) process.kill(-child.pid, signal)
      else child.kill(signal)
    }
    let stdout = ''
    let stderr = ''
    let timedOut = false
    child.stdout?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stdout += text))
    child.stderr?.setEncoding('utf8').on('data', (/** @type {string} */ text) => (stderr += text))
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true
            kill('SIGKILL')
          }, timeoutMs)
    const stopForwarding = forwardSignals(kill)
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(timer)
      stopForwarding()
      resolve({ code, stdout, stderr, timedOut })
    }
    child.once('error', (error) => {
      stderr += error.message
      finish(127)
    })
    child.once('close', (code, signal) =>
      finish(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}

/**
 * Forwards signals, so that an interrupted script ends its child too.
 * @param {(signal: NodeJS.Signals) => void} deliver
 */
function forwardSignals(deliver) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, deliver)
  return () => {
    for (const signal of signals) process.off(signal, deliver)
  }
}

/** The npm command of this platform; Windows starts `.cmd` files only through its shell. */
export const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm'
