import { fork } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type PracticeCommand,
  type PracticeReady,
  zPracticeMessage,
} from '../../shared/practice/practice-control.js'
import { removeFolder } from '../harness/system/remove-folder.js'

/** The built practice exchange in its own process on plain Node, as the application runs it. */
export interface PracticeProcess {
  readonly ready: PracticeReady
  readonly pid: number
  /** From the process start until it listened. */
  readonly listensAfterMs: number
  command(request: PracticeCommand): Promise<unknown>
  stop(): Promise<void>
}

const BUNDLE = fileURLToPath(new URL('../../out/practice/practice.cjs', import.meta.url))
/** What the program starts: it loads the exchange with the code that the build compiled. */
const BOOT = fileURLToPath(new URL('../../out/boot/boot.cjs', import.meta.url))
const LIMIT_MS = 20_000
const STOP_MS = 5_000

/** How an exchange is started. */
interface PracticeStart {
  /** The data folder of an earlier run; by default a new one, deleted at the end. */
  readonly folder?: string
  /** The program's own runtime instead of this process's Node. */
  readonly executable?: { readonly path: string; readonly env: NodeJS.ProcessEnv }
}

/**
 * Starts an exchange without rate limits. Rejects when it does not start, with its process and its
 * folder removed.
 */
export async function startPracticeProcess({
  folder: givenFolder,
  executable,
}: PracticeStart = {}): Promise<PracticeProcess> {
  const folder = givenFolder ?? mkdtempSync(join(tmpdir(), 'countersign-bench-exchange-'))
  const args = ['--data-dir', folder, '--rate-limits', 'off', '--seed', 'bench']
  const began = performance.now()
  const child = fork(executable === undefined ? BUNDLE : BOOT, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    ...(executable === undefined ? {} : { execPath: executable.path, env: executable.env }),
    // This process has arguments for the loader of its own sources.
    execArgv: [],
  })
  const waiting = new Map<
    number,
    (reply: {
      readonly ok: boolean
      readonly value?: unknown
      readonly message?: string | undefined
    }) => void
  >()
  let next = 0
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // What could not be started does not exit.
    child.once('error', () => child.pid === undefined && resolve())
  })
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
    if (givenFolder === undefined) await removeFolder(folder)
  }
  const ready = await new Promise<PracticeReady>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the exchange did not start')), LIMIT_MS)
    const fail = (cause: Error): void => {
      clearTimeout(timer)
      reject(cause)
    }
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`the exchange ended while it started (${code})`)))
    child.on('message', (raw) => {
      const message = zPracticeMessage.parse(raw)
      clearTimeout(timer)
      if (message.type === 'ready') resolve(message)
      else if (message.type === 'failed') reject(new Error(message.message))
      else {
        waiting.get(message.id)?.(message)
        waiting.delete(message.id)
      }
    })
  }).catch(async (cause: unknown) => {
    await stop()
    throw cause
  })
  const listensAfterMs = performance.now() - began
  return {
    ready,
    pid: child.pid ?? 0,
    listensAfterMs,
    command: (request) =>
      new Promise((resolve, reject) => {
        const id = (next += 1)
        waiting.set(id, (reply) =>
          reply.ok ? resolve(reply.value) : reject(new Error(reply.message ?? 'refused')),
        )
        child.send({ id, request })
      }),
    stop,
  }
}
