import { connect, type TLSSocket } from 'node:tls'

/** Opens a TLS connection to one of the exchange's ports. */
export const dial = (
  address: { readonly host: string; readonly port: number },
  ca: string,
  protocols: readonly string[] = [],
): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: address.host,
        port: address.port,
        ca,
        servername: 'localhost',
        ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
      },
      () => {
        socket.off('error', reject)
        socket.on('error', () => undefined)
        resolve(socket)
      },
    )
    socket.once('error', reject)
  })

/**
 * Writes the pieces and returns what was received until the peer closed or was silent for
 * `silenceMs`.
 */
export function exchange(
  socket: TLSSocket,
  pieces: readonly Buffer[],
  silenceMs: number,
): Promise<{ readonly received: Buffer; readonly closed: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let timer: NodeJS.Timeout | undefined
    const done = (closed: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ received: Buffer.concat(chunks), closed })
    }
    const wait = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => done(false), silenceMs)
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      wait()
    })
    socket.on('close', () => done(true))
    wait()
    for (const piece of pieces) if (!socket.destroyed) socket.write(piece)
  })
}
