import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  SubscribeRequestSchema,
  SubscribeResponseSchema,
} from '../../../shared/wire/gen/trade-events_pb.js'
import { STOCK_DATA_OPERATIONS } from '../../../shared/wire/families/market-data/stock-data.js'
import { message } from '../../../shared/messages/make-message.js'
import type { CryptoPort, GrpcPort, MqttPort } from '../../core/net-ports.js'
import type { ClockPort, RandomPort, TimerPort } from '../../core/ports.js'
import type { ReachPort } from '../../core/reach-port.js'
import { randomHex } from '../../core/hex.js'
import { EVENT, SUBSCRIBE_ALL, SUBSCRIBE_METHOD } from '../events/trade-events.js'
import { cleanMessage } from '../http/call-failure.js'
import type { Caller } from '../http/caller.js'
import type { Endpoints, MarketRoute } from '../http/hosts.js'
import { signGrpc, signingMoment, type AppCredentials } from '../http/authorization.js'
import { sessionId } from '../market-data/market-stream.js'
import type { Findings } from './findings.js'
import { reasonOf } from './key-checks.js'

const LIMIT_MS = 10_000
const KEEP_ALIVE_SECONDS = 15
const PASSWORD_BYTES = 16
/** The symbol whose price shows the right to market data. */
const SAMPLE_SYMBOL = 'AAPL'
/** The published port of the order events. */
const EVENTS_PORT = 443
/** Too many connections of the key (MARKET-10). */
const TOO_MANY = 105

export interface StreamCheckDeps {
  readonly endpoints: Endpoints
  readonly credentials: AppCredentials
  readonly caller: Caller
  readonly reach: ReachPort
  /** True where a proxy reaches the ports. */
  readonly proxied: boolean
  readonly clock: ClockPort
  readonly timers: TimerPort
  readonly random: RandomPort
  readonly crypto: CryptoPort
  readonly grpc: () => Promise<GrpcPort>
  readonly mqtt: () => Promise<MqttPort>
}

/** What the check of live prices needs. */
type MarketCheckDeps = Omit<StreamCheckDeps, 'caller' | 'grpc'>

/** How a stream ended before it was accepted; null when it was accepted. */
type StreamRefusal = {
  readonly kind: 'refused' | 'failed' | 'other-client'
  readonly reason: string
}

/** Resolves with the first result, or with a timeout. */
function within(
  timers: TimerPort,
  open: (done: (refusal: StreamRefusal | null) => void) => () => void,
): Promise<StreamRefusal | null> {
  return new Promise((resolve) => {
    let isSettled = false
    let close: () => void = () => undefined
    const done = (refusal: StreamRefusal | null): void => {
      if (isSettled) return
      isSettled = true
      stop()
      close()
      resolve(refusal)
    }
    const stop = timers.after(LIMIT_MS, () => done({ kind: 'failed', reason: 'timeout' }))
    close = open(done)
    if (isSettled) close()
  })
}

/** Subscribes to the order events of no account, and ends at the first answer. */
export async function checkEvents(deps: StreamCheckDeps, findings: Findings): Promise<void> {
  const { endpoints, credentials, clock, random, crypto, timers } = deps
  const grpc = await deps.grpc()
  const body = toBinary(
    SubscribeRequestSchema,
    create(SubscribeRequestSchema, {
      subscribeType: SUBSCRIBE_ALL,
      timestamp: BigInt(clock.now()),
      accounts: [],
    }),
  )
  const refusal = await within(timers, (done) =>
    grpc.openStream(
      {
        ...endpoints.events,
        method: SUBSCRIBE_METHOD,
        message: body,
        metadata: signGrpc(crypto, credentials, signingMoment(clock, random), body),
      },
      {
        onMessage: (bytes) => done(refusalOfEvent(bytes)),
        onEnd: ({ status, detail }) =>
          done({
            kind: status === 7 || status === 16 ? 'refused' : 'failed',
            reason: cleanMessage(detail),
          }),
      },
    ),
  )
  recordEvents(refusal, findings)
}

function refusalOfEvent(bytes: Uint8Array): StreamRefusal | null {
  const { eventType, payload } = fromBinary(SubscribeResponseSchema, bytes)
  const kind: number = eventType
  if (kind === EVENT.authError) return { kind: 'refused', reason: cleanMessage(payload) }
  return kind === EVENT.tooMany ? { kind: 'other-client', reason: cleanMessage(payload) } : null
}

