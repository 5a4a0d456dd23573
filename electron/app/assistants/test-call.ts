import { requestOver } from '../../assistant/bridge/request-over.js'
import { socketEndpoint } from '../../assistant/local/proven-connection.js'
import { systemTimers } from '../../adapters/timers.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import { message } from '../../../shared/messages/make-message.js'

const ANSWER_MS = 5_000
const UNAUTHORIZED = 401
const FORBIDDEN = 403
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/**
 * Calls the private socket with a key, as a client's bridge does; returns the milliseconds.
 */
export async function callEndpoint(
  folder: string,
  token: string,
): Promise<Result<number, AppError>> {
  const started = performance.now()
  const status = await post(folder, token)
  if (status === 200) return ok(Math.round(performance.now() - started))
  return err(
    appError(
      'instruction/refused',
      status === null
        ? message('clients.noAnswer')
        : status === UNAUTHORIZED || status === FORBIDDEN
          ? message('clients.keyGone')
          : message('clients.answered', { status }),
    ),
  )
}

/** Returns the status of the answer; null without one. */
const post = (folder: string, token: string): Promise<number | null> =>
  new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(PING),
    }
    const endpoint = socketEndpoint(folder, { setTimer: systemTimers.after })
    const call = requestOver(endpoint, 'POST', headers, (response) => {
      response.resume()
      resolve(response.statusCode ?? null)
    })
    const cancel = systemTimers.after(ANSWER_MS, () => call.destroy())
    call.on('error', () => resolve(null))
    call.on('close', () => {
      cancel()
      resolve(null)
    })
    call.end(PING)
  })
