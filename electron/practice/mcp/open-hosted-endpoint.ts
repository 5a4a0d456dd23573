import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_OPERATIONS } from '../http/pipeline.js'
import { startHttpServer } from '../http/server.js'
import { writeAtomically } from '../data/state-file.js'
import type { Certificates } from '../tls/certificates.js'
import { HostedEndpoint } from './hosted-endpoint.js'
import type { HostedServer } from './hosted-server.js'

/**
 * Creates the hosted server's own endpoint, not started, with its setting in the exchange's folder.
 */
export function openHostedEndpoint({
  host,
  folder,
  hostedServer,
  certificates,
  onError,
}: {
  readonly host: string
  readonly folder: string
  readonly hostedServer: HostedServer
  readonly certificates: Certificates
  readonly onError: (error: unknown) => void
}): HostedEndpoint {
  const file = join(folder, 'mcp-address.json')
  return new HostedEndpoint({
    host,
    onError,
    load: () => readFile(file, 'utf8').catch(() => null),
    save: (text) => writeAtomically(file, text),
    listen: (port) =>
      startHttpServer(
        NO_OPERATIONS,
        certificates,
        port,
        onError,
        hostedServer.extraRoutes('hosted'),
      ),
  })
}
