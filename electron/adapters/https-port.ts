import { performance } from 'node:perf_hooks'
import { request as httpsRequest } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { direct, secureContextOf, type Dial } from './dial.js'
import { noProxy, type ProxyFor } from './connections/proxy.js'
import { ProxyAgent } from './connections/proxy-agent.js'
import { HttpLanes } from './http-lanes.js'
import type {
  HttpLane,
  HttpFailure,
  HttpPhase,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../core/net-ports.js'
import { errorCode } from '../../shared/domain/error-code.js'

export interface HttpsPortOptions {
  /** PEM of the only authority to trust; null = the public ones (`authorities.ts`). */
  readonly pinnedCa: string | null
  readonly dial?: Dial
  /** Chooses the proxy of each connection; without it, all are direct. */
  readonly proxyFor?: ProxyFor | undefined
  /** A clock in ms that nobody sets; by default that of the process. */
  readonly monotonicMs?: () => number
}

/** Idle connections are closed after this time; each host has its own. */
const IDLE_MS = 30_000
/** When the network may be back, a read without an answer for so long is given up. */
const SILENT_MS = 1_000
const SILENT_LANES: ReadonlySet<HttpLane> = new Set<HttpLane>(['read', 'status'])
const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/

const codeOf = (error: Error): string => errorCode(error) ?? 'ERROR'

function kindOf(error: Error, phase: HttpPhase): HttpFailure['kind'] {
  const code = codeOf(error)
  if (TLS_CODES.test(code)) return 'tls'
  if (phase === 'not-sent') return 'connect'
  return code === 'ECONNRESET' || code === 'EPIPE' ? 'reset' : 'failed'
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return flat
}

/** Collects a body up to the limit; null when it is larger. */
function collect(
  response: IncomingMessage,
  cap: number,
  done: (outcome: { readonly body: Uint8Array } | 'too-large' | 'truncated') => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  let finished = false
  const finish = (outcome: Parameters<typeof done>[0]) => {
    if (finished) return
    finished = true
    done(outcome)
  }
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > cap) finish('too-large')
    else chunks.push(chunk)
  })
  // `complete` is false when the connection ended before the announced length or the last chunk.
  response.on('end', () =>
    finish(response.complete ? { body: new Uint8Array(Buffer.concat(chunks)) } : 'truncated'),
  )
  response.on('aborted', () => finish('truncated'))
  response.on('error', () => finish('truncated'))
  response.on('close', () => finish('truncated'))
}

type HttpOutcome = Result<HttpResponse, HttpFailure>

const NOT_SENT_CLOSED: HttpOutcome = err({ kind: 'aborted', phase: 'not-sent', detail: 'closed' })

/**
 * HTTPS over keep-alive connections; each lane has a number of concurrent requests of its own.
 * Certificates are always verified, against the pinned authority or the public ones, whatever the
 * environment variables say. The first byte of a request is written only after the handshake, so
 * `not-sent` is certain.
 */
export class HttpsPort implements HttpPort {
  readonly #pinnedCa: string | null
  readonly #dial: Dial
  readonly #monotonicMs: () => number
  readonly #agent: ProxyAgent
  readonly #lanes = new HttpLanes()
  readonly #running = new Set<Exchange>()
  #closed = false

  constructor({
    pinnedCa,
    dial = direct,
    proxyFor = noProxy,
    monotonicMs = () => performance.now(),
  }: HttpsPortOptions) {
    this.#pinnedCa = pinnedCa
    this.#dial = dial
    this.#agent = new ProxyAgent(proxyFor, IDLE_MS)
    this.#monotonicMs = monotonicMs
  }

  async send(request: HttpRequest): Promise<HttpOutcome> {
    const place = await this.#lanes.enter(request.lane ?? 'read', request.connectTimeoutMs)
    if (place === 'timeout') return err({ kind: 'timeout', phase: 'not-sent', detail: 'queue' })
    if (place === 'closed') return NOT_SENT_CLOSED
    try {
      return this.#closed ? NOT_SENT_CLOSED : await this.#exchange(request)
    } finally {
      place()
    }
  }

