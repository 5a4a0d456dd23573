import { homedir } from 'node:os'
import type { PersonFolders } from '../../../assistant/clients/client-table.js'

/** Returns where the person's programs store their settings. */
export const personFolders = (platform: string): PersonFolders => ({
  platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
  home: homedir(),
  env: process.env,
})
