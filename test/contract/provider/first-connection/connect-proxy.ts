import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

export interface ConnectProxy {
  readonly port: number
  /** The hosts that were asked for, in their order. */
  readonly targets: readonly string[]
  /** The credentials that were sent with each, or an empty text. */
  readonly credentials: readonly string[]
  close(): Promise<void>
}

/**
 * Starts an HTTP proxy as companies have it. `route` returns the local port of a host; `password`:
 * the only credentials that it lets through, "user:password"; `way`: how it asks for them.
 */
export async function startConnectProxy(
  route: (host: string, port: number) => number | null,
  password: string | null = null,
  way = 'Basic realm="proxy"',
): Promise<ConnectProxy> {
  const targets: string[] = []
  const credentials: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((_request, response) => {
    response.writeHead(400).end()
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  server.on('connect', (request, client: Socket, head) => {
    const target = request.url ?? ''
    const [host = '', port = '0'] = target.split(':')
    const sent = request.headers['proxy-authorization'] ?? ''
    targets.push(target)
    credentials.push(Buffer.from(sent.replace('Basic ', ''), 'base64').toString('utf8'))
    if (password !== null && credentials.at(-1) !== password) {
      client.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${way}\r\ncontent-length: 0\r\n\r\n`,
      )
      return
    }
    const local = route(host, Number(port))
    if (local === null) {
      client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const upstream = connect({ host: '127.0.0.1', port: local }, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    credentials,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
