import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MODULE = fileURLToPath(new URL('../../../build/lib/system-packages.mjs', import.meta.url))
const DEBIAN = existsSync('/usr/bin/dpkg-query')
const ROOT = process.getuid?.() === 0

/**
 * The installed packages of a newer release: a renamed library that provides the old name, and one
 * package that was removed.
 */
const INSTALLED = `installed|xvfb|
installed|xauth|
installed|libgtk-3-0t64|libgtk-3-0 (= 3.24.38), gtk3-binver-3.0.0
installed|libnss3|
installed|libasound2t64|libasound2 (= 1.2.8)
installed|libgbm1|
installed|libxss1|
installed|libatk-bridge2.0-0t64|libatk-bridge2.0-0 (= 2.46)
installed|libsecret-1-0|
installed|dbus-x11|
installed|chromium|
installed|libnotify4|
installed|openbox|
installed|xdotool|
installed|x11-utils|
installed|at-spi2-core|
installed|libglib2.0-bin|
installed|xserver-xorg-core|
installed|xserver-xorg-video-dummy|
installed|x11-xserver-utils|
config-files|gnome-keyring|
`

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Runs the set-up with a package manager that only records calls; `absent` are not installed
 * either.
 */
function setUp(
  aptGet: string,
  absent: readonly string[] = [],
): { status: number | null; stdout: string; calls: string[] } {
  const log = join(folder, 'calls')
  const present = INSTALLED.split('\n')
    .filter((line) => !absent.includes(line.split('|')[1] ?? ''))
    .join('\n')
  writeFileSync(join(folder, 'dpkg-query'), `#!/bin/sh\ncat <<'END'\n${present}END\n`, {
    mode: 0o755,
  })
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$@" >> ${log}\n${aptGet}\n`, {
    mode: 0o755,
  })
  const text = `const { ensureSystemPackages } = await import('${pathToFileURL(MODULE).href}'); await ensureSystemPackages()`
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    env,
    encoding: 'utf8',
  })
  return {
    status,
    stdout,
    calls: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [],
  }
}

describe('set-up as root on Debian', () => {
  beforeEach(({ skip }) => skip(!DEBIAN || !ROOT, 'needs root on a Debian system'))

  it('installs only missing packages', () => {
    const { calls } = setUp('exit 0')
    expect(calls).toEqual([
      'update -qq',
      'install -y -qq --no-install-recommends gnome-keyring fonts-dejavu-core',
    ])
  })

  it('installs the other packages when one name is unknown', () => {
    const { calls, stdout } = setUp(
      'case "$*" in *fonts*) echo "E: Unable to locate" >&2; exit 100;; esac',
    )
    expect(calls.slice(2)).toEqual([
      'install -y -qq --no-install-recommends gnome-keyring',
      'install -y -qq --no-install-recommends fonts-dejavu-core',
    ])
    expect(stdout).toContain('Could not install fonts-dejavu-core: E: Unable to locate')
  })

  it('installs helpers for window tests, and continues without unavailable ones', () => {
    const aids = ['libnotify4', 'openbox', 'xdotool', 'x11-utils', 'at-spi2-core', 'libglib2.0-bin']
    expect(setUp('exit 0', aids).calls.at(-1)).toBe(
      `install -y -qq --no-install-recommends gnome-keyring fonts-dejavu-core ${aids.join(' ')}`,
    )
    const { status, stdout } = setUp('echo "E: Unable to fetch" >&2; exit 100', aids)
    expect(status).toBe(0)
    for (const aid of aids) expect(stdout).toContain(`Could not install ${aid}: E: Unable to fetch`)
  })
})

describe('set-up without root', () => {
  beforeEach(({ skip }) =>
    skip(!DEBIAN || ROOT, 'needs a Debian system and a user who is not root'),
  )

  it('lists the missing packages and installs nothing', () => {
    const { calls, stdout } = setUp('exit 0')
    expect(calls).toEqual([])
    expect(stdout).toContain('apt-get install gnome-keyring fonts-dejavu-core')
  })
})
