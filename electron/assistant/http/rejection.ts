import type { IncomingMessage, ServerResponse } from 'node:http'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { TimerPort } from '../../core/ports.js'
import { jsonProblem, MAX_DEPTH, type JsonProblem } from './json-check.js'
import { dropRest, readBody, type BodyProblem } from './request-body.js'
import type { HttpRejection } from './request-check.js'

/** The id of a JSON-RPC request. */
export type RequestId = string | number

const INVALID_REQUEST = -32_600
const PARSE_ERROR = -32_700
const REQUEST_REJECTED = -32_000
/** Every rejected request ends with this, because a caller may have requested an order by it. */
const NOTHING = 'Nothing was requested and nothing was sent.'

export const PROBLEMS: Readonly<Record<Exclude<BodyProblem, 'gone'>, HttpRejection>> = {
  'too-large': { status: 413, message: 'The body is too long.' },
  slow: { status: 408, message: 'The body took too long to arrive.' },
  'not-text': { status: 400, message: 'The body is not in UTF-8.' },
}
export const UNAUTHORIZED: HttpRejection = {
  status: 401,
  message: 'This key is not known here. Pair this assistant again in Countersign.',
  headers: { 'www-authenticate': 'Bearer' },
}
/** No challenge: signing in cannot help, only the person can pair again. */
export const REVOKED: HttpRejection = {
  status: 403,
  message: 'The person revoked this connection. Pair this assistant again in Countersign.',
}
export const NO_SESSION: HttpRejection = {
  status: 503,
  message:
    'Countersign is open, but it has no session. The person has to open a profile there and sign in.',
  headers: { 'retry-after': '10' },
}
export const STARTING: HttpRejection = {
  status: 503,
  message: 'Countersign is starting: it is opening its profile. Repeat this in a few seconds.',
  headers: { 'retry-after': '2' },
}
export const FAILED: HttpRejection = {
  status: 500,
  message:
    'Countersign failed in the middle of this request; its outcome is not known here. Read get_pending_instruction and get_open_orders before you repeat it.',
  outcomeUnknown: true,
}

export function tooManyRequests(waitMs: number): HttpRejection {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return {
    status: 429,
    message: `Too many requests. Wait ${seconds} s, then repeat this one.`,
    headers: { 'retry-after': `${seconds}` },
  }
}

const isId = (value: unknown): value is RequestId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value))

/** Returns the id of a message; undefined for a notification and for anything else. */
export const idOf = (message: unknown): RequestId | undefined => {
  const id =
    typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (Reflect.get(message, 'id') as unknown)
      : undefined
  return isId(id) ? id : undefined
}

/**
 * Writes a rejection as a JSON-RPC error and closes its connection once that was received. It has
 * the id of the request; without one it has no `id` member, which every protocol version allows
 * over HTTP, and null would be valid in none.
 */
export function reject(
  response: ServerResponse,
  { status, message, headers, outcomeUnknown }: HttpRejection,
  timers: TimerPort,
  {
    id,
    code = REQUEST_REJECTED,
  }: { readonly id?: RequestId | undefined; readonly code?: number | undefined } = {},
): void {
  if (response.headersSent || response.destroyed) return
  const text = outcomeUnknown === true ? message : `${message} ${NOTHING}`
  const answer = JSON.stringify({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code, message: text },
  })
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
    connection: 'close',
    ...headers,
  })
  response.write(answer)
  void dropRest(response.req, timers).then(() => response.end())
}

/** A longer body is not read to answer its request by its id. */
const ID_BODY_BYTES = 16_384
const ID_BODY_MS = 250

/** Reads the id of a request that is rejected before its body was read. */
export async function readRequestId(
  request: IncomingMessage,
  timers: TimerPort,
): Promise<RequestId | undefined> {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (request.method !== 'POST' || !(length > 0 && length <= ID_BODY_BYTES)) return undefined
  const body = await readBody(request, ID_BODY_BYTES, ID_BODY_MS, timers)
  if (!body.ok || jsonDepthProblem(body.value)) return undefined
  try {
    return idOf(JSON.parse(body.value))
  } catch {
    return undefined
  }
}

const jsonDepthProblem = (text: string): boolean => {
  try {
    return jsonProblem(text)?.kind === 'depth'
  } catch {
    // Text that cannot be examined counts as too deep: its id is not looked for.
    return true
  }
}

const describeProblem = (problem: JsonProblem): string => {
  switch (problem.kind) {
    case 'depth':
      return `The body is nested more than ${MAX_DEPTH} levels deep. Send plain arguments.`
    case 'duplicate':
      return `The body has the name ${JSON.stringify(problem.name)} twice in one object, so its meaning is not certain. Send each name once.`
    case 'prototype':
      return 'The body has the name "__proto__", which no call has. Leave it out.'
  }
}

/** A message that is rejected, with its id where it has one. */
export interface RejectedMessage {
  readonly rejection: HttpRejection
  readonly code: number
  readonly id?: RequestId | undefined
}

/** Parses a body; a batch of JSON-RPC would be many requests at the rate limit of one. */
export function parseMessage(body: string): Result<object, RejectedMessage> {
  let message: unknown
  try {
    message = JSON.parse(body)
  } catch {
    return err({ rejection: { status: 400, message: 'The body is not JSON.' }, code: PARSE_ERROR })
  }
  const problem = jsonProblem(body)
  if (problem !== null) {
    const rejection = { status: 400, message: describeProblem(problem) }
    return err({ rejection, code: INVALID_REQUEST, id: idOf(message) })
  }
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return ok(message)
  return err({
    rejection: { status: 400, message: 'Send one message per request.' },
    code: INVALID_REQUEST,
  })
}
