import { createServer, type Server, type Socket } from 'node:net'
import type { NetworkPath } from '../../../shared/practice/broker-variant.js'
import { listen, type RunningServer } from '../model/running-server.js'

/**
 * Listens in front of a TLS server, and lets each connection through as the network of a client
 * would: `target` receives the open ones. Rejects with the system's error when the port is taken.
 */
export async function listenBehindNetwork(
  target: Server,
  port: number,
  path: () => NetworkPath,
): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  const gate = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const now = path()
    switch (now) {
      case 'open':
        target.emit('connection', socket)
        return
      case 'refused':
        socket.resetAndDestroy()
        return
      case 'silent':
        // A firewall that drops packets: nothing is read, and nothing is answered.
        return
      case 'cut':
        // An inspecting firewall: the connection ends with the first bytes of the handshake.
        socket.once('data', () => socket.destroy())
    }
  })
  const actual = await listen(gate, port)
  return {
    port: actual,
    close: () =>
      new Promise((resolve) => {
        gate.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
