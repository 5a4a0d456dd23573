import type { Delivery } from '../../../../electron/practice/http/pipeline.js'
import {
  splitTarget,
  type RawRequest,
} from '../../../../electron/practice/http/message/raw-request.js'
import { renderRefusal } from '../../../../electron/practice/http/message/answer.js'
import { SYSTEM_ERROR } from '../../../../electron/practice/http/message/refusal.js'
import type { Role } from '../../../../electron/practice/http/routes.js'
import type {
  GrpcPort,
  HttpFailure,
  HttpPort,
  HttpRequest,
  HttpResponse,
  MqttPort,
} from '../../../../electron/core/net-ports.js'
import type { Disposer } from '../../../../shared/domain/brand.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { DiskFullError } from '../exchange/exchange-disk.js'
import type { PracticeExchange } from '../exchange/practice-exchange.js'
import type { Coverage, Incident } from '../checks/coverage.js'
import type { SeededRandom } from '../time/seeded-random.js'
import type { Life, VirtualTime } from '../time/virtual-time.js'
import { EventConnection, MarketConnection } from './stream-connections.js'

/** What can happen to one request on its way; the exchange's own faults come on top. */
export type RequestFate =
  | 'arrives'
  | 'unresolved'
  | 'not-sent'
  | 'lost-before'
  | 'lost-after'
  | 'silent-before'
  | 'silent-after'
  | 'late'

const FAULTY: Readonly<Record<Exclude<RequestFate, 'arrives' | 'unresolved'>, number>> = {
  'not-sent': 2,
  'lost-before': 2,
  'lost-after': 3,
  'silent-before': 1,
  'silent-after': 2,
  late: 2,
}

/** The name under which each fate is counted. */
const COUNTED: Readonly<Record<Exclude<RequestFate, 'arrives'>, Incident>> = {
  'not-sent': 'request not sent',
  unresolved: 'name not resolved',
  'lost-before': 'request lost',
  'lost-after': 'answer lost',
  'silent-before': 'request never answered',
  'silent-after': 'answer never arrives',
  late: 'request late',
}

/** The state of the connection between client and exchange. */
export interface Conditions {
  /** How often something happens to a request, from 0 to 1. */
  requestFaults: number
  /** How often an event of the stream is lost, from 0 to 1. */
  eventLoss: number
  /** True while nothing passes at all. */
  cut: boolean
  /** True while no host name resolves: only open connections still work. */
  nameless: boolean
  /** One-way delay in ms, at most. */
  maxDelayMs: number
  /** True where the exchange's fault that refuses market streams applies. */
  readonly refusesMarket: boolean
}

/** What the checks observe of a request. */
export interface SentRequest {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly fate: RequestFate
}

export interface NetworkDeps {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly exchange: PracticeExchange
  readonly conditions: Conditions
  readonly coverage: Coverage
  /** Called for every request when its first byte leaves the client. */
  readonly onSent: (request: SentRequest) => void
  /** Called with the port to which the client opens a stream. */
  readonly onOpened: (port: number) => void
  /** Called with what the exchange answered, whether or not the answer arrives. */
  readonly onAnswered: (path: string, status: number, body: string) => void
  readonly onError: (error: unknown) => void
}

/** How long the exchange counts an abandoned connection at most, in ms. */
const LINGER_MS = 90_000

type HttpResult = Result<HttpResponse, HttpFailure>

const failure = (
  kind: HttpFailure['kind'],
  phase: HttpFailure['phase'],
  detail: string,
): HttpResult => err({ kind, phase, detail })

/** The connections between one client and the exchange, in memory and in virtual time. */
export class Network {
  readonly #deps: NetworkDeps
  readonly #connections = new Set<EventConnection | MarketConnection>()

  constructor(deps: NetworkDeps) {
    this.#deps = deps
  }

