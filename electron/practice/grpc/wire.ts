import {
  ServerCredentials,
  Server,
  logVerbosity,
  setLogVerbosity,
  type Metadata,
  type ServerWritableStream,
  type ServiceDefinition,
} from '@grpc/grpc-js'
import { LOOPBACK, type RunningServer } from '../model/running-server.js'
import type { Certificates } from '../tls/certificates.js'

/** A stream of raw messages: a signature covers the client's bytes, not a re-serialization. */
export type RawCall = ServerWritableStream<Buffer, Buffer>

const raw = (bytes: Buffer): Buffer => bytes

/** Defines a service with one method that streams its responses. */
const streamingService = (path: string): ServiceDefinition => ({
  Subscribe: {
    path,
    requestStream: false,
    responseStream: true,
    requestSerialize: raw,
    requestDeserialize: raw,
    responseSerialize: raw,
    responseDeserialize: raw,
  },
})

/** Reads one metadata value; null when it is absent, empty or binary. */
export const metadataOf =
  (from: Metadata) =>
  (name: string): string | null => {
    const value = from.get(name)[0]
    return typeof value === 'string' && value !== '' ? value : null
  }

/** One method and how it is served. */
export interface StreamService {
  /** `/package.Service/Method`. */
  readonly path: string
  readonly subscribe: (call: RawCall) => void
  readonly certificates: Certificates
  readonly port: number
  /** Repeats until the server ends. */
  readonly beat: { readonly everyMs: number; readonly run: () => void }
}

/** Serves one method over TLS on the loopback address; rejects when the port is taken. */
export async function serveStreams({
  path,
  subscribe,
  certificates,
  port,
  beat,
}: StreamService): Promise<RunningServer> {
  // Errors are reported by this module; the library would also write to the console.
  setLogVerbosity(logVerbosity.NONE)
  const server = new Server({ 'grpc.so_reuseport': 0 })
  server.addService(streamingService(path), { Subscribe: subscribe })
  // No client certificate is requested. Passing no authorities would make the library load the
  // public ones for nothing.
  const credentials = ServerCredentials.createSsl(
    Buffer.from(certificates.ca),
    [{ private_key: Buffer.from(certificates.key), cert_chain: Buffer.from(certificates.cert) }],
    false,
  )
  const actual = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${LOOPBACK}:${port}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  const timer = setInterval(beat.run, beat.everyMs)
  return {
    port: actual,
    close: () => {
      clearInterval(timer)
      server.forceShutdown()
      return Promise.resolve()
    },
  }
}
