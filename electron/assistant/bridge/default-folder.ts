import path from 'node:path'
import { PRIVATE_FOLDER_NAME } from '../local/address.js'

/** The name of the program's data folder, as Electron chooses it. */
const PROGRAM = 'Countersign'

/**
 * Returns the private folder of a program that runs with its usual data folder. Settings of earlier
 * versions name none.
 */
export function defaultFolder(
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
