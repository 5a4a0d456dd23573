import type { IncomingMessage } from 'node:http'
import type { TimerPort } from '../core/ports.js'
import { err, ok, type Result } from '../../shared/domain/result.js'

/** `gone`: the caller hung up. */
export type BodyProblem = 'too-large' | 'slow' | 'gone'

/** Reads a body that may be `bytes` long and take `ms`. Nothing beyond the bound is kept. */
export function readBody(request: IncomingMessage, bytes: number, ms: number, timers: TimerPort): Promise<Result<string, BodyProblem>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (result: Result<string, BodyProblem>): void => {
      stop()
      request.removeAllListeners('data').removeAllListeners('end').removeAllListeners('error').removeAllListeners('close')
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
