import type { App, Session } from 'electron'

/**
 * Switches with which Chromium starts nothing of its own on a network (SEC-04). The program's
 * connections to the broker do not use Chromium's network at all: main makes them with Node.
 */
const QUIET_SWITCHES: readonly (readonly [name: string, value?: string])[] = [
  ['disable-background-networking'],
  ['disable-component-update'],
  ['disable-domain-reliability'],
  ['disable-sync'],
  ['dns-prefetch-disable'],
  ['no-pings'],
  // A computer set to find its proxy by itself would look up a name and fetch a script from it.
  ['no-proxy-server'],
]

/** The name that Chromium gives the process in which proxy scripts run. */
export const SCRIPT_SERVICE = 'proxy_resolver.mojom.ProxyResolverFactory'

/**
 * Keeps Chromium's own services off every network. Call before Electron is ready.
 * @param reachable an address of this computer, with its port, that pages may connect to; null in
 *   the product
 */
export function appendQuietSwitches(
  { commandLine }: Pick<App, 'commandLine'>,
  reachable: string | null = null,
): void {
  for (const [name, value] of QUIET_SWITCHES) commandLine.appendSwitch(name, value)
  // What should still send a request finds no address: names and literal addresses are mapped to
  // nothing before a resolver or a socket is used.
  const exception = reachable === null ? '' : `, EXCLUDE ${new URL(`ws://${reachable}`).hostname}`
  commandLine.appendSwitch('host-resolver-rules', `MAP * ~NOTFOUND${exception}`)
}

/**
 * Turns off name resolution over HTTPS and Chromium's own resolver. Call when Electron is ready.
 */
export function turnOffResolver(app: Pick<App, 'configureHostResolver'>): void {
  app.configureHostResolver({ enableBuiltInResolver: false, secureDnsMode: 'off' })
}

/**
 * Turns the spell checker of a session off. The `spellcheck` preference of a window only hides the
 * results: an enabled spell checker fetches its dictionary at every start of the program.
 */
export function turnOffSpellChecker(
  session: Pick<Session, 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'>,
): void {
  session.setSpellCheckerEnabled(false)
  session.setSpellCheckerLanguages([])
}
