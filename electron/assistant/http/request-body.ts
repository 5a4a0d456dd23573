import type { IncomingMessage } from 'node:http'
import type { TimerPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'

/** `gone`: the caller closed the connection; `not-text`: the bytes are no UTF-8. */
export type BodyProblem = 'too-large' | 'slow' | 'gone' | 'not-text'

/**
 * Reads a body of at most `bytes` bytes within `ms` milliseconds. Stores nothing beyond that limit.
 */
export function readBody(
  request: IncomingMessage,
  bytes: number,
  ms: number,
  timers: TimerPort,
): Promise<Result<string, BodyProblem>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (result: Result<string, BodyProblem>): void => {
      stop()
      request
        .removeAllListeners('data')
        .removeAllListeners('end')
        .removeAllListeners('error')
        .removeAllListeners('close')
      // Later errors are ignored; the result is already settled.
      request.on('error', () => {})
      if (!result.ok) request.pause()
      resolve(result)
    }
    const stop = timers.after(ms, () => finish(err('slow')))
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bytes) finish(err('too-large'))
      else chunks.push(chunk)
    })
    request.on('end', () => finish(decode(Buffer.concat(chunks))))
    request.on('error', () => finish(err('gone')))
    request.on('close', () => finish(err('gone')))
  })
}

/** Replacing wrong bytes would make another text than the caller sent. */
function decode(bytes: Uint8Array): Result<string, BodyProblem> {
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return err('not-text')
  }
}

/** The most bytes of a rejected body that are read and discarded, as long as they keep arriving. */
const DROP_BYTES = 16 * 1_048_576
const SILENCE_MS = 250

/**
 * Reads and discards the rest of a rejected body: closing the connection while the caller still
 * sends would lose the response.
 */
export function dropRest(request: IncomingMessage, timers: TimerPort): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytesLeft = DROP_BYTES
    const finish = (): void => {
      stop()
      resolve()
    }
    let stop = timers.after(SILENCE_MS, finish)
    request.on('data', (chunk: Buffer) => {
      bytesLeft -= chunk.length
      stop()
      if (bytesLeft < 0) finish()
      else stop = timers.after(SILENCE_MS, finish)
    })
    request.once('end', finish).once('close', finish).resume()
  })
}
