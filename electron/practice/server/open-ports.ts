import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { RunningServer } from '../model/running-server.js'

/** The servers of the exchange, in the order of their ports. */
const NAMES = ['api', 'oauth', 'events', 'data', 'broker', 'brokerEvents', 'dataWeb'] as const
export type ServerName = (typeof NAMES)[number]

/** The port of each server, and a function that stops them all. */
export interface OpenPorts {
  readonly ports: Readonly<Record<ServerName, number>>
  readonly stop: () => Promise<void>
}

/**
 * Starts the servers on consecutive ports from `base`, or on any free ports when it is 0. Returns
 * an error message for the user when a port is in use.
 */
export async function openPorts(
  base: number,
  servers: Readonly<Record<ServerName, (port: number) => Promise<RunningServer>>>,
): Promise<Result<OpenPorts, string>> {
  const running: RunningServer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((server) => server.close()))
  }
  const ports: Partial<Record<ServerName, number>> = {}
  try {
    for (const [offset, name] of NAMES.entries()) {
      const server = await servers[name](base === 0 ? 0 : base + offset)
      running.push(server)
      ports[name] = server.port
    }
  } catch (error) {
    await stop()
    if (!(error instanceof Error) || !error.message.includes('EADDRINUSE')) throw error
    return err(
      `One of the ports ${base} to ${base + NAMES.length - 1} is in use. Choose another --port-base, or leave it out.`,
    )
  }
  return ok({ ports: ports as Record<ServerName, number>, stop })
}
