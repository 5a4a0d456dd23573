import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { ProxyFor } from './proxy.js'
import { openBy, type TimedTarget, type TunnelFailure } from './proxy-tunnel.js'

const LOOPBACK = '127.0.0.1'

export interface LocalBridge {
  readonly close: Disposer
}

/** What becomes of a bridge: `onOpen` receives its port; `onFailure` is called at most once. */
export interface BridgeListener {
  onOpen(port: number): void
  onFailure(code: TunnelFailure['code']): void
}

/**
 * Opens a port of this computer that carries one connection by the first way that is open, for a
 * library that knows no such ways. It accepts one connection and closes; what flows through it is
 * encrypted for the host, so that another program that connected first would read nothing.
 */
export function openLocalBridge(
  proxyFor: ProxyFor,
  to: TimedTarget,
  listener: BridgeListener,
): LocalBridge {
  const sockets = new Set<Socket>()
  let isClosed = false
  const server = createServer((near) => {
    server.close()
    join(near)
  })
  server.maxConnections = 1
  const close = (): void => {
    isClosed = true
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  const fail = (code: TunnelFailure['code']): void => {
    if (isClosed) return
    close()
    listener.onFailure(code)
  }
  const track = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', close)
  }
  const join = (near: Socket): void => {
    track(near)
    void openBy(proxyFor, to).then((tunnel) => {
      if (!tunnel.ok) return fail(tunnel.error.code)
      if (isClosed) return tunnel.value.destroy()
      track(tunnel.value)
      return near.pipe(tunnel.value).pipe(near)
    })
  }
  server.once('error', () => fail('PROXY_UNREACHABLE'))
  server.listen({ host: LOOPBACK, port: 0, exclusive: true }, () => {
    if (isClosed) return
    listener.onOpen((server.address() as AddressInfo).port)
  })
  return { close }
}
