import { describe, expect, it } from 'vitest'
import { exposuresOf } from '../../../electron/shell/security/exposures.js'
import type { Exposure } from '../../../shared/domain/app/exposure.js'

/** Returns the exposures of a program that was started with these arguments. */
function exposures(argv: readonly string[], platform: NodeJS.Platform = 'linux') {
  const names = argv.map((argument) => argument.replace(/^--/, '').replace(/=.*$/s, ''))
  const commandLine = { hasSwitch: (name: string) => names.includes(name) } as never
  return exposuresOf({ commandLine }, false, {
    argv: ['/opt/countersign', ...argv],
    env: {},
    platform,
  })().filter((exposure) => exposure !== 'test-runtime')
}

describe('SEC-29: a switch with which another program starts Countersign', () => {
  it.each<readonly [string, Exposure]>([
    ['--remote-debugging-port=0', 'debugging-port'],
    ['--remote-debugging-pipe', 'debugging-port'],
    ['--no-sandbox', 'no-sandbox'],
    ['--single-process', 'no-sandbox'],
    ['--js-flags=--allow-natives-syntax', 'program-switch'],
    ['--load-extension=/tmp/other', 'program-switch'],
    ['--renderer-cmd-prefix=/tmp/other', 'program-switch'],
    ['--utility-cmd-prefix=/tmp/other', 'program-switch'],
    ['--browser-subprocess-path=/tmp/other', 'program-switch'],
    ['--disable-web-security', 'program-switch'],
    ['--host-resolver-rules=MAP * 127.0.0.1', 'program-switch'],
    ['--proxy-server=http://127.0.0.1:1', 'program-switch'],
    ['--ignore-certificate-errors', 'program-switch'],
    ['--require=/tmp/other.cjs', 'program-switch'],
    ['-r', 'program-switch'],
    ['--inspect=0', 'program-switch'],
  ])('is an exposure, so that only practice opens: %s', (argument, exposure) => {
    expect(exposures([argument])).toEqual([exposure])
  })

  it('is one on Windows also where it begins with a slash', () => {
    expect(exposures(['/js-flags=--expose-gc'], 'win32')).toEqual(['program-switch'])
  })

  it('is none where it only names a folder, a language or a kind of key store', () => {
    expect(
      exposures([
        '--user-data-dir=/tmp/another',
        '--lang=es',
        '--password-store=basic',
        '--disable-setuid-sandbox',
      ]),
    ).toEqual([])
  })
})
