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
  /** Writes a problem where the person can find it. */
  readonly logProblem: (text: string) => void
  /** Calls a function once after `ms`; returns a function that cancels it. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

const MAX_LINE_BYTES = 256 * 1_024
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
/** JSON-RPC error code from the range for servers. */
const UNREACHABLE = -32_001
const INVALID_REQUEST = -32_600
const PARSE_ERROR = -32_700
/** The method whose response is a stream without an end. */
const STREAMING_METHOD = 'subscriptions/listen'
/**
 * Methods whose name or address is also sent in a header (specification 2026-07-28, transports).
 */
const NAMED: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/**
 * Encodes a header value: text that is not plain ASCII is sent in base64 as the specification says.
 */
const headerText = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`

/**
 * Returns the headers of a message: in the stateless protocol they repeat parts of the body; in
 * older versions they carry the session and its protocol version.
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
 * Forwards JSON-RPC lines between a client that starts programs and the MCP endpoint of the running
 * application, for stateless and older protocol versions. It makes no decisions and stores nothing:
 * every line becomes one HTTP request, and every message of the response one line. Resolves when
 * the input has ended and every pending request is answered.
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

  /** Writes a message of the endpoint to the client. True when it is the response to `answers`. */
  function pass(text: string, answers: string | number | undefined, sessionId?: string): boolean {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return false
    }
    if (!isObject(message)) return false
    // A rejection of the request check has no id; it belongs to the request that caused it.
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
      // A response to a request of the endpoint gets no response itself.
      ...(typeof method === 'string' && (typeof id === 'string' || typeof id === 'number')
        ? { id }
        : {}),
      ...(typeof method === 'string' ? { method } : {}),
      ...(isObject(params) ? { params } : {}),
    }
    // Over HTTP a client cancels by closing the connection; only in a session is the notification
    // forwarded too.
    if (known.method === 'notifications/cancelled') {
      const target = known.params?.['requestId']
      if (typeof target === 'string' || typeof target === 'number') inFlight.get(target)?.stop()
      if (session.headers()[SESSION_HEADER] === undefined) return
    }
    forward(line, known)
  }

  /**
   * Streams of changes never end, so they are stopped; all other requests are answered first,
   * unless the output is closed.
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
