import type { Fault, Phase } from './faults.js'

/** How the cells of a fault and phase are shown over sockets, by what is called. */
export interface SocketCoverage {
  readonly requests?: SocketRun
  readonly events?: SocketRun
  readonly market?: SocketRun
}

/**
 * `exchange`: a fault of the practice exchange; `proxy`: the fault proxy between client and
 * exchange; `client`: a client whose address or authority is wrong. Otherwise the reason why a
 * socket cannot show it, or not better than virtual time.
 */
export type SocketRun = 'exchange' | 'proxy' | 'client' | { readonly no: string }

const no = (reason: string): SocketRun => ({ no: reason })

const TOO_LONG = no('the client gives up after 5 to 90 s, which virtual time passes at once')
const HERE = no('it strikes in this computer: no byte of a connection is involved')
const BROKER = no('the answers are those of the broker; the connection is sound')
const TOKENS = no('the sign-in is shown over sockets in contract/provider')
const WINDOW = no('it strikes between the program and its window, which are no sockets')
const ENCRYPTED = no('TLS hides the message from the proxy, and it ends a connection it was cut in')

/** The coverage of every fault and phase in which a cell of the table exists. */
export const SOCKET_CELLS: Readonly<
  Record<Fault, Readonly<Partial<Record<Phase, SocketCoverage>>>>
> = {
  'drop-before-effect': { sent: { requests: 'exchange', events: 'proxy', market: 'proxy' } },
  'drop-after-effect': { effect: { requests: 'exchange', events: 'proxy', market: 'proxy' } },
  delay: {
    connect: { requests: TOO_LONG, events: TOO_LONG, market: TOO_LONG },
    sent: { requests: TOO_LONG, events: TOO_LONG, market: TOO_LONG },
    effect: { requests: TOO_LONG, events: TOO_LONG, market: TOO_LONG },
    response: { requests: 'proxy', events: 'proxy', market: 'proxy' },
  },
  reset: {
    connect: { requests: 'proxy', events: 'proxy', market: 'proxy' },
    sent: { requests: 'proxy', events: 'proxy', market: 'proxy' },
    effect: { requests: 'proxy', events: 'proxy', market: 'proxy' },
    response: { requests: 'proxy' },
  },
  truncate: { response: { requests: 'exchange', events: ENCRYPTED, market: ENCRYPTED } },
  duplicate: { response: { events: no('shown over sockets in contract/provider') } },
  reorder: { response: { events: BROKER } },
  'stale-listing': { response: { requests: BROKER } },
  'lost-event': { response: { events: no('shown over sockets in contract/practice/process') } },
  'silent-stream': {
    connect: { events: TOO_LONG },
    sent: { events: TOO_LONG },
    effect: { events: TOO_LONG, market: TOO_LONG },
  },
  'rate-limit-storm': { response: { requests: 'exchange', events: BROKER, market: BROKER } },
  'error-after-effect': { effect: { requests: 'exchange', events: BROKER } },
  'token-family-revoked': { response: { requests: TOKENS } },
  'clock-skew': {
    response: { requests: no('shown over sockets in contract/provider'), events: BROKER },
  },
  'clock-jump': {
    connect: { requests: HERE, events: HERE, market: HERE },
    sent: { requests: HERE, events: HERE, market: HERE },
    effect: { requests: HERE, events: HERE, market: HERE },
    response: { requests: HERE, events: HERE, market: HERE },
  },
  'dns-failure': { connect: { requests: 'client', events: 'client', market: 'client' } },
  'wrong-certificate': { connect: { requests: 'client', events: 'client', market: 'client' } },
  'halted-symbol': { response: { requests: BROKER } },
  'slow-consumer': { response: { events: WINDOW, market: WINDOW } },
  'market-gap': { effect: { market: 'proxy' } },
  'process-kill': {
    connect: { requests: HERE },
    sent: { requests: HERE },
    effect: { requests: HERE },
    response: { requests: HERE },
  },
  'disk-full': { connect: { requests: HERE }, sent: { requests: HERE } },
  'slow-disk': { connect: { requests: HERE }, sent: { requests: HERE } },
  'torn-write': { connect: { requests: HERE } },
}
