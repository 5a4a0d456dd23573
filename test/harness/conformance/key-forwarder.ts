import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Forwarder {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a forwarder to an endpoint for a caller that cannot send a key: it adds the key and
 * replaces its own port by the endpoint's. Host and Origin are otherwise forwarded unchanged, so
 * that a foreign one stays foreign. `ca`: the endpoint uses TLS, and a page of the forwarder's
 * address counts as the endpoint's own.
 */
export async function startForwarder(
  port: number,
  token: string,
  ca: string | null = null,
): Promise<Forwarder> {
  const server = createServer((incoming, answer) => {
    const ownPort = `:${portOf()}`
    const headers = { ...incoming.headers }
    for (const name of ['host', 'origin'] as const) {
      headers[name] &&= headers[name].replace(ownPort, `:${port}`)
    }
    if (
      ca !== null &&
      headers.origin !== undefined &&
      new URL(headers.origin).host === headers.host
    ) {
      headers.origin = headers.origin.replace(/^http:/, 'https:')
    }
    const options = {
      host: '127.0.0.1',
      port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...headers, authorization: `Bearer ${token}` },
      agent: false,
    }
    const pass = (response: IncomingMessage): void => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    }
    const outgoing =
      ca === null
        ? httpRequest(options, pass)
        : httpsRequest({ ...options, ca, servername: 'localhost' }, pass)
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  const portOf = (): number => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${portOf()}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
