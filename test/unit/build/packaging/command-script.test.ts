import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandText } from '../../../../build/packaging/linux/tree.mjs'
import { BRIDGE_SWITCH } from '../../../../electron/app/commands/bridge-thread.js'
import { INFORMATION_SWITCHES } from '../../../../electron/app/commands/information.js'
import { WINDOWLESS_SWITCHES } from '../../../../electron/assistant/clients/launcher.js'

/** The code of a start that is refused. */
const REFUSED = 2
const WINDOWLESS = [...Object.values(INFORMATION_SWITCHES).flat(), BRIDGE_SWITCH]

/** Prints its arguments in the place of the program. */
const PRINTS_ARGUMENTS = '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "the person's programs-"))
  write('countersign', PRINTS_ARGUMENTS)
  write('command', commandText(path.join(folder, 'countersign')))
  cpSync(new URL('../../../../build/packaging/linux/AppRun.sh', import.meta.url), pathOf('AppRun'))
  // Who runs these tests may be root: the scripts ask this program in its place.
  write('id', '#!/bin/sh\necho "${TEST_USER:-1000}"\n')
  write('unshare', '#!/bin/sh\nexit "${TEST_UNSHARE:-0}"\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const pathOf = (name: string): string => path.join(folder, name)
function write(name: string, text: string): void {
  writeFileSync(pathOf(name), text)
  chmodSync(pathOf(name), 0o755)
}

function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', [pathOf(script), ...args], {
    encoding: 'utf8',
    env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
  })
  return { status, args: stdout.split('\n').slice(0, -1), stderr }
}

const ROOT = { TEST_USER: '0', TEST_UNSHARE: '1' }

describe.each(['command', 'AppRun'])('the start script %s', (script) => {
  it.each(WINDOWLESS)(
    'starts what %s prints or connects without a sandbox, as root too',
    (name) => {
      for (const env of [{}, ROOT]) {
        const { status, args } = run(script, [name, 'a b', "it's"], env)
        expect(args).toEqual([...WINDOWLESS_SWITCHES, name, 'a b', "it's"])
        expect(status).toBe(0)
      }
    },
  )

  it('leaves the sandbox of a window as it is, whatever else it is started with', () => {
    for (const args of [[], ['--safe-mode'], ['--', '--version'], ['--version=1'], ['version']]) {
      expect(run(script, args)).toMatchObject({ status: 0, args })
    }
  })

  it('passes --no-sandbox of a person on, which the program refuses', () => {
    expect(run(script, ['--no-sandbox']).args).toEqual(['--no-sandbox'])
  })
})

describe('the command on the path', () => {
  it('opens no window for root, and says who it is for', () => {
    for (const args of [[], ['--no-sandbox'], ['--', '--help']]) {
      const { status, args: passed, stderr } = run('command', args, ROOT)
      expect({ status, passed }).toEqual({ status: REFUSED, passed: [] })
      expect(stderr).toContain('Start it as the person who uses it.')
    }
  })

  it('is a script that every POSIX shell reads', () => {
    expect(spawnSync('/bin/sh', ['-n', pathOf('command')]).status).toBe(0)
  })
})
