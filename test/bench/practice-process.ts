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
  command(request: PracticeCommand): Promise<unknown>
  stop(): Promise<void>
}

const BUNDLE = fileURLToPath(new URL('../../out/practice/practice.cjs', import.meta.url))
const LIMIT_MS = 20_000

/** Starts an exchange without rate limits in its own folder. Rejects when it does not start. */
export async function startPracticeProcess(): Promise<PracticeProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-exchange-'))
  const child = fork(BUNDLE, ['--data-dir', folder, '--rate-limits', 'off', '--seed', 'bench'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
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
  const ready = await new Promise<PracticeReady>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the exchange did not start')), LIMIT_MS)
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
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    ready,
    pid: child.pid ?? 0,
    command: (request) =>
      new Promise((resolve, reject) => {
        const id = (next += 1)
        waiting.set(id, (reply) =>
          reply.ok ? resolve(reply.value) : reject(new Error(reply.message ?? 'refused')),
        )
        child.send({ id, request })
      }),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
      await exited
      clearTimeout(timer)
      await removeFolder(folder)
    },
  }
}
