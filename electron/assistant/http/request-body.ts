import type { IncomingMessage } from 'node:http'
import type { TimerPort } from '../../core/ports.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'

/** `gone`: the caller hung up. */
export type BodyProblem = 'too-large' | 'slow' | 'gone'

/** Reads a body that may be `bytes` long and take `ms`. Nothing beyond the bound is kept. */
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
      // Errors after this point have nobody to tell.
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
    request.on('end', () => finish(ok(Buffer.concat(chunks).toString('utf8'))))
    request.on('error', () => finish(err('gone')))
    request.on('close', () => finish(err('gone')))
  })
}

/** So much of a body that nobody wants is read on and dropped, as long as it keeps coming. */
const DROP_BYTES = 16 * 1_048_576
const SILENCE_MS = 250

/**
 * Lets a caller finish sending what is not wanted: a connection that is cut under somebody who
 * writes takes the answer with it.
 */
export function dropRest(request: IncomingMessage, timers: TimerPort): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let left = DROP_BYTES
    const finish = (): void => {
      stop()
      resolve()
    }
    let stop = timers.after(SILENCE_MS, finish)
    request.on('data', (chunk: Buffer) => {
      left -= chunk.length
      stop()
      if (left < 0) finish()
      else stop = timers.after(SILENCE_MS, finish)
    })
    request.once('end', finish).once('close', finish).resume()
  })
}
