import { spawn } from 'node:child_process'
import * as disk from 'original-fs'
import { app } from 'electron'
import type { ProgramEnd } from '../../app/desktop.js'

/** Variables of a mounted AppImage: they name the version that ends. */
const APPIMAGE_VARIABLES = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD'] as const

/** Starts the program with the arguments of this one; it outlives this process. */
function startProgram(executable: string): void {
  const environment = { ...process.env }
  for (const name of APPIMAGE_VARIABLES) delete environment[name]
  // Otherwise the new process finds this one, shows its window and ends.
  app.releaseSingleInstanceLock()
  const options = { detached: true, stdio: 'ignore', env: environment } as const
  const started = spawn(executable, process.argv.slice(1), options)
  // The process that would report it ends now; the person starts the program again.
  started.on('error', () => undefined)
  started.unref()
}

/** The very end of the process, and the disk without Electron's view of archives as folders. */
export const programEnd: ProgramEnd = {
  disk,
  atExit: (call) => void app.once('quit', call),
  startProgram,
}
