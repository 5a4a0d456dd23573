import { readFileSync } from 'node:fs'
import { runBridge } from './bridge.js'
import { DEFAULT_HTTP_PORT, MCP_PATH } from '../protocol.js'

const USAGE =
  'The key of a paired assistant is needed: in the environment variable COUNTERSIGN_TOKEN, or in a file named by --token-file.'

const logProblem = (text: string): void => {
  process.stderr.write(`countersign: ${text}\n`)
}

/**
 * Reads the key from a file or the environment, never from the command line, which every program on
 * the computer can read.
 */
function readToken(args: readonly string[]): string | null {
  const index = args.indexOf('--token-file')
  const file = index < 0 ? undefined : args[index + 1]
  try {
    const token = (
      file === undefined ? (process.env['COUNTERSIGN_TOKEN'] ?? '') : readFileSync(file, 'utf8')
    ).trim()
    return /^[\x21-\x7e]{16,256}$/.test(token) ? token : null
  } catch {
    // The bridge says that there is no usable key; a path would be of no use to the assistant.
    return null
  }
}

/**
 * Accepts only an address of this computer, so that a changed variable cannot send the key
 * elsewhere.
 */
function readUrl(text: string | undefined): URL | null {
  try {
    const url = new URL(text ?? `http://127.0.0.1:${DEFAULT_HTTP_PORT}${MCP_PATH}`)
    return url.protocol === 'http:' &&
      (url.hostname === '127.0.0.1' || url.hostname === 'localhost') &&
      url.username === '' &&
      url.pathname === MCP_PATH
      ? url
      : null
  } catch {
    return null
  }
}

const token = readToken(process.argv.slice(2))
const url = readUrl(process.env['COUNTERSIGN_URL'])
if (token === null || url === null) {
  logProblem(
    token === null
      ? USAGE
      : 'COUNTERSIGN_URL has to be an http address of this computer that ends in /mcp.',
  )
  process.exitCode = 1
} else {
  const setTimer = (ms: number, call: () => void): (() => void) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  }
  runBridge({
    url,
    token,
    input: process.stdin,
    output: process.stdout,
    logProblem,
    setTimer,
  }).then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
