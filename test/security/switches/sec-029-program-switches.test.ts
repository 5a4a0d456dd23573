import { describe, expect, it } from 'vitest'
import { devDependencies } from '../../../package.json'
import { exposuresOf } from '../../../electron/shell/security/exposures.js'
import { MIN_ELECTRON } from '../../../electron/shell/system/test-runtime.js'
import type { Exposure } from '../../../shared/domain/app/exposure.js'

/** Returns the exposures of a program that was started with these arguments. */
function exposures(argv: readonly string[], platform: NodeJS.Platform = 'linux') {
  const names = argv.map((argument) => argument.replace(/^--/, '').replace(/=.*$/s, ''))
  const commandLine = { hasSwitch: (name: string) => names.includes(name) } as never
  return exposuresOf({ commandLine }, false, {
    argv: ['/opt/countersign', ...argv],
    env: {},
    platform,
    versions: { ...process.versions, electron: `${MIN_ELECTRON}.0.0` },
  })().filter((exposure) => exposure !== 'test-runtime')
}

describe('SEC-29: a switch with which another program starts Countersign', () => {
  it.each<readonly [string, Exposure]>([
    ['--remote-debugging-port=0', 'debugging-port'],
    ['--remote-debugging-pipe', 'debugging-port'],
    ['--no-sandbox', 'no-sandbox'],
    ['--single-process', 'no-sandbox'],
    ['--enable-ui-devtools', 'debugging-port'],
    ['--ssl-key-log-file=/tmp/keys', 'program-switch'],
    ['--log-net-log=/tmp/log', 'program-switch'],
    ['--enable-logging=file', 'program-switch'],
    ['--heapsnapshot-signal=SIGUSR2', 'program-switch'],
    ['--openssl_config=/tmp/other', 'program-switch'],
    ['--zygote-cmd-prefix=/tmp/other', 'program-switch'],
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
        '--enable-logging',
        '--enable-features=WaylandWindowDecorations',
        '--ozone-platform-hint=auto',
      ]),
    ).toEqual([])
  })
})

describe('SEC-29: a variable with which another program starts Countersign', () => {
  const ofVariable = (name: string, value: string) =>
    exposuresOf({ commandLine: { hasSwitch: () => false } as never }, false, {
      argv: [],
      env: { [name]: value },
      platform: 'linux',
      versions: { ...process.versions, electron: `${MIN_ELECTRON}.0.0` },
    })()

  it.each([
    'NODE_OPTIONS',
    'NODE_DEBUG',
    'NODE_DEBUG_NATIVE',
    'NODE_REPL_EXTERNAL_MODULE',
    'SSLKEYLOGFILE',
    'LD_PRELOAD',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'DYLD_LIBRARY_PATH',
    'DYLD_FRAMEWORK_PATH',
    'CHROME_DEVEL_SANDBOX',
  ])('is an exposure where it loads code or writes keys: %s', (name) => {
    expect(ofVariable(name, '/tmp/other')).toEqual(['variable'])
    expect(ofVariable(name, '')).toEqual([])
  })

  it.each(['NODE_EXTRA_CA_CERTS', 'GRPC_DEFAULT_SSL_ROOTS_FILE_PATH', 'HTTPS_PROXY', 'GRPC_TRACE'])(
    'is none where the program does not follow it: %s',
    (name) => expect(ofVariable(name, '/tmp/other')).toEqual([]),
  )
})

describe('SEC-29: a runtime without security updates', () => {
  const onElectron = (electron: string | undefined) =>
    exposuresOf({ commandLine: { hasSwitch: () => false } as never }, false, {
      argv: [],
      env: {},
      platform: 'linux',
      versions: { ...process.versions, ...(electron === undefined ? {} : { electron }) },
    })()

  it.each(['25.1.1', '44.9.9', undefined])('opens no account: Electron %s', (electron) =>
    expect(onElectron(electron)).toEqual(['test-runtime']),
  )

  it.each([`${MIN_ELECTRON}.0.0`, '46.1.0'])('is not Electron %s', (electron) =>
    expect(onElectron(electron)).toEqual([]),
  )

  it('is every one that is older than the one that the program brings', () => {
    expect(devDependencies.electron.split('.')[0]).toBe(String(MIN_ELECTRON))
  })
})
