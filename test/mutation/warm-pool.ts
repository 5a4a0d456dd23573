import { EventEmitter } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PoolOptions, PoolRunnerInitializer, PoolWorker } from 'vitest/node'

/** Loading the tested modules takes far longer than the tests of one mutant. */
const RUNS_PER_THREAD = 40
const ENTRY = new URL('./warm-worker.mjs', import.meta.url)

let warm: { readonly thread: Worker; runs: number } | undefined

/** Ends the thread, so that the next run loads every module again. */
async function discard(): Promise<void> {
  const { thread } = warm ?? {}
  warm = undefined
  await thread?.terminate()
}

/** Whether a run loads its modules with the mutant, which then stays in them. */
function isStatic({ project }: PoolOptions): boolean {
  const provided = project.getProvidedContext() as Record<string, unknown>
  return provided['mode'] === 'mutant' && provided['mutantActivation'] === 'static'
}

function createPoolWorker(options: PoolOptions): PoolWorker {
  const poolEvents = new EventEmitter()
  const leavesMutant = isStatic(options)
  let thread: Worker | undefined
  return {
    name: 'warm',
    on: (event, listener) => void (thread?.on(event, listener), poolEvents.on(event, listener)),
    off: (event, listener) => void (thread?.off(event, listener), poolEvents.off(event, listener)),
    deserialize: (data) => data,
    start: async () => {
      if (leavesMutant || (warm?.runs ?? 0) >= RUNS_PER_THREAD) await discard()
      warm ??= {
        thread: new Worker(ENTRY, { env: options.env, execArgv: options.execArgv }),
        runs: 0,
      }
      warm.runs += 1
      thread = warm.thread
    },
    // The thread never receives a stop: after one it would not listen to the next run.
    send: (message) =>
      message.type === 'stop'
        ? void poolEvents.emit('message', { type: 'stopped', __vitest_worker_response__: true })
        : void thread?.postMessage(message),
    stop: async () => {
      for (const event of poolEvents.eventNames()) {
        for (const listener of poolEvents.listeners(event)) {
          thread?.off(event, listener as (argument: unknown) => void)
        }
      }
      if (leavesMutant) await discard()
    },
  }
}

/**
 * One thread for many mutants: a mutant that is switched on while tests run needs no new modules.
 * One that acts while modules load gets a thread of its own.
 */
export const warmPool: PoolRunnerInitializer = { name: 'warm', createPoolWorker }
