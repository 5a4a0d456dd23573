import inspector from 'node:inspector'
import type { App } from 'electron'
import { dangerousSwitches } from '../../app/security/dangerous-switches.js'
import type { Exposures } from '../../app/security/exposures.js'
import type { Exposure } from '../../../shared/domain/app/exposure.js'
import { isUnsupportedRuntime } from '../system/test-runtime.js'

/** Switches that cause each exposure. */
const SWITCHES = {
  'debugging-port': ['remote-debugging-port', 'remote-debugging-pipe', 'enable-ui-devtools'],
  'no-sandbox': [
    'no-sandbox',
    'disable-sandbox',
    'single-process',
    'no-zygote',
    'no-zygote-sandbox',
    'allow-sandbox-debugging',
    'disable-gpu-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-namespace-sandbox',
  ],
} as const satisfies Partial<Record<Exposure, readonly string[]>>

/** Dangerous switches of other exposures, and the kind of key store, which has its own notice. */
const NAMED_ELSEWHERE: ReadonlySet<string> = new Set([
  ...SWITCHES['debugging-port'],
  ...SWITCHES['no-sandbox'],
  'disable-setuid-sandbox',
  'password-store',
])

/**
 * Variables that Node, Chromium or the system's loader read before any code of the program runs.
 * Those that name certificates, proxies or output of libraries are no exposure: the program
 * neither trusts nor follows them, and removes the last ones.
 */
const VARIABLES = [
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_REPL_EXTERNAL_MODULE',
  'SSLKEYLOGFILE',
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_PROFILE',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
  'DYLD_FRAMEWORK_PATH',
  'CHROME_DEVEL_SANDBOX',
] as const

/**
 * Returns a function that names the exposures of this process.
 * @param hasPageServer whether the windows load their pages from a server
 */
export function exposuresOf(
  app: Pick<App, 'commandLine'>,
  hasPageServer: boolean,
  { argv, env, platform, versions }: Pick<NodeJS.Process, 'argv' | 'env' | 'platform' | 'versions'>,
): Exposures {
  const { electron } = versions
  const hasAny = (names: readonly string[]): boolean =>
    names.some((name) => app.commandLine.hasSwitch(name))
  const fixed: readonly Exposure[] = [
    ...(hasAny(SWITCHES['debugging-port']) ? ['debugging-port' as const] : []),
    ...(hasAny(SWITCHES['no-sandbox']) ? ['no-sandbox' as const] : []),
    ...(isUnsupportedRuntime(electron) ? ['test-runtime' as const] : []),
    ...(hasPageServer ? ['page-server' as const] : []),
    ...(VARIABLES.some((name) => (env[name] ?? '') !== '') ? ['variable' as const] : []),
    ...(dangerousSwitches(argv, platform).some((name) => !NAMED_ELSEWHERE.has(name))
      ? ['program-switch' as const]
      : []),
  ]
  // An inspector can be opened while the program runs.
  return () => (inspector.url() === undefined ? fixed : [...fixed, 'inspector'])
}
