import * as disk from 'original-fs'
import { app } from 'electron'
import type { ProgramEnd } from '../../app/desktop.js'
import { relaunchAfterEnd } from './relaunch.js'

/** The very end of the process, and the disk without Electron's view of archives as folders. */
export const programEnd: ProgramEnd = {
  disk,
  atExit: (call) => void app.once('quit', call),
  startProgram: relaunchAfterEnd,
}
