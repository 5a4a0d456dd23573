import { readFileSync } from 'node:fs'

/**
 * What Chromium attempted to reach: addresses of requests, names to resolve, and sockets. Schemes
 * that reach no network (`app:`, `data:`, `devtools:`) are left out.
 */
export interface Contacts {
  readonly requests: readonly string[]
  readonly names: readonly string[]
  readonly sockets: readonly string[]
}

interface NetLogEvent {
  readonly type: number
  readonly params?: Readonly<Record<string, unknown>>
}

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly NetLogEvent[]
}

/** Event types that name a request, a name to resolve, or a peer. */
const REQUESTS = ['URL_REQUEST_START_JOB', 'URL_REQUEST_REDIRECTED']
const NAMES = [
  'HOST_RESOLVER_MANAGER_REQUEST',
  'HOST_RESOLVER_MANAGER_JOB',
  'HOST_RESOLVER_DNS_TASK',
  'DNS_TRANSACTION',
]
const SOCKETS = [
  'TCP_CONNECT',
  'TCP_CONNECT_ATTEMPT',
  'SOCKET_POOL_CONNECT_JOB_CREATED',
  'UDP_CONNECT',
  'QUIC_SESSION',
]
/** Schemes whose requests never leave the process. */
const LOCAL_SCHEME = /^(app|data|devtools|blob|about|chrome-extension):/
/** The parameters that name a peer, in events of any of the types above. */
const PEER = ['url', 'location', 'host', 'hostname', 'address', 'address_list', 'group_id']

/** Reads a net log of a program that ended, or was killed while it wrote its last event. */
function readNetLog(path: string): NetLog {
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text) as NetLog
  } catch {
    return JSON.parse(`${text.slice(0, text.lastIndexOf('},') + 1)}]}`) as NetLog
  }
}

const peers = ({ params = {} }: NetLogEvent): readonly string[] =>
  PEER.flatMap((name) => params[name] ?? []).filter((value) => typeof value === 'string')

/** Returns what a net log (`--log-net-log=<path>`) says that Chromium attempted to reach. */
export function contactsOf(path: string): Contacts {
  const { constants, events } = readNetLog(path)
  const ofTypes = (types: readonly string[]): readonly string[] => {
    const numbers = new Set(types.map((type) => constants.logEventTypes[type]))
    return [
      ...new Set(events.filter(({ type }) => numbers.has(type)).flatMap((event) => peers(event))),
    ]
  }
  return {
    requests: ofTypes(REQUESTS).filter((url) => !LOCAL_SCHEME.test(url)),
    names: ofTypes(NAMES),
    sockets: ofTypes(SOCKETS),
  }
}
