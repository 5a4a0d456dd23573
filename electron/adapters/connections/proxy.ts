/** An HTTP proxy that connects by CONNECT, or a SOCKS proxy. `credentials`: "user:password". */
export interface ProxyAddress {
  readonly kind: ProxyKind
  readonly host: string
  readonly port: number
  readonly credentials: string | null
}

/** One way to a host: through a proxy, or without one. */
export type ProxyStep = ProxyAddress | typeof DIRECT_CONNECTION
export const DIRECT_CONNECTION = null

/**
 * Returns the steps to try in their order for a connection to a host, at once where they are known.
 * A proxy only forwards: the encryption and the certificate are always the host's own.
 */
export interface ProxyFor {
  (host: string, port: number): readonly ProxyStep[] | Promise<readonly ProxyStep[]>
  /** Called with what became of a step. */
  readonly onStep?: ((step: ProxyStep, isOpen: boolean) => void) | undefined
}

const WITHOUT_PROXY: readonly ProxyStep[] = [DIRECT_CONNECTION]
export const noProxy: ProxyFor = () => WITHOUT_PROXY

/** True for steps that are known and lead straight to the host. */
export const isDirect = (steps: ReturnType<ProxyFor>): boolean =>
  !('then' in steps) && steps.length === 1 && steps[0] === DIRECT_CONNECTION

/** The kind of a proxy by the scheme of its address; the proxy resolves names in each of them. */
const KIND_OF_SCHEME: Readonly<Record<string, ProxyKind>> = {
  'http:': 'http',
  'https:': 'https',
  'socks4:': 'socks4',
  'socks4a:': 'socks4',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
}
export type ProxyKind = 'http' | 'https' | 'socks4' | 'socks5'

/** The variables that name a proxy for encrypted connections, and its exceptions. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'] as const
const EXCEPTION_VARIABLES = ['no_proxy', 'NO_PROXY'] as const
const STANDARD_PORTS = { http: 80, https: 443, socks4: 1080, socks5: 1080 } as const

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Parses "http://user:password@host:3128" or "socks5://host:1080"; null for an address of another
 * kind.
 */
export function parseProxy(text: string): ProxyAddress | null {
  try {
    const url = new URL(text.includes('://') ? text : `http://${text}`)
    const kind = KIND_OF_SCHEME[url.protocol]
    if (kind === undefined || url.hostname === '') return null
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
    return {
      kind,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? STANDARD_PORTS[kind] : Number(url.port),
      credentials: url.username === '' ? null : credentials,
    }
  } catch {
    return null
  }
}

const firstOf = (
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
): { readonly name: string; readonly value: string } | null => {
  const name = names.find((candidate) => (environment[candidate] ?? '') !== '')
  return name === undefined ? null : { name, value: environment[name] ?? '' }
}

/** True where an entry of the exceptions names the host: "*", a name, ".domain", "host:port". */
function isException(list: string, host: string, port: number): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const match = /^\*?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())
      const name = match?.[1] ?? ''
      if (match?.[2] !== undefined && Number(match[2]) !== port) return false
      return name.startsWith('.') ? host.endsWith(name) : host === name || host.endsWith(`.${name}`)
    })
}

/** Returns an address as a person writes it, without credentials: "socks5://host:1080". */
export const proxyName = ({ kind, host, port }: ProxyAddress): string =>
  `${kind}://${host.includes(':') ? `[${host}]` : host}:${port}`

/** The proxy that the environment names. `step` null: its kind cannot be used. */
export interface EnvironmentProxy {
  readonly variable: string
  readonly address: ProxyAddress | null
  readonly isException: (host: string, port: number) => boolean
}

/** Reads the proxy of the environment variables; null where they name none. */
export function environmentProxy(environment: NodeJS.ProcessEnv): EnvironmentProxy | null {
  const variable = firstOf(environment, PROXY_VARIABLES)
  if (variable === null) return null
  const exceptions = firstOf(environment, EXCEPTION_VARIABLES)?.value ?? ''
  return {
    variable: variable.name,
    address: parseProxy(variable.value),
    isException: (host, port) => isException(exceptions, host.toLowerCase(), port),
  }
}

/** The kinds of a proxy list's entries; `SOCKS` alone means version 4. */
const KIND_OF_ENTRY: Readonly<Record<string, ProxyKind>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Parses a list such as "PROXY a:8080; SOCKS5 b:1080; DIRECT". Entries of other kinds are left out;
 * an empty result means that no entry can be used.
 */
export function parseProxyList(list: string): readonly ProxyStep[] {
  return list.split(';').flatMap((entry): readonly ProxyStep[] => {
    const [word = '', address = ''] = entry.trim().split(/\s+/)
    if (word.toUpperCase() === 'DIRECT') return WITHOUT_PROXY
    const kind = KIND_OF_ENTRY[word.toUpperCase()]
    const proxy = kind === undefined ? null : parseProxy(`${kind}://${address}`)
    return proxy === null ? [] : [{ ...proxy, credentials: null }]
  })
}
