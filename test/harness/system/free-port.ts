import { createServer } from 'node:net'

/**
 * Below the ports that systems assign to connections (from 32,768 on Linux) and above those of
 * services.
 */
const FIRST = 20_000
const COUNT = 12_000

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    )
  })

/**
 * Returns a free port of this computer. Parallel runs start their search at different ports;
 * `offset` separates searches within one process.
 */
export async function freePort(offset = 0): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + ((process.pid * 31 + offset * 997 + tries) % COUNT)
    if (await isFree(port)) return port
  }
  throw new Error('no port is free')
}
