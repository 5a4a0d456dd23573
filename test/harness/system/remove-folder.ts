import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

const LIMIT_MS = 10_000
const PAUSE_MS = 100

/**
 * Deletes a folder that a program used which has just ended or was killed.
 *
 * Its helper processes outlive it by a moment and may still write a file into a folder whose list
 * was read already.
 * The retries of `rm` itself try only the last `rmdir` again, so that one late file fails them all;
 * here the whole
 * walk starts again.
 *
 * @throws The last error, when the folder still cannot be deleted after 10 seconds.
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
