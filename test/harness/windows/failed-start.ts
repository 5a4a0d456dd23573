import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { appLaunch, resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { removeFolder } from '../system/remove-folder.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Far above what a busy machine needs until it has found out. */
const LIMIT_MS = 90_000
const MARK = 'TEST-MESSAGE-BOX '

/** The part of a native message box that tests read. */
export interface MessageBox {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

/** What a start that failed has shown. */
export interface FailedStart {
  readonly exitCode: number | null
  readonly stderr: string
  readonly boxes: readonly MessageBox[]
}

/** Runs in main before the program: prints each message box and presses its first button. */
const PRESS_FIRST = `
const Module = require('node:module')
const load = Module._load
Module._load = function (request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (request === 'electron' && loaded.dialog !== undefined) {
    loaded.dialog.showMessageBox = (options) => {
      process.stdout.write(${JSON.stringify(MARK)} + JSON.stringify(options) + '\\n')
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }
  }
  return loaded
}
`

/** Starts the built application where it cannot start, and waits for its end. */
export async function startToFail(args: readonly string[]): Promise<FailedStart> {
  const runtime = await resolveRuntime({ quiet: true })
  const launch = appLaunch(runtime, join(ROOT, 'out'))
  const folder = mkdtempSync(join(tmpdir(), 'countersign-failed-start-'))
  const hook = join(folder, 'press-first.cjs')
  writeFileSync(hook, PRESS_FIRST)
  const child = spawn(launch.executablePath, [...launch.args, '--password-store=basic', ...args], {
    env: { ...launch.env, NODE_OPTIONS: `--require ${hook}` },
    stdio: 'pipe',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  await removeFolder(folder)
  const boxes = stdout
    .split('\n')
    .filter((line) => line.startsWith(MARK))
    .map((line) => JSON.parse(line.slice(MARK.length)) as MessageBox)
  return { exitCode, stderr, boxes }
}
