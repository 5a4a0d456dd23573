import { request } from 'node:http'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'

const ANSWER_MS = 5_000
const UNAUTHORIZED = 401
const FORBIDDEN = 403
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/** Calls the endpoint at its address with a key, as a client does; returns the milliseconds. */
export async function callEndpoint(url: string, token: string): Promise<Result<number, AppError>> {
  const started = performance.now()
  const status = await post(url, token)
  if (status === 200) return ok(Math.round(performance.now() - started))
  return err(
    appError(
      'instruction/refused',
      status === null
        ? message('clients.noAnswer', { url })
        : status === UNAUTHORIZED || status === FORBIDDEN
          ? message('clients.keyGone')
          : message('clients.answered', { status }),
    ),
  )
}

/** Returns the status of the answer; null without one. */
const post = (url: string, token: string): Promise<number | null> =>
  new Promise((resolve) => {
    const call = request(url, {
      method: 'POST',
      timeout: ANSWER_MS,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'content-length': Buffer.byteLength(PING),
      },
    })
    call.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(null))
    call.on('close', () => resolve(null))
    call.end(PING)
  })
