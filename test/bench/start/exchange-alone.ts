import { resolveRuntime } from '../../../build/runtime/resolve.mjs'
import { startPracticeProcess } from '../practice-process.js'

/**
 * Starts the exchange without the program, on the program's runtime and with its compiled code, and
 * returns when it listens, in ms since its process start.
 * @param folder the data folder of an earlier run; by default a new one
 */
export async function exchangeAlone(folder?: string): Promise<number> {
  const runtime = await resolveRuntime({ quiet: true })
  const practice = await startPracticeProcess({
    executable: { path: runtime.executable, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    ...(folder === undefined ? {} : { folder }),
  })
  await practice.stop()
  return practice.listensAfterMs
}
