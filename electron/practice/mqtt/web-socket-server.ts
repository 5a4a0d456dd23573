import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { MARKET_WEB_SOCKET } from '../../../shared/wire/market-routes.js'
import type { Certificates } from '../tls/certificates.js'

export interface WebSocketServerOptions {
  readonly certificates: Certificates
  /** The longest message in bytes; a client that sends a longer one is disconnected. */
  readonly maxBytes: number
  /** Called with the bytes of each connection, and with the socket below them. */
  readonly onConnection: (stream: Duplex, socket: Socket) => void
}

/** Creates the server of MQTT inside a WebSocket over TLS, which does not listen yet. */
export function createMarketWebSocket({
  certificates: { key, cert },
  maxBytes,
  onConnection,
}: WebSocketServerOptions): Server {
  const { path, protocol } = MARKET_WEB_SOCKET
  const server = createServer({ key, cert, minVersion: 'TLSv1.2' }, (_request, response) => {
    response.writeHead(404).end()
  })
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxBytes,
    handleProtocols: (offered) => (offered.has(protocol) ? protocol : false),
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== path) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
      return
    }
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      onConnection(createWebSocketStream(webSocket), socket as Socket)
    })
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return server
}
