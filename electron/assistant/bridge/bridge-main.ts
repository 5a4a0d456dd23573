import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { portEndpoint, socketEndpoint, type LocalEndpoint } from '../local/proven-connection.js'
import { MCP_PATH } from '../protocol.js'
import { runBridge } from './bridge.js'
import { bridgeProcess } from './bridge-process.js'
import path from 'node:path'
import { PRIVATE_FOLDER_NAME } from '../local/address.js'

/** The name of the program's data folder, as Electron chooses it. */
const PROGRAM = 'Countersign'

/**
 * Returns the private folder of a program that runs with its usual data folder. Settings of earlier
 * versions name none.
 */
function defaultFolder(
  platform: NodeJS.Platform,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { join } = platform === 'win32' ? path.win32 : path.posix
  if (platform === 'win32') {
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), PROGRAM, PRIVATE_FOLDER_NAME)
  }
  if (platform === 'darwin') {
    return join(home, 'Library', 'Application Support', PROGRAM, PRIVATE_FOLDER_NAME)
  }
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), PROGRAM, PRIVATE_FOLDER_NAME)
}

const USAGE =
  'The key of a paired assistant is needed: in the environment variable COUNTERSIGN_TOKEN, or in a file named by --token-file.'

const { input, output, report, end } = bridgeProcess()
const logProblem = (text: string): void => report(`countersign: ${text}\n`)

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
 * Returns the port of an address of this computer; null for any other address, so that a changed
 * variable cannot send the key elsewhere.
 */
function portOf(text: string): number | null {
  try {
    const url = new URL(text)
    const isOurs =
      url.protocol === 'http:' &&
      (url.hostname === '127.0.0.1' || url.hostname === 'localhost') &&
      url.username === '' &&
      url.pathname === MCP_PATH
    return isOurs ? Number(url.port) || null : null
  } catch {
    return null
  }
}

const setTimer = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms)
  return () => clearTimeout(timer)
}

/**
 * Returns the private socket, or the port of `COUNTERSIGN_URL` where settings name one: earlier
 * versions wrote it. Null when that is no address of this computer.
 */
function readEndpoint({ env, platform }: NodeJS.Process): LocalEndpoint | null {
  const folder = env['COUNTERSIGN_FOLDER'] ?? defaultFolder(platform, homedir(), env)
  const address = env['COUNTERSIGN_URL']
  if (address === undefined) return socketEndpoint(folder, { setTimer })
  const port = portOf(address)
  return port === null ? null : portEndpoint(port, folder, { setTimer })
}

const token = readToken(process.argv.slice(2))
const endpoint = readEndpoint(process)
if (token === null || endpoint === null) {
  logProblem(
    token === null
      ? USAGE
      : 'COUNTERSIGN_URL has to be an http address of this computer with a port that ends in /mcp.',
  )
  end(1)
} else {
  runBridge({
    endpoint,
    token,
    input,
    output,
    logProblem,
    setTimer,
  }).then(
    () => end(0),
    () => end(1),
  )
}
