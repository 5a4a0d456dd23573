import type { LINKS } from '../../shared/ipc/views.js'

export type LinkName = (typeof LINKS)[number]

/** Every page outside that this product may open, by name. The page never gives an address. */
export const EXTERNAL_LINKS: Readonly<Record<LinkName, string>> = {
  'charts-attribution': 'https://www.tradingview.com/',
}

/** Exact scheme, host and path of what may be opened besides the named links (login pages of each environment). */
const ALLOWED: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'www.tradingview.com', path: '/' },
  { host: 'passport.webull.com', path: '/oauth2/authenticate/login' },
  { host: 'passport.webull.com', path: '/oauth2/sandbox/authenticate/login' },
]

/** True for an address that the system browser may be sent to (SEC-10): https, exact host, exact path, nothing smuggled in. */
export function mayOpen(address: string): boolean {
  // Control characters and backslashes make parsers disagree about the host.
  if (address.length > 4_096 || /[\u0000-\u0020\u007f\\]/.test(address)) return false
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return false
  return ALLOWED.some(({ host, path }) => url.hostname === host && url.pathname === path)
}

/** The only wrapper of `shell.openExternal`. Resolves to whether the address was handed on. */
export const createLinkOpener = (open: (address: string) => Promise<void>) => async (address: string): Promise<boolean> => {
  if (!mayOpen(address)) return false
  await open(address)
  return true
}
