import { existsSync } from 'node:fs'
import { run } from '../lib/exec.mjs'
import { print } from '../lib/terminal.mjs'

/**
 * What the end-to-end tests need from a Debian system: a virtual screen, Electron's libraries, a
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
  // Less than a megabyte between them. A test of windows that misses one of them skips itself and
  // names it: a library for
  // notifications, a window manager, a hand on the keyboard, and a program that is not ours to have
  // the focus.
  'libnotify4',
  'openbox',
  'xdotool',
  'x11-utils',
]

/**
 * Installs what is missing where that is possible (root on Debian and its relatives), names it
 * everywhere else. Never fails:
 * what stays missing shows in the tests that need it.
 */
export async function ensureSystemPackages() {
  if (process.platform !== 'linux') return
  if (!existsSync('/usr/bin/dpkg-query')) {
    print(`Not a Debian system: the end-to-end tests need the counterparts of ${NEEDED.join(' ')}.`)
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
  // One name that this release does not know must not keep the others away.
  for (const name of missing) {
    const { code, stderr } = await install([name])
    if (code !== 0) print(`Could not install ${name}: ${stderr.trim().split('\n').at(-1)}`)
  }
}

/** Newer releases renamed some libraries (`…t64`) and let the new package provide the old name. */
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
