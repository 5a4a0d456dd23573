import type { Duplex } from 'node:stream'
import { createWebSocketStream, WebSocket } from 'ws'

/** Where a WebSocket is, by the host's own name. */
export interface WebSocketAddress {
  readonly host: string
  readonly port: number
  readonly path: string
  /** Time limit of its handshake, in ms. */
  readonly timeoutMs: number
}

/** The subprotocol of MQTT (MQTT 3.1.1, 6). */
const PROTOCOL = 'mqtt'
const MAX_MESSAGE_BYTES = 1024 * 1024

/**
 * Opens a WebSocket and returns its bytes, which end with an error where the server accepts none.
 * `secure` opens the connection below it, with the host's certificate verified.
 */
export function openWebSocket(
  { host, port, path, timeoutMs }: WebSocketAddress,
  secure: () => Duplex,
): Duplex {
  const webSocket = new WebSocket(`wss://${host}:${port}${path}`, PROTOCOL, {
    createConnection: secure,
    followRedirects: false,
    handshakeTimeout: timeoutMs,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  })
  return createWebSocketStream(webSocket)
}
