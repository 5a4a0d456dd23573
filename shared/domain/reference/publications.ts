/**
 * The hosts of filings, fund documents and news that may be opened in the browser, each with its
 * subdomains. A new one is added here, for windows and for main.
 */
const HOSTS: readonly string[] = [
  'sec.gov',
  'nasdaq.com',
  'nyse.com',
  'cboe.com',
  'cmegroup.com',
  'businesswire.com',
  'prnewswire.com',
  'globenewswire.com',
  'reuters.com',
  'apnews.com',
  'bloomberg.com',
  'cnbc.com',
  'wsj.com',
  'barrons.com',
  'marketwatch.com',
  'ft.com',
  'finance.yahoo.com',
  'benzinga.com',
  'seekingalpha.com',
  'fool.com',
  'zacks.com',
  'investors.com',
]

const MAX_CHARS = 4_000

/** Returns the host of an https address without credentials and port; null for any other. */
export function addressHost(address: string): string | null {
  if (address.length > MAX_CHARS) return null
  const match = /^https:\/\/([a-z0-9.-]+)(?:[/?#]|$)/i.exec(address)
  return match?.[1]?.toLowerCase() ?? null
}

/** True for an address that may be opened in the browser. */
export function isPublicationAddress(address: string): boolean {
  const host = addressHost(address)
  return host !== null && HOSTS.some((known) => host === known || host.endsWith(`.${known}`))
}
