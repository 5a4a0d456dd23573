import type { Environment } from '../../../shared/domain/environment.js'
import { isAgreementAddress } from '../../../shared/domain/reference/agreements.js'
import { isPublicationAddress } from '../../../shared/domain/reference/publications.js'
import type { LinkName } from '../../../shared/ipc/contract.js'

/**
 * Every external page that Countersign may open, by name. The page never supplies an address. The
 * download page's is a part of the build.
 */
export const EXTERNAL_LINKS: Readonly<Record<Exclude<LinkName, 'download-page'>, string>> = {
  'charts-attribution': 'https://www.tradingview.com/',
  'broker-site': 'https://www.webull.com/',
  'broker-key-guide':
    'https://developer.webull.com/apis/docs/authentication/IndividualApplicationAPI/',
  'broker-connect-guide': 'https://developer.webull.com/apis/docs/connect-api/about-connect-api/',
}

/** The exact hosts and paths of the named links. */
const ALLOWED: readonly { readonly host: string; readonly path: string }[] = [
  { host: 'www.tradingview.com', path: '/' },
  { host: 'www.webull.com', path: '/' },
  { host: 'developer.webull.com', path: '/apis/docs/authentication/IndividualApplicationAPI/' },
  { host: 'developer.webull.com', path: '/apis/docs/connect-api/about-connect-api/' },
]

/**
 * True for an address that may be opened in the system browser (SEC-10): https, exact host, exact
 * path, no credentials and no port.
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
 * Parses an https address without credentials, spaces, control characters and backslashes; null for
 * any other.
 */
function secureUrl(address: string): URL | null {
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return null
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  const hasCredentials = url.username !== '' || url.password !== ''
  return url.protocol === 'https:' && !hasCredentials ? url : null
}

/**
 * True for a page of a publication that may be opened in the system browser (SEC-10): https, an
 * allowed host, no credentials and no port.
 */
export function mayOpenPublication(address: string): boolean {
  if (!isPublicationAddress(address)) return false
  const url = secureUrl(address)
  return url !== null && url.port === '' && isPublicationAddress(url.href)
}

/**
 * True for a page of the broker itself on which an agreement is signed, in this environment
 * (SEC-10): https, one of its hosts, no credentials and no port.
 */
export function mayOpenAgreement(address: string, environment: Environment): boolean {
  if (!isAgreementAddress(address, environment)) return false
  const url = secureUrl(address)
  return url !== null && url.port === '' && isAgreementAddress(url.href, environment)
}

/** The login page of the open profile: its own origin, and the path of its environment. */
export interface LoginPage {
  readonly origin: string
  readonly path: string
}

/**
 * True only for the login page of this profile. Sandbox and production share a host and differ by
 * the path, so both are compared (REL-37). A sandbox profile may have a login host and port of its
 * own.
 */
export function mayOpenLogin(address: string, page: LoginPage): boolean {
  const url = address.length > 4_096 ? null : secureUrl(address)
  return url !== null && url.hash === '' && url.origin === page.origin && url.pathname === page.path
}

/**
 * Makes the only wrapper of `shell.openExternal`. Resolves to whether the address was opened.
 * @param downloads the page of this build from which packages are downloaded; null without
 */
export const createLinkOpener = (
  open: (address: string) => Promise<void>,
  downloads: string | null = null,
) => ({
  async downloadPage(): Promise<boolean> {
    if (downloads === null || secureUrl(downloads) === null) return false
    await open(downloads)
    return true
  },
  async link(address: string): Promise<boolean> {
    if (!mayOpen(address)) return false
    await open(address)
    return true
  },
  async publication(address: string): Promise<boolean> {
    if (!mayOpenPublication(address)) return false
    await open(address)
    return true
  },
  async agreement(address: string, environment: Environment): Promise<boolean> {
    if (!mayOpenAgreement(address, environment)) return false
    await open(address)
    return true
  },
  async login(address: string, pages: readonly LoginPage[]): Promise<boolean> {
    if (!pages.some((page) => mayOpenLogin(address, page))) return false
    await open(address)
    return true
  },
})
