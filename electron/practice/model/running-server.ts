import type { AddressInfo, Server } from 'node:net'

/** The only address that the exchange listens on. */
export const LOOPBACK = '127.0.0.1'

/** A listening server with a method to close it. */
export interface RunningServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Listens on a port of the loopback address, 0 = any free one, and returns the port; rejects with
 * the system's error when the port is taken.
 */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
