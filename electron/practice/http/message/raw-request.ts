import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { TOO_LARGE, type Refusal } from './refusal.js'

/** Maximum body size of any operation, in bytes. */
const MAX_BODY = 1_048_576

/** A request as it arrived: exact bytes, query decoded in order. */
export interface RawRequest {
  readonly method: string
  /** As sent, without the query; not decoded because the signature covers it as sent. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: IncomingHttpHeaders
  /** The Host header, with its port when the client sent one. */
  readonly host: string
  readonly body: Buffer
}

/** Returns one header as text; of a repeated one, Node's joined value or the first. */
export function header(
  request: { readonly headers: IncomingHttpHeaders },
  name: string,
): string | null {
  const value = request.headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text === undefined || text === '' ? null : text
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

/** True for names that always mean this machine. Others may arrive by DNS rebinding. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)

/** Splits the request target; null when it is not a path. */
export function splitTarget(
  target: string,
): { readonly path: string; readonly query: readonly (readonly [string, string])[] } | null {
  if (!target.startsWith('/')) return null
  const queryStart = target.indexOf('?')
  const path = queryStart < 0 ? target : target.slice(0, queryStart)
  return {
    path,
    query: queryStart < 0 ? [] : [...new URLSearchParams(target.slice(queryStart + 1)).entries()],
  }
}

/** Reads the whole body, or refuses as soon as it is known to be too large. */
export function readBody(message: IncomingMessage): Promise<Result<Buffer, Refusal>> {
  return new Promise((resolve, reject) => {
    if (Number(message.headers['content-length'] ?? '0') > MAX_BODY) {
      resolve(err(TOO_LARGE))
      return
    }
    const chunks: Buffer[] = []
    let size = 0
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY) {
        message.pause()
        resolve(err(TOO_LARGE))
      } else chunks.push(chunk)
    })
    message.once('end', () => resolve(ok(Buffer.concat(chunks))))
    message.once('error', reject)
    message.once('aborted', () => reject(new Error('the client went away')))
  })
}
