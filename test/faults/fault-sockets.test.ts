import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Provider } from '../../electron/provider/gateway.js'
import type { Endpoints } from '../../electron/provider/http/hosts.js'
import { makeCertificates } from '../../electron/practice/tls/certificates.js'
import { symbol } from '../../shared/domain/ids.js'
import { epochMs } from '../../shared/domain/time.js'
import { until } from '../harness/system/until.js'
import { cells, expectedOutcome } from './fault-matrix.js'
import type { Cell, Fault, Operation, Phase } from './faults.js'
import { SOCKET_CELLS, type SocketCoverage } from './socket-cells.js'
import { OPERATION_IDS, SOCKET_OPERATIONS, SocketFixture } from './socket-fixture.js'

/** The faults of the practice exchange and the cells that they show. */
const STRUCK: readonly (readonly [kind: string, fault: Fault, phase: Phase])[] = [
  ['drop-before-effect', 'drop-before-effect', 'sent'],
  ['drop-after-effect', 'drop-after-effect', 'effect'],
  ['delay', 'delay', 'response'],
  ['rate-limited', 'rate-limit-storm', 'response'],
  ['error-after-effect', 'error-after-effect', 'effect'],
  ['truncated-body', 'truncate', 'response'],
]

let fixture: SocketFixture
/** Clients of their own, because a 429 or a certificate concerns all requests of one. */
let refused: Provider
let mistrusting: Provider
let unresolved: Provider

beforeAll(async () => {
  fixture = await SocketFixture.open()
  const { session } = fixture
  refused = session.provider()
  const { ca } = await makeCertificates(epochMs(Date.now()))
  mistrusting = session.provider({ pinnedCa: ca })
  unresolved = session.provider({ endpoints: withoutAddress(session.endpoints) })
})
afterEach(() => fixture.session.practice.command({ command: 'clear-faults' }))
afterAll(() => fixture.close())

/** Names that no server resolves (RFC 6761); only a sandbox may have names of its own. */
const withoutAddress = ({ origins, events, data, ...others }: Endpoints): Endpoints => ({
  ...others,
  environment: 'sandbox',
  origins: { ...origins, api: 'https://broker.invalid', oauth: 'https://broker.invalid' },
  events: { ...events, host: 'broker.invalid' },
  data: { ...data, host: 'broker.invalid' },
})

const cellOf = (fault: Fault, phase: Phase, operation: Operation): Cell => ({
  fault,
  phase,
  operation,
})

describe.each(STRUCK)('REL-30: over sockets, fault %s', (kind, fault, phase) => {
  it.each(SOCKET_OPERATIONS)('has the outcome of the table: %s', async (operation) => {
    await fixture.placeResting()
    await fixture.session.practice.command({
      command: 'fault',
      fault: {
        kind,
        operation: OPERATION_IDS[operation],
        count: kind === 'rate-limited' ? null : 1,
        ...(kind === 'delay' ? { ms: 400 } : {}),
        ...(kind === 'error-after-effect' ? { status: 503 } : {}),
      },
    })
    const client = kind === 'rate-limited' ? refused : fixture.provider
    const outcome = await fixture.run(client, operation)
    expect(outcome).toBe(expectedOutcome(cellOf(fault, phase, operation)))
    await fixture.expectNoneTwice()
  })
})

const UNMADE = [
  ['a wrong certificate', 'wrong-certificate', () => mistrusting],
  ['a name without an address', 'dns-failure', () => unresolved],
] as const

describe.each(UNMADE)('REL-30: over sockets, %s', (_name, fault, client) => {
  it.each(SOCKET_OPERATIONS)('has the outcome of the table: %s', async (operation) => {
    await fixture.placeResting()
    const before = await fixture.requests(operation)
    const outcome = await fixture.run(client(), operation)
    expect(outcome).toBe(expectedOutcome(cellOf(fault, 'connect', operation)))
    expect(await fixture.requests(operation)).toBe(before)
  })

  it('makes the stream of events try again, and never gives up', async () => {
    const lost: boolean[] = []
    const stop = client().events.start([fixture.account], {
      onOrder: () => undefined,
      onSubscribed: () => undefined,
      onLost: ({ final }) => lost.push(final),
      onHealth: () => undefined,
    })
    await until('two attempts', () => lost.length >= 2)
    stop()
    expect(new Set(lost)).toEqual(new Set([false]))
    expect(expectedOutcome(cellOf(fault, 'connect', 'events'))).toBe('reconnects')
  })

  it('makes the market stream try again', async () => {
    const states: string[] = []
    const { stream } = client()
    stream.setInterest({ quotes: [symbol('AAPL')], depth: [], ticks: [] })
    const stop = stream.start({
      onQuote: () => undefined,
      onDepth: () => undefined,
      onOverLimit: () => undefined,
      onTick: () => undefined,
      onSubscribed: () => undefined,
      onHealth: ({ state }) => states.push(state),
    })
    const attempts = (): number => states.filter((state) => state === 'connecting').length
    await until('two attempts', () => attempts() >= 2, { seen: () => states })
    stop()
    expect(states).not.toContain('live')
    expect(expectedOutcome(cellOf(fault, 'connect', 'market'))).toBe('reconnects')
  })
})

describe('REL-30: the table of cells over sockets', () => {
  const memberOf = (operation: Operation): keyof SocketCoverage =>
    operation === 'events' || operation === 'market' ? operation : 'requests'

  it('names for every cell what runs it over sockets, or why nothing does', () => {
    const missing = cells.filter(
      ({ fault, phase, operation }) =>
        operation !== 'token' && SOCKET_CELLS[fault][phase]?.[memberOf(operation)] === undefined,
    )
    expect(missing).toEqual([])
  })

  it('names no cell that the table of outcomes does not have', () => {
    const cellNames = new Set(
      cells.map(({ fault, phase, operation }) => `${fault} ${phase} ${memberOf(operation)}`),
    )
    const named = Object.entries(SOCKET_CELLS).flatMap(([fault, phases]) =>
      Object.entries(phases).flatMap(([phase, coverage]) =>
        Object.keys(coverage).map((member) => `${fault} ${phase} ${member}`),
      ),
    )
    expect(named.filter((name) => !cellNames.has(name))).toEqual([])
  })
})
