import type { LINKS } from '../../../shared/ipc/views.js'

export type LinkName = (typeof LINKS)[number]

/** Every page outside that this product may open, by name. The page never gives an address. */
export const EXTERNAL_LINKS: Readonly<Record<LinkName, string>> = {
  'charts-attribution': 'https://www.tradingview.com/',
}

/** Exact host and path of the named links. */
const ALLOWED: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'www.tradingview.com', path: '/' },
]

/**
 * True for an address that the system browser may be sent to (SEC-10): https, exact host, exact
 * path, nothing smuggled in.
 */
export function mayOpen(address: string): boolean {
  // Control characters and backslashes make parsers disagree about the host.
  if (address.length > 4_096 || /[\u0000-\u0020\u007f\\]/.test(address)) return false
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') {
    return false
  }
  return ALLOWED.some(({ host, path }) => url.hostname === host && url.pathname === path)
}

/**
 * Where the login page of the open profile is: its own origin, and the one path of its environment.
 */
export interface LoginPage {
  readonly origin: string
  readonly path: string
}

/**
 * True for the login page of this profile and nothing else: sandbox and production share a host and
 * differ by the path, so both are
 * compared (safety 10). A sandbox profile may have its login on a host and port of its own.
 */
export function mayOpenLogin(address: string, page: LoginPage): boolean {
  if (address.length > 4_096 || /[\u0000-\u0020\u007f\\]/.test(address)) return false
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '' &&
    url.origin === page.origin &&
    url.pathname === page.path
  )
}

/** The only wrapper of `shell.openExternal`. Resolves to whether the address was handed on. */
export const createLinkOpener = (open: (address: string) => Promise<void>) => ({
  async link(address: string): Promise<boolean> {
    if (!mayOpen(address)) return false
    await open(address)
    return true
  },
  async login(address: string, page: LoginPage): Promise<boolean> {
    if (!mayOpenLogin(address, page)) return false
    await open(address)
    return true
  },
})