  /**
   * Closes the connections of a client that crashed, as its operating system does; `abandoned` when
   * that died too, so that nothing closes them.
   */
  clientCrashed(life: Life, abandoned: boolean): void {
    const { random } = this.#deps
    for (const connection of [...this.#connections]) {
      if (connection.life !== life) continue
      if (abandoned) connection.abandon(random.between(10_000, LINGER_MS))
      else connection.drop()
    }
  }

  /** Returns the HTTP port of one client process. */
  http(life: Life): HttpPort {
    return { send: (request) => this.#send(request, life), close: () => undefined }
  }

  /** Returns the gRPC port of one client process. */
  grpc(life: Life): GrpcPort {
    return {
      openStream: (request, handlers) => {
        this.#deps.onOpened(request.port)
        const connection = new EventConnection(this.#deps, life, request, handlers)
        this.#connections.add(connection)
        connection.onClose = () => this.#connections.delete(connection)
        connection.open()
        return () => connection.drop()
      },
    }
  }

  /** Returns the MQTT port of one client process. */
  mqtt(life: Life): MqttPort {
    return {
      open: ({ clientId, port }, handlers) => {
        this.#deps.onOpened(port)
        const connection = new MarketConnection(this.#deps, life, handlers)
        this.#connections.add(connection)
        connection.onClose = () => this.#connections.delete(connection)
        connection.open(clientId)
        return () => connection.end('closed')
      },
    }
  }

  #delay(): number {
    const { random, conditions } = this.#deps
    return random.between(1, conditions.maxDelayMs)
  }

  #fate(): RequestFate {
    const { random, conditions, coverage } = this.#deps
    if (conditions.cut) {
      coverage.count('connection cut')
      return random.chance(0.5) ? 'not-sent' : 'silent-before'
    }
    // A request on a connection that is still open needs no name.
    if (conditions.nameless && random.chance(0.7)) return 'unresolved'
    return random.chance(conditions.requestFaults) ? random.weighted(FAULTY) : 'arrives'
  }

  #send(request: HttpRequest, life: Life): Promise<HttpResult> {
    const { time, random, onSent, coverage } = this.#deps
    const fate = this.#fate()
    if (fate !== 'arrives') coverage.count(COUNTED[fate])
    const path = request.target.split('?')[0] ?? ''
    return new Promise((resolve) => {
      let done = false
      let cancelTimeout: Disposer = () => undefined
      const finish = (result: HttpResult, afterMs: number): Disposer =>
        time.schedule(
          afterMs,
          () => {
            if (done) return
            done = true
            cancelTimeout()
            resolve(result)
          },
          life,
        )
      if (fate === 'not-sent' || fate === 'unresolved') {
        const detail = fate === 'unresolved' ? 'ENOTFOUND' : 'ECONNREFUSED'
        finish(failure('connect', 'not-sent', detail), this.#delay())
        return
      }
      onSent({
        origin: request.origin,
        path,
        headers: request.headers,
        body: textOf(request.body),
        fate,
      })
      cancelTimeout = finish(
        failure('timeout', 'sent', 'read'),
        request.connectTimeoutMs + request.readTimeoutMs,
      )
      if (fate === 'lost-before') {
        finish(failure('reset', 'sent', 'ECONNRESET'), this.#delay())
        return
      }
      if (fate === 'silent-before') return
      // A delayed request arrives although the client no longer waits for it.
      const travel = fate === 'late' ? random.between(1_000, 45_000) : this.#delay()
      if (fate === 'late') finish(failure('reset', 'sent', 'ECONNRESET'), random.between(5, 900))
      time.schedule(travel, () => this.#arrive(request, path, fate, finish))
    })
  }

  #arrive(
    request: HttpRequest,
    path: string,
    fate: RequestFate,
    finish: (result: HttpResult, afterMs: number) => Disposer,
  ): void {
    const { exchange, onAnswered, onError } = this.#deps
    if (!exchange.isRunning) {
      finish(failure('reset', 'sent', 'ECONNRESET'), this.#delay())
      return
    }
    const unsubscribe = exchange.onCrash(() => {
      unsubscribe()
      finish(failure('reset', 'sent', 'ECONNRESET'), this.#delay())
    })
    exchange.advance()
    const role = roleOf(request.origin, exchange)
    const deliver = (delivery: Delivery): void => {
      unsubscribe()
      if (delivery.kind === 'answer') {
        onAnswered(path, delivery.rendered.status, delivery.rendered.body)
      }
      if (fate === 'silent-after') return
      const lost = fate === 'lost-after'
      finish(lost ? failure('reset', 'sent', 'ECONNRESET') : responseOf(delivery), this.#delay())
    }
    exchange.process.pipelines[role].handle(rawRequest(request)).then(deliver, (error: unknown) => {
      if (!(error instanceof DiskFullError)) onError(error)
      // As the exchange's server answers an exception.
      deliver({ kind: 'answer', rendered: renderRefusal(SYSTEM_ERROR, null), partial: false })
    })
  }
}

const textOf = (body: Uint8Array | null): string =>
  body === null ? '' : Buffer.from(body).toString('utf8')

const roleOf = (origin: string, { addresses }: PracticeExchange): Role =>
  origin === addresses.api ? 'api' : origin === addresses.passport ? 'oauth' : 'broker'

function rawRequest({ method, origin, target, headers, body }: HttpRequest): RawRequest {
  const split = splitTarget(target)
  if (split === null) throw new Error(`${target} is not a path`)
  const host = origin.slice('https://'.length)
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    method,
    ...split,
    host,
    headers: { host, ...lower },
    body: Buffer.from(body ?? new Uint8Array()),
  }
}

function responseOf(delivery: Delivery): HttpResult {
  if (delivery.kind === 'drop') return failure('reset', 'sent', 'ECONNRESET')
  if (delivery.partial) return failure('truncated', 'response-started', 'aborted')
  const { status, headers, body } = delivery.rendered
  const joined = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return ok({ status, headers: Object.fromEntries(joined), body: Buffer.from(body, 'utf8') })
}
