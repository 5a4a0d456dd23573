import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const LIMIT_MS = 10_000
const PAUSE_MS = 100

/**
 * Deletes a folder of a program that has just ended or was killed.
 * Its helper processes outlive it briefly and may still write into a folder that was already
 * listed. `rm` retries only the last `rmdir`, so one late file makes every retry fail; here the
 * whole walk is repeated.
 * @throws The last error when the folder still cannot be deleted after 10 seconds.
 */
export async function removeFolder(folder: string): Promise<void> {
  const since = Date.now()
  for (;;) {
    try {
      await rm(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (Date.now() - since > LIMIT_MS) throw error
      await wait(PAUSE_MS)
    }
  }
}
