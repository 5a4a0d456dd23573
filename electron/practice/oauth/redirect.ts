/**
 * The registered redirect of the practice application: a loopback address, any port (RFC 8252 7.3),
 * this path.
 */
export const REDIRECT_PATTERN = 'http://127.0.0.1:<any port>/callback'

const REGISTERED = /^http:\/\/127\.0\.0\.1:([1-9]\d{0,4})\/callback$/

/**
 * Returns the redirect when it is one of the registered addresses, which are compared as text.
 */
export const listedRedirect = (text: string, registered: readonly string[]): URL | null =>
  registered.includes(text) ? new URL(text) : null

/**
 * Returns the redirect when it is registered, otherwise null. Compared as text: two spellings of
 * one address differ.
 */
export function registeredRedirect(text: string): URL | null {
  const port = Number(REGISTERED.exec(text)?.[1] ?? '0')
  return port > 0 && port <= 65_535 ? new URL(text) : null
}
