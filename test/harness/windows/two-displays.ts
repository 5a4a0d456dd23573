import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../system/remove-folder.js'

/** A desktop of two displays in memory, of which the second can be unplugged. */
export interface TwoDisplays {
  /** The display for the program's environment. */
  readonly display: string
  /** Connects the second display to the right of the first, or removes it. */
  second(isConnected: boolean): void
  /** Changes the size of the first display. */
  size(mode: '1280x800' | '1024x768'): void
  stop(): Promise<void>
}

const [FIRST, SECOND] = ['DUMMY0', 'DUMMY1'] as const
const MODE = '1280x800'
/** The driver of displays in memory, where distributions install it. */
const DRIVERS = ['/usr/lib', '/usr/lib64'].map(
  (path) => `${path}/xorg/modules/drivers/dummy_drv.so`,
)
const CONFIG = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1-2000
  VertRefresh 1-200
  Modeline "${MODE}" 83.5 1280 1352 1480 1680 800 803 809 831
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "${MODE}"
    Virtual 2560 1600
  EndSubSection
EndSection
`

/** Returns why two displays are impossible here; null when everything that they need is there. */
export function displaysUnavailableReason(): string | null {
  if (process.platform !== 'linux') return 'displays in memory are Linux only'
  const missing = ['Xorg', 'xrandr'].find(
    (tool) => spawnSync(tool, ['-version'], { stdio: 'ignore' }).error !== undefined,
  )
  if (missing !== undefined) return `there is no ${missing}`
  return DRIVERS.some((path) => existsSync(path)) ? null : 'Xorg has no dummy driver'
}

/** Starts an X server with two displays; rejects where it does not start. */
export async function startTwoDisplays(): Promise<TwoDisplays> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-displays-'))
  const config = join(folder, 'xorg.conf')
  writeFileSync(config, CONFIG)
  const args = ['-displayfd', '1', '-config', config, '-logfile', join(folder, 'log')]
  const server = spawn('Xorg', [...args, '-noreset', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
    server.once('error', () => resolve())
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    server.once('error', reject)
    server.once('exit', () => reject(new Error('The server of the displays did not start.')))
  })
  const display = `:${number}`
  const xrandr = (...options: readonly string[]): void => {
    spawnSync('xrandr', options, { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' })
  }
  xrandr('--addmode', SECOND, MODE)
  const second = (isConnected: boolean): void => {
    if (isConnected) xrandr('--output', SECOND, '--mode', MODE, '--right-of', FIRST)
    else xrandr('--output', SECOND, '--off')
    // The server finds out which displays are connected only when it is queried, and programs read
    // what it knew before.
    xrandr('--query')
  }
  second(true)
  return {
    display,
    second,
    size: (mode) => xrandr('--output', FIRST, '--mode', mode),
    async stop() {
      server.kill()
      await ended
      await removeFolder(folder)
    },
  }
}
