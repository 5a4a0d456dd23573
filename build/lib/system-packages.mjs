import { existsSync } from 'node:fs'
import { run } from './exec.mjs'
import { print } from './terminal.mjs'

/**
 * The Debian packages that the end-to-end tests need: a virtual screen, Electron's libraries, a
 * keyring, a browser.
 */
const NEEDED = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'gnome-keyring',
  'libsecret-1-0',
  'dbus-x11',
  'chromium',
  'fonts-dejavu-core',
  // Small packages for single tests, which are skipped without them: a notification library, a
  // window manager, a driver of keyboard and mouse, another program that can have the focus, the
  // accessibility service and a tool that calls it, and two displays in memory.
  'libnotify4',
  'openbox',
  'xdotool',
  'x11-utils',
  'at-spi2-core',
  'libglib2.0-bin',
  'xserver-xorg-core',
  'xserver-xorg-video-dummy',
  'x11-xserver-utils',
]

/**
 * Installs missing packages where possible (root on Debian and derivatives); elsewhere prints their
 * names. Never fails: tests that need a missing one are skipped.
 */
export async function ensureSystemPackages() {
  if (process.platform !== 'linux') return
  if (!existsSync('/usr/bin/dpkg-query')) {
    print(`Not a Debian system: the end-to-end tests need the equivalents of ${NEEDED.join(' ')}.`)
    return
  }
  const missing = await missingPackages()
  if (missing.length === 0) return
  if (process.getuid?.() !== 0) {
    print(`Missing system packages; as root: apt-get install ${missing.join(' ')}`)
    return
  }
  print(`Installing system packages: ${missing.join(' ')}.`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  const install = (/** @type {readonly string[]} */ names) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env })
  if ((await install(missing)).code === 0) return
  // Install one by one, so that a name unknown to this release does not prevent the others.
  for (const name of missing) {
    const { code, stderr } = await install([name])
    if (code !== 0) print(`Could not install ${name}: ${stderr.trim().split('\n').at(-1)}`)
  }
}

/**
 * Returns the missing packages. Newer releases renamed some libraries (`…t64`), and the new package
 * provides the old name.
 */
async function missingPackages() {
  const { stdout } = await run('dpkg-query', [
    '-W',
    '-f',
    '${db:Status-Status}|${Package}|${Provides}\n',
  ])
  const present = new Set(
    stdout
      .split('\n')
      .filter((line) => line.startsWith('installed|'))
      .flatMap((line) => line.split('|').slice(1).join(',').split(','))
      .map((name) => name.trim().replace(/[ :(].*$/, '')),
  )
  return NEEDED.filter((name) => !present.has(name))
}
