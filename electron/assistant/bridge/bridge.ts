import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { createBridgeSession } from './bridge-session.js'
import { SESSION_HEADER } from '../protocol.js'
import { createLineReader } from './line-reader.js'
import { createEventReader } from './event-reader.js'

export interface BridgeOptions {
  readonly url: URL
  readonly token: string
  readonly input: Readable
  readonly output: Writable
  /** Where a person looks who wonders why nothing happens. */
  readonly logProblem: (text: string) => void
  /** Calls later, once; what stops it is returned. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const MAX_LINE_BYTES = 256 * 1_024
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC: the range that servers may use for themselves. */
const UNREACHABLE = -32_001
const INVALID_REQUEST = -32_600
const PARSE_ERROR = -32_700
/** Stays open until somebody hangs up. */
const STREAMING_METHOD = 'subscriptions/listen'
/**
 * Methods whose name or address travels in a header as well (specification 2026-07-28, transports).
 */
const NAMED: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** Header values are ASCII; anything else travels as the specification says. */
const headerText = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`

/**
 * The headers of the stateless era say what the body says; those of the older ones name the session
 * and the version that was agreed on.
 */
function headersFor(
  message: Message,
  ofSession: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const meta = message.params?.['_meta']
  const version = isObject(meta) ? textOf(meta[PROTOCOL_VERSION]) : null
  if (version === null) return message.method === 'initialize' ? {} : ofSession
  const named = message.method === undefined ? undefined : NAMED[message.method]
  const name = named === undefined ? null : textOf(message.params?.[named])
  return {
    'mcp-protocol-version': version,
    ...(message.method === undefined ? {} : { 'mcp-method': message.method }),
    ...(name === null ? {} : { 'mcp-name': headerText(name) }),
  }
}

const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  401: 'Countersign does not know this key, or it was revoked. Pair this assistant again in Countersign.',
  403: 'Countersign refused the address that it was called by.',
  429: 'Too many requests. Try again in a minute.',
  503: 'Countersign has no session open. Sign in there, then try again.',
}

/**
 * Carries JSON-RPC lines between a client that starts programs and the endpoint of the running app,
 * in both protocol eras. It decides
 * nothing and keeps nothing: every line is one request over HTTP, and what comes back is written as
 * lines. Resolves when the input has
 * ended and everything that was under way is answered.
 */
export function runBridge({
  url,
  token,
  input,
  output,
  logProblem,
  setTimer,
}: BridgeOptions): Promise<void> {
  const inFlight = new Map<
    string | number,
    { readonly streaming: boolean; readonly stop: () => void }
  >()
  const session = createBridgeSession({
    url,
    token,
    setTimer,
    onMessage: (text) => {
      pass(text, undefined)
    },
  })
  let initializing: string | number | null = null
  let open = 0
  let ended = false
  let finish: () => void = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })

  const write = (message: unknown): void => {
    output.write(`${JSON.stringify(message)}\n`)
  }
  const fail = (id: string | number | null, code: number, message: string): void =>
    write({ jsonrpc: '2.0', id, error: { code, message } })
  const close = (): void => {
    if (ended && open === 0) session.end().then(finish, finish)
  }
  const settle = (): void => {
    open -= 1
    close()
  }

  /** One message of the endpoint, on its way to the client. */
  function pass(text: string, answers: string | number | undefined, sessionId?: string): boolean {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return false
    }
    if (!isObject(message)) return false
    // A refusal of the guard answers nobody by name; it is about the request that met it.
    const named =
      message['id'] === null && answers !== undefined ? { ...message, id: answers } : message
    if (named['id'] !== undefined && named['id'] === initializing && isObject(named['result'])) {
      session.began(sessionId, textOf(named['result']['protocolVersion']))
    }
    write(named)
    return named['id'] !== undefined && named['id'] === answers
  }

  const receive = (
    response: IncomingMessage,
    id: string | number | undefined,
    finished: (answered: boolean) => void,
  ): void => {
    response.setEncoding('utf8')
    let answered = false
    const named = response.headers[SESSION_HEADER]
    const deliver = (text: string): void => {
      answered = pass(text, id, typeof named === 'string' ? named : undefined) || answered
    }
    const status = response.statusCode ?? 0
    const why = STATUS_MESSAGES[status]
    if (why !== undefined) {
      logProblem(why)
      if (id !== undefined) fail(id, UNREACHABLE, why)
      response.resume()
      response.on('close', () => finished(true))
      return
    }
    const events = /^text\/event-stream/i.test(response.headers['content-type'] ?? '')
      ? createEventReader(deliver)
      : null
    let body = ''
    response.on('data', (chunk: string) => {
      if (events === null) body += chunk
      else events(chunk)
    })
    response.on('end', () => {
      if (events === null && body.trim() !== '') deliver(body)
    })
    response.on('error', () => {})
    response.on('close', () => finished(answered))
  }

  const forward = (line: string, message: Message): void => {
    const { id } = message
    open += 1
    if (message.method === 'initialize' && id !== undefined) initializing = id
    session.sent(line, message.method, message.params?.['uri'])
    let cancelled = false
    let over = false
    const finished = (
      answered: boolean,
      why = 'Countersign ended the connection before it answered. Look at what became of the request before you repeat it.',
    ): void => {
      if (over) return
      over = true
      if (id !== undefined) {
        inFlight.delete(id)
        if (!answered && !cancelled) fail(id, UNREACHABLE, why)
      }
      settle()
    }
    const body = Buffer.from(line, 'utf8')
    const request = httpRequest(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'content-length': body.length,
          ...headersFor(message, session.headers()),
        },
      },
      (response) => receive(response, id, finished),
    )
    request.on('error', (error: NodeJS.ErrnoException) => {
      const away = error.code === 'ECONNREFUSED'
      const why = away
        ? `Countersign is not running, or its assistant endpoint is off or on another port (${url.host}). Start it and try again.`
        : 'The connection to Countersign broke.'
      if (!cancelled && !over) logProblem(why)
      finished(false, why)
    })
    if (id !== undefined) {
      inFlight.set(id, {
        streaming: message.method === STREAMING_METHOD,
        stop() {
          cancelled = true
          request.destroy()
        },
      })
    }
    request.end(body)
  }

  const onLine = (line: string): void => {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      return fail(null, PARSE_ERROR, 'The line is not JSON.')
    }
    if (!isObject(message)) return fail(null, INVALID_REQUEST, 'One message a line.')
    const { id, method, params } = message
    const known: Message = {
      // An answer to a question of the endpoint is not answered in turn.
      ...(typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')
        ? { id }
        : {}),
      ...(typeof method === 'string' ? { method } : {}),
      ...(isObject(params) ? { params } : {}),
    }
    // Over HTTP a caller that gives up hangs up; only within a session the notification finds the
    // request as well.
    if (known.method === 'notifications/cancelled') {
      const target = known.params?.['requestId']
      if (typeof target === 'string' || typeof target === 'number') inFlight.get(target)?.stop()
      if (session.headers()[SESSION_HEADER] === undefined) return
    }
    forward(line, known)
  }

  /**
   * Streams of changes have no end of their own; everything else is answered first, unless nobody
   * reads any more.
   */
  const end = (outputClosed: boolean): void => {
    ended = true
    for (const { streaming: endless, stop } of [...inFlight.values()]) {
      if (endless || outputClosed) stop()
    }
    close()
  }
  createLineReader(input, MAX_LINE_BYTES, {
    line: onLine,
    tooLong: () => fail(null, INVALID_REQUEST, `The line is longer than ${MAX_LINE_BYTES} bytes.`),
    end: () => end(false),
  })
  output.on('error', () => end(true))
  return done
}
