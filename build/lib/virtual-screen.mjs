import { spawn } from 'node:child_process'

/**
 * A screen in memory with its own keyboard focus and clipboard.
 * @typedef {object} VirtualScreen
 * @property {string} display the value of `DISPLAY` for programs on this screen
 * @property {() => Promise<void>} stop
 */

/** Large enough for the largest window that a test opens. */
const SIZE = '1600x1000x24'

/**
 * Starts an X server without a monitor, on the first free display number.
 * @returns {Promise<VirtualScreen>} rejects when there is no Xvfb or it does not start
 */
export async function startVirtualScreen() {
  // Without `-noreset` the server restarts when its last program ends, and a program that starts
  // in that moment finds no screen.
  const args = ['-displayfd', '1', '-noreset', '-screen', '0', SIZE, '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  /** @type {string} */
  const number = await new Promise((resolve, reject) => {
    server.stdout.once('data', (/** @type {Buffer} */ text) => resolve(text.toString().trim()))
    server.once('error', reject)
    server.once('exit', () => reject(new Error('The virtual screen did not start.')))
  })
  return {
    display: `:${number}`,
    stop: () => {
      server.kill()
      return ended
    },
  }
}