  #exchange(request: HttpRequest): Promise<HttpOutcome> {
    const startedAt = this.#monotonicMs()
    return new Promise((resolve) => {
      const exchange = new Exchange({ request, startedAt }, this.#open(request), (outcome) => {
        this.#running.delete(exchange)
        resolve(outcome)
      })
      this.#running.add(exchange)
      exchange.start()
    })
  }

  giveUpSilent(): void {
    const before = this.#monotonicMs() - SILENT_MS
    for (const exchange of [...this.#running]) exchange.giveUpIfSilent(before)
  }

  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) {
      for (const socket of sockets ?? []) socket.destroy()
    }
  }

  close(): void {
    this.#closed = true
    this.#lanes.close()
    for (const exchange of [...this.#running]) exchange.stop()
    this.#agent.destroy()
  }

  /** Opens a connection or reuses one; nothing of the request is written yet. */
  #open(request: HttpRequest): ClientRequest {
    const url = new URL(request.origin)
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const port = url.port === '' ? 443 : Number(url.port)
    const to = this.#dial(name, port)
    return httpsRequest({
      agent: this.#agent,
      method: request.method,
      host: to.host,
      port: to.port,
      path: request.target,
      ...(to.host === name ? {} : { servername: name }),
      headers: {
        host: url.host,
        ...request.headers,
        ...(request.body === null ? {} : { 'content-length': request.body.length }),
      },
      rejectUnauthorized: true,
      ...{ secureContext: secureContextOf(to, this.#pinnedCa) },
      ...{ named: { host: name, port, timeoutMs: request.connectTimeoutMs } },
    })
  }
}

/** One request and its response, or its failure with the phase that was reached. */
class Exchange {
  readonly #request: HttpRequest
  readonly #outgoing: ClientRequest
  readonly #done: (outcome: HttpOutcome) => void
  readonly #startedAt: number
  #phase: HttpPhase = 'not-sent'
  #settled = false
  #timer: NodeJS.Timeout | undefined

  /** `startedAt` is a time of the port's clock; `done` is called once. */
  constructor(
    { request, startedAt }: { readonly request: HttpRequest; readonly startedAt: number },
    outgoing: ClientRequest,
    done: (outcome: HttpOutcome) => void,
  ) {
    this.#request = request
    this.#startedAt = startedAt
    this.#outgoing = outgoing
    this.#done = done
  }

  start(): void {
    const { connectTimeoutMs } = this.#request
    this.#timer = setTimeout(() => this.#fail('timeout', 'connect'), connectTimeoutMs)
    this.#outgoing.once('socket', (socket) => {
      if (!socket.connecting && (socket as TLSSocket).authorized) this.#write()
      else socket.once('secureConnect', () => this.#write())
    })
    this.#outgoing.once('response', (response) => this.#read(response))
    this.#outgoing.on('error', (error) => this.#fail(kindOf(error, this.#phase), codeOf(error)))
    this.#outgoing.on('close', () => this.#fail('aborted', 'closed'))
  }

  /**
   * Fails where the network may have swallowed it; a trade goes on waiting for its answer.
   * @param before the latest time, on the port's clock, at which a request that is old has begun
   */
  giveUpIfSilent(before: number): void {
    const { lane = 'read' } = this.#request
    const isOld = this.#startedAt <= before
    if (isOld && SILENT_LANES.has(lane) && this.#phase !== 'response-started') {
      this.#fail('timeout', 'network')
    }
  }

  stop(): void {
    this.#outgoing.destroy()
  }

  #write(): void {
    if (this.#settled) return
    clearTimeout(this.#timer)
    this.#phase = 'sent'
    this.#timer = setTimeout(() => this.#fail('timeout', 'read'), this.#request.readTimeoutMs)
    this.#outgoing.end(this.#request.body ?? undefined)
  }

  #read(response: IncomingMessage): void {
    this.#phase = 'response-started'
    collect(response, this.#request.maxResponseBytes, (outcome) => {
      if (outcome === 'too-large' || outcome === 'truncated') {
        this.#fail(outcome, outcome)
        return
      }
      this.#settle(
        ok({
          status: response.statusCode ?? 0,
          headers: flatten(response.headers),
          body: outcome.body,
        }),
      )
    })
  }

  #fail(kind: HttpFailure['kind'], detail: string): void {
    this.#settle(err({ kind, phase: this.#phase, detail }))
    this.#outgoing.destroy()
  }

  #settle(outcome: HttpOutcome): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#done(outcome)
  }
}
