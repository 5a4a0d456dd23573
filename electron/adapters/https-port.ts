import { Agent, request as httpsRequest } from 'node:https'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { authorityOf, direct, type Dial } from './dial.js'
import type {
  HttpFailure,
  HttpPhase,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../core/net-ports.js'

export interface HttpsPortOptions {
  /** PEM of the only authority to trust; null = the operating system's. */
  readonly pinnedCa: string | null
  readonly dial?: Dial
}

/** Idle connections are closed after this time; each host has its own. */
const IDLE_MS = 30_000
const MAX_CONNECTIONS = 16
const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/

const codeOf = (error: Error): string => {
  const code: unknown = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'ERROR'
}

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

/**
 * HTTPS over keep-alive connections. Certificates are always verified, against the pinned authority
 * or the system's, whatever the environment variables say. The first byte of a request is written
 * only after the handshake, so `not-sent` is certain.
 */
export function createHttpsPort({ pinnedCa, dial = direct }: HttpsPortOptions): HttpPort {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: MAX_CONNECTIONS,
    timeout: IDLE_MS,
    scheduling: 'lifo',
  })
  const running = new Set<ClientRequest>()

  return {
    send(request: HttpRequest): Promise<Result<HttpResponse, HttpFailure>> {
      return new Promise((resolve) => {
        let phase: HttpPhase = 'not-sent'
        let settled = false
        let timer: NodeJS.Timeout | undefined
        const url = new URL(request.origin)
        const name = url.hostname.replace(/^\[|\]$/g, '')
        const to = dial(name, url.port === '' ? 443 : Number(url.port))
        const outgoing = httpsRequest({
          agent,
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
          minVersion: 'TLSv1.2',
          ...authorityOf(to, pinnedCa),
        })
        running.add(outgoing)

        const settle = (result: Result<HttpResponse, HttpFailure>): void => {
          if (settled) return
          settled = true
          clearTimeout(timer)
          running.delete(outgoing)
          resolve(result)
        }
        const fail = (kind: HttpFailure['kind'], detail: string): void => {
          settle(err({ kind, phase, detail }))
          outgoing.destroy()
        }
        const write = (): void => {
          if (settled) return
          clearTimeout(timer)
          phase = 'sent'
          timer = setTimeout(() => fail('timeout', 'read'), request.readTimeoutMs)
          outgoing.end(request.body ?? undefined)
        }

        timer = setTimeout(() => fail('timeout', 'connect'), request.connectTimeoutMs)
        outgoing.once('socket', (socket) => {
          if (!socket.connecting && (socket as TLSSocket).authorized) write()
          else socket.once('secureConnect', write)
        })
        outgoing.once('response', (response) => {
          phase = 'response-started'
          collect(response, request.maxResponseBytes, (outcome) => {
            if (outcome === 'too-large' || outcome === 'truncated') fail(outcome, outcome)
            else {
              settle(
                ok({
                  status: response.statusCode ?? 0,
                  headers: flatten(response.headers),
                  body: outcome.body,
                }),
              )
            }
          })
        })
        outgoing.on('error', (error) => fail(kindOf(error, phase), codeOf(error)))
        outgoing.on('close', () => fail('aborted', 'closed'))
      })
    },
    close() {
      for (const outgoing of running) outgoing.destroy()
      agent.destroy()
    },
  }
}
