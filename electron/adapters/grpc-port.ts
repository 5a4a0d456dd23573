import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { isIP } from 'node:net'
import { direct, secureContextOf, type Dial } from './dial.js'
import type { GrpcPort } from '../core/net-ports.js'

export interface GrpcPortOptions {
  /** PEM of the only authority to trust; null = the public ones that come with the runtime. */
  readonly pinnedCa: string | null
  readonly dial?: Dial
}

/** Interval of the connection's keepalive probes; an unanswered probe ends the connection. */
const KEEPALIVE_MS = 30_000
const KEEPALIVE_TIMEOUT_MS = 10_000
const MAX_MESSAGE_BYTES = 1024 * 1024

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array

/**
 * Opens server streams over TLS with raw messages. Each stream has a connection of its own, so that
 * a faulty one is never shared.
 */
export function createGrpcPort({ pinnedCa, dial = direct }: GrpcPortOptions): GrpcPort {
  return {
    openStream({ host, port, method, message, metadata }, handlers) {
      const to = dial(host, port)
      const secure = credentials.createFromSecureContext(secureContextOf(to, pinnedCa), {
        rejectUnauthorized: true,
      })
      const client = new Client(`${to.host}:${to.port}`, secure, {
        'grpc.keepalive_time_ms': KEEPALIVE_MS,
        'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
        'grpc.keepalive_permit_without_calls': 0,
        'grpc.enable_retries': 0,
        'grpc.use_local_subchannel_pool': 1,
        'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
        'grpc.enable_http_proxy': 0,
        // TLS server names cannot be addresses; an exchange on a loopback address has a certificate
        // for `localhost` as well.
        ...(to.host === host
          ? {}
          : { 'grpc.ssl_target_name_override': host, 'grpc.default_authority': `${host}:${port}` }),
        ...(isIP(host) === 0
          ? {}
          : {
              'grpc.ssl_target_name_override': 'localhost',
              'grpc.default_authority': `${host}:${port}`,
            }),
      })
      const headers = new Metadata()
      for (const [name, value] of Object.entries(metadata)) headers.set(name, value)
      const stream = client.makeServerStreamRequest(
        method,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes: Buffer) => new Uint8Array(bytes),
        message,
        headers,
      )
      let ended = false
      const end = (code: number, detail: string): void => {
        if (ended) return
        ended = true
        handlers.onEnd({ status: code, detail })
        client.close()
      }
      stream.on('data', (bytes: unknown) => {
        if (!ended && isBytes(bytes)) handlers.onMessage(bytes)
      })
      // The status event follows an error and carries the same information; an error without a
      // listener would be thrown.
      stream.on('error', () => {})
      stream.on('status', (final) => end(final.code, final.details))
      return () => {
        stream.cancel()
        end(status.CANCELLED, 'cancelled')
      }
    },
  }
}
