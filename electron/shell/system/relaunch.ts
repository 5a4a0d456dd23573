import { spawn } from 'node:child_process'
import { openSync, readdirSync } from 'node:fs'
import { app } from 'electron'
import { RESET_SWITCH } from '../../app/reset/reset-request.js'

/** Waits until a process has ended, at most a minute, then becomes another program. */
const START_LATER =
  'n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 600 ]; do sleep 0.1; n=$((n+1)); done; shift; exec "$@"'
const FIRST_OWN_FILE = 3

/**
 * Starts the program again once this process has ended. On Linux the system's shell waits for that:
 * Electron's own helper would start from the program's files, which may have been replaced. An
 * AppImage is started again from its file, because its mounted files are gone by then.
 */
export function relaunchAfterEnd(
  program: string = process.env['APPIMAGE'] ?? process.execPath,
): void {
  // A reset was performed by this start; the next one resets nothing.
  const args = process.argv.slice(1).filter((argument) => !argument.startsWith(RESET_SWITCH))
  if (process.platform !== 'linux') return app.relaunch({ execPath: program, args })
  spawn('/bin/sh', ['-c', START_LATER, 'sh', String(process.pid), program, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', ...nothingInheritable()],
  }).unref()
}

/**
 * Returns what takes the place of this process's open files in a child. Chromium's connections to
 * its helpers would be inherited otherwise, and the helpers end only when nobody has them open.
 */
function nothingInheritable(): readonly number[] {
  const last = Math.max(...readdirSync('/proc/self/fd').map(Number))
  const nothing = openSync('/dev/null', 'r')
  return Array<number>(Math.max(0, last + 1 - FIRST_OWN_FILE)).fill(nothing)
}