function recordEvents(refusal: StreamRefusal | null, findings: Findings): void {
  if (refusal === null) return findings.good('events', message('connection.eventsAccepted'))
  const { kind, reason } = refusal
  if (kind === 'other-client') {
    return findings.warn(
      'events',
      message('connection.eventsElsewhere'),
      message('connection.eventsElsewhereNext'),
    )
  }
  return kind === 'refused'
    ? findings.bad(
        'events',
        message('connection.eventsRefused', { reason }),
        message('connection.keyNext'),
      )
    : findings.bad(
        'events',
        message('connection.eventsFailed', { reason }),
        message('connection.portNext', { port: EVENTS_PORT }),
      )
}

/**
 * Connects to market data with the key by the way that the session will take: the first of its
 * ports that is open, directly or through a proxy, where the broker accepts the connection.
 */
export async function checkStream(deps: MarketCheckDeps, findings: Findings): Promise<void> {
  const { endpoints, timers } = deps
  const routes: readonly MarketRoute[] = [endpoints.data, ...endpoints.dataFallbacks]
  const ports = routes.map((route) => route.port)
  const reached = await openPorts(deps, ports)
  const mqtt = await deps.mqtt()
  const silent = new Set<number>()
  for (const route of routes.filter(({ port }) => reached.includes(port))) {
    const refusal = await within(timers, (done) => openMarket(deps, { mqtt, route }, done))
    if (refusal?.kind !== 'failed') {
      const open = reached.filter((port) => !silent.has(port))
      return recordStream(refusal, { open, all: ports }, findings)
    }
    silent.add(route.port)
  }
  return findings.warn(
    'stream',
    message('connection.streamClosed', { ports }),
    message('connection.streamClosedNext'),
  )
}

function recordStream(
  refusal: StreamRefusal | null,
  { open, all }: { readonly open: readonly number[]; readonly all: readonly number[] },
  findings: Findings,
): void {
  if (refusal?.kind === 'refused') {
    return findings.bad(
      'stream',
      message('connection.streamRefused', { reason: refusal.reason }),
      message('connection.streamRefusedNext'),
    )
  }
  if (refusal?.kind === 'other-client') {
    return findings.warn(
      'stream',
      message('connection.streamElsewhere'),
      message('connection.streamElsewhereNext'),
    )
  }
  const closed = all.filter((port) => !open.includes(port))
  const [first] = closed
  return first === undefined
    ? findings.good('stream', message('connection.streamOpen', { ports: open }))
    : findings.warn(
        'stream',
        message('connection.streamPart', { open, closed }),
        message('connection.portNext', { port: first }),
      )
}

async function openPorts(
  { endpoints, reach, proxied }: MarketCheckDeps,
  ports: readonly number[],
): Promise<readonly number[]> {
  const { host } = endpoints.data
  const addressFor = async (port: number): Promise<string | null | undefined> => {
    // A proxy resolves the name itself.
    if (proxied) return null
    const addresses = await reach.addresses(host, port)
    return addresses?.ipv4[0] ?? addresses?.ipv6[0]
  }
  const reached = await Promise.all(
    ports.map(async (port) => {
      const address = await addressFor(port)
      if (address === undefined) return null
      return (await reach.secure({ host, port, address })).ok ? port : null
    }),
  )
  return reached.filter((port) => port !== null)
}

function openMarket(
  { credentials, random }: MarketCheckDeps,
  { mqtt, route }: { readonly mqtt: MqttPort; readonly route: MarketRoute },
  done: (refusal: StreamRefusal | null) => void,
): () => void {
  return mqtt.open(
    {
      ...route,
      clientId: sessionId(random),
      username: credentials.appKey,
      password: randomHex(random, PASSWORD_BYTES),
      keepAliveSeconds: KEEP_ALIVE_SECONDS,
      connectTimeoutMs: LIMIT_MS,
      isBrief: true,
    },
    {
      onConnected: () => done(null),
      onMessage: () => undefined,
      onEnd: (end) =>
        done(
          end.kind !== 'refused'
            ? { kind: 'failed', reason: end.detail }
            : {
                kind: end.code === TOO_MANY ? 'other-client' : 'refused',
                reason: String(end.code),
              },
        ),
    },
  )
}

/** Reads one price, which needs a usable token and the right to market data. */
export async function checkData(
  { caller }: Pick<StreamCheckDeps, 'caller'>,
  { usable }: { readonly usable: boolean },
  findings: Findings,
): Promise<void> {
  if (!usable) return findings.skip('data', message('connection.dataLater'))
  const answer = await caller.call(STOCK_DATA_OPERATIONS.stockSnapshots, {
    symbols: SAMPLE_SYMBOL,
    category: 'US_STOCK',
  })
  if (answer.ok) return findings.good('data', message('connection.dataAllowed'))
  return findings.bad(
    'data',
    message('connection.dataRefused', { reason: reasonOf(answer.error) }),
    message('connection.dataNext'),
  )
}
