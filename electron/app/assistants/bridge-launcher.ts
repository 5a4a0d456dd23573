import { readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  launcherText,
  LAUNCHER_FILE,
  type BridgeProgram,
} from '../../assistant/clients/launcher.js'
import { makePrivate, writePrivate } from '../../assistant/local/private-socket.js'
import type { LogPort } from '../../core/ports.js'
import { errorCode } from '../../../shared/domain/error-code.js'

export interface BridgeLauncherOptions {
  readonly program: BridgeProgram
  /** The folder that only this user may open. */
  readonly folder: string
  readonly log: LogPort
}

/** Returns the path of the script that clients start. */
export const launcherPath = (folder: string): string => path.join(folder, LAUNCHER_FILE)

/**
 * Writes the script that clients start, where it differs from what the program is now. It is not
 * executable: the system's shell reads it.
 */
export async function refreshBridgeLauncher(options: BridgeLauncherOptions): Promise<void> {
  const { program, folder, log } = options
  const file = launcherPath(folder)
  const text = launcherText(program, folder)
  try {
    if (!(await makePrivate(folder))) return
    // Where there is none yet, or one that cannot be read, it is written.
    const present = await readFile(file, 'utf8').catch(() => '')
    if (present !== text) await writePrivate(file, text)
  } catch (error) {
    log.event('error', 'assistants.launcher-failed', { error: errorCode(error) ?? 'unknown' })
  }
}
