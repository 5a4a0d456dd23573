import inspector from 'node:inspector'
import type { App } from 'electron'
import type { Exposures } from '../../app/security/exposures.js'
import type { Exposure } from '../../../shared/domain/app/exposure.js'
import { isTestRuntime } from '../system/test-runtime.js'

/** Switches that cause each exposure. */
const SWITCHES = {
  'debugging-port': ['remote-debugging-port', 'remote-debugging-pipe'],
  'no-sandbox': [
    'no-sandbox',
    'disable-sandbox',
    'single-process',
    'no-zygote',
    'disable-gpu-sandbox',
    'disable-seccomp-filter-sandbox',
    'disable-namespace-sandbox',
  ],
} as const satisfies Partial<Record<Exposure, readonly string[]>>

/** Variables that Node reads before any code of the program runs. */
const NODE_VARIABLES = ['NODE_OPTIONS', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE'] as const

/**
 * Returns a function that names the exposures of this process.
 * @param hasPageServer whether the windows load their pages from a server
 */
export function exposuresOf(
  app: Pick<App, 'commandLine'>,
  hasPageServer: boolean,
  environment: NodeJS.ProcessEnv,
): Exposures {
  const hasAny = (names: readonly string[]): boolean =>
    names.some((name) => app.commandLine.hasSwitch(name))
  const fixed: readonly Exposure[] = [
    ...(hasAny(SWITCHES['debugging-port']) ? ['debugging-port' as const] : []),
    ...(hasAny(SWITCHES['no-sandbox']) ? ['no-sandbox' as const] : []),
    ...(isTestRuntime() ? ['test-runtime' as const] : []),
    ...(hasPageServer ? ['page-server' as const] : []),
    ...(NODE_VARIABLES.some((name) => (environment[name] ?? '') !== '')
      ? ['node-variable' as const]
      : []),
  ]
  // An inspector can be opened while the program runs.
  return () => (inspector.url() === undefined ? fixed : [...fixed, 'inspector'])
}
