import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { listen, type RunningServer } from '../model/running-server.js'
import type { Certificates } from '../tls/certificates.js'
import { stream, type ExtraRoutes } from './extra-routes.js'
import { renderRefusal, write } from './message/answer.js'
import type { Pipeline } from './pipeline.js'
import { readBody, splitTarget, type RawRequest } from './message/raw-request.js'
import { ROUTE_NOT_FOUND, SYSTEM_ERROR, type Refusal } from './message/refusal.js'

/** Long enough for a slow debugger, short enough that idle sockets do not accumulate. */
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000

function refuse(
  response: ServerResponse,
  refusal: Refusal,
  requestId: string,
  close: boolean,
): void {
  const rendered = renderRefusal(refusal, null)
  write(
    response,
    close ? { ...rendered, headers: { ...rendered.headers, connection: 'close' } } : rendered,
    requestId,
  )
}

interface Routes {
  readonly pipeline: Pick<Pipeline, 'handle'>
  readonly extraRoutes: ExtraRoutes | null
}

async function serve(
  { pipeline, extraRoutes }: Routes,
  message: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const target = splitTarget(message.url ?? '')
  if (target === null) return refuse(response, ROUTE_NOT_FOUND, requestId, true)
  const body = await readBody(message)
  if (!body.ok) return refuse(response, body.error, requestId, true)
  const raw: RawRequest = {
    method: message.method ?? '',
    ...target,
    headers: message.headers,
    host: message.headers.host ?? '',
    body: body.value,
  }
  if (extraRoutes?.handles(raw.path) === true) {
    return serveExtraRoute(extraRoutes, raw, response, requestId)
  }
  const delivery = await pipeline.handle(raw)
  if (response.destroyed) return
  if (delivery.kind === 'drop') message.socket.destroy()
  else write(response, delivery.rendered, requestId, delivery.partial)
}

async function serveExtraRoute(
  extraRoutes: ExtraRoutes,
  raw: RawRequest,
  response: ServerResponse,
  requestId: string,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const answer = await extraRoutes.answer(raw, gone.signal)
  if (response.destroyed) return
  if (answer instanceof Response) await stream(response, answer)
  else write(response, answer, requestId)
}

/** How one HTTPS host is served. */
export interface HttpServerOptions {
  readonly certificates: Certificates
  readonly port: number
  readonly onError: (error: unknown) => void
  /** Served besides the operations; by default none. */
  readonly extraRoutes?: ExtraRoutes | null
}

/**
 * Starts one HTTPS host; `extraRoutes` are served besides its operations. Exceptions answer
 * SYSTEM_ERROR and go to `onError`, never to the client.
 */
export async function startHttpServer(
  pipeline: Pick<Pipeline, 'handle'>,
  { certificates, port, onError, extraRoutes = null }: HttpServerOptions,
): Promise<RunningServer> {
  const server = createServer({
    key: certificates.key,
    cert: certificates.cert,
    minVersion: 'TLSv1.2',
    keepAlive: true,
    requestTimeout: REQUEST_MS,
    headersTimeout: HEADERS_MS,
  })
  server.keepAliveTimeout = 65_000
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID().replaceAll('-', '')
    serve({ pipeline, extraRoutes }, message, response, requestId).catch((error: unknown) => {
      if (message.destroyed && !message.complete) return
      onError(error)
      if (response.headersSent) response.destroy()
      else refuse(response, SYSTEM_ERROR, requestId, true)
    })
  })
  server.on('clientError', (_error, socket) => {
    if (socket.writable) {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    }
  })
  const actual = await listen(server, port)
  return {
    port: actual,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
