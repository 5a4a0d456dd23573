import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_OPERATIONS } from '../http/pipeline.js'
import { startHttpServer } from '../http/server.js'
import { writeAtomically } from '../persistence.js'
import type { Certificates } from '../tls/certificates.js'
import { HostedDoor } from './door.js'
import type { Hosted } from './hosted.js'

/**
 * The address of the hosted server that stays, with its setting in the exchange's folder. Not open
 * yet.
 */
export function openHostedDoor({
  host,
  folder,
  hosted,
  certificates,
  onError,
}: {
  readonly host: string
  readonly folder: string
  readonly hosted: Hosted
  readonly certificates: Certificates
  readonly onError: (error: unknown) => void
}): HostedDoor {
  const file = join(folder, 'mcp-address.json')
  return new HostedDoor({
    host,
    onError,
    load: () => readFile(file, 'utf8').catch(() => null),
    save: (text) => writeAtomically(file, text),
    listen: (port) =>
      startHttpServer(NO_OPERATIONS, certificates, port, onError, hosted.annex('door')),
  })
}
