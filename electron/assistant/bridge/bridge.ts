import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { BridgeSession } from './bridge-session.js'
import { SESSION_HEADER } from '../protocol.js'
import { NotConnected, type LocalEndpoint } from '../local/proven-connection.js'
import { createLineReader } from './line-reader.js'
import { notConnectedText, requestOver } from './request-over.js'
import { createEventReader } from './event-reader.js'
import { announcements, offlineResult } from './offline-answers.js'

export interface BridgeOptions {
  readonly endpoint: LocalEndpoint
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

/** Returns the version that a message of the stateless protocol names; null in older versions. */
function statelessVersionOf({ params }: Message): string | null {
  const meta = params?.['_meta']
  return isObject(meta) ? textOf(meta[PROTOCOL_VERSION]) : null
}

/**
 * Returns the headers of a message: in the stateless protocol they repeat parts of the body; in
 * older versions they carry the session and its protocol version.
 */
function headersFor(
  message: Message,
  ofSession: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const version = statelessVersionOf(message)
  if (version === null) return message.method === 'initialize' ? {} : ofSession
  const named = message.method === undefined ? undefined : NAMED[message.method]
  const name = named === undefined ? null : textOf(message.params?.[named])
  return {
    'mcp-protocol-version': version,
    ...(message.method === undefined ? {} : { 'mcp-method': message.method }),
    ...(name === null ? {} : { 'mcp-name': headerText(name) }),
  }
}

/** Countersign is open, but nobody has signed in. */
const NO_SESSION_STATUS = 503
const MIN_ERROR_STATUS = 400
/** How often a stream of changes is tried again while Countersign is not open. */
const RETRY_MS = 2_000

const ENDED_EARLY =
  'Countersign ended the connection before it answered. Check the outcome of the request before you repeat it.'

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Returns the JSON-RPC error of a body; null where it has none. */
function errorOf(body: string): { readonly code: number; readonly message: string } | null {
  try {
    const parsed: unknown = JSON.parse(body)
    const error = isObject(parsed) ? parsed['error'] : null
    return isObject(error) && typeof error['message'] === 'string'
      ? { code: Number(error['code']), message: error['message'] }
      : null
  } catch {
    return null
  }
}

/** Returns the parts of a message that the bridge reads. */
function partsOf(message: Readonly<Record<string, unknown>>): Message {
  const { id, method, params } = message
  return {
    // A response to a request of the endpoint gets no response itself.
    ...(typeof method === 'string' && isId(id) ? { id } : {}),
    ...(typeof method === 'string' ? { method } : {}),
    ...(isObject(params) ? { params } : {}),
  }
}

/**
 * Forwards JSON-RPC lines between a client that starts programs and the MCP endpoint of the running
 * application, for stateless and older protocol versions. It makes no decisions and stores nothing:
 * every line becomes one HTTP request, and every message of the response one line. Resolves when
 * the input has ended and every pending request is answered.
 */
export const runBridge = (options: BridgeOptions): Promise<void> => new Bridge(options).done

/** One request that was sent and is not over. */
class Forwarded {
  readonly streaming: boolean
  readonly #id: string | number | undefined
  readonly #finished: (failure: string | null) => void
  request: ClientRequest | null = null
  cancelled = false
  over = false
  /** True once the stream could not begin because Countersign was not open. */
  late = false

  /** @param finished called once, with the failure to answer the client with, null for none */
  constructor({ id, method }: Message, finished: (failure: string | null) => void) {
    this.#id = id
    this.streaming = method === STREAMING_METHOD
    this.#finished = finished
  }

  finish(answered: boolean, failure = ENDED_EARLY): void {
    if (this.over) return
    this.over = true
    const unanswered = this.#id !== undefined && !answered && !this.cancelled
    this.#finished(unanswered ? failure : null)
  }

  stop(): void {
    this.cancelled = true
    if (this.request === null) this.finish(false)
    else this.request.destroy()
  }
}

class Bridge {
  /** Resolves when the input has ended and every request is over. */
  readonly done: Promise<void>
  readonly #options: BridgeOptions
  readonly #session: BridgeSession
  readonly #inFlight = new Map<string | number, Forwarded>()
  #initializing: string | number | null = null
  #open = 0
  #ended = false
  #finish: () => void = () => {}

  constructor(options: BridgeOptions) {
    this.#options = options
    const { endpoint, token, input, output, setTimer } = options
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#session = new BridgeSession({
      endpoint,
      token,
      setTimer,
      onMessage: (text) => {
        this.#pass(text, undefined)
      },
    })
    createLineReader(input, MAX_LINE_BYTES, {
      line: (line) => this.#onLine(line),
      tooLong: () =>
        this.#fail(null, INVALID_REQUEST, `The line is longer than ${MAX_LINE_BYTES} bytes.`),
      end: () => this.#end(false),
    })
    output.on('error', () => this.#end(true))
  }

  #onLine(line: string): void {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      return this.#fail(null, PARSE_ERROR, 'The line is not JSON.')
    }
    if (!isObject(message)) return this.#fail(null, INVALID_REQUEST, 'One message a line.')
    const parts = partsOf(message)
    // Over HTTP a client cancels by closing the connection; only in a session is the notification
    // forwarded too.
    if (parts.method === 'notifications/cancelled') {
      const target = parts.params?.['requestId']
      if (isId(target)) this.#inFlight.get(target)?.stop()
      if (this.#session.headers()[SESSION_HEADER] === undefined) return
    }
    this.#forward(line, parts)
  }

  #forward(line: string, message: Message): void {
    const { id, method } = message
    this.#open += 1
    if (method === 'initialize' && id !== undefined) this.#initializing = id
    this.#session.sent(line, method, message.params?.['uri'])
    const forwarded = new Forwarded(message, (failure) => {
      if (id !== undefined) this.#inFlight.delete(id)
      if (failure !== null) this.#fail(id ?? null, UNREACHABLE, failure)
      this.#open -= 1
      this.#close()
    })
    if (id !== undefined) this.#inFlight.set(id, forwarded)
    this.#send(Buffer.from(line, 'utf8'), message, forwarded)
  }

  #send(body: Buffer, message: Message, forwarded: Forwarded): void {
    const onOffline = (why: string): void => this.#answerOffline(body, message, forwarded, why)
    const request = this.#request(message, body, (response) =>
      response.statusCode === NO_SESSION_STATUS
        ? this.#readError(response, onOffline)
        : this.#receive(response, message, forwarded),
    )
    forwarded.request = request
    request.on('error', (error) =>
      error instanceof NotConnected
        ? onOffline(notConnectedText(error.problem, this.#options.endpoint.shownAddress))
        : this.#onBroken(forwarded),
    )
    request.end(body)
  }

  /**
   * Answers for Countersign while it is not open. A stream of changes is tried again until it opens
   * and then begins with what can be listed.
   */
  #answerOffline(body: Buffer, message: Message, forwarded: Forwarded, why: string): void {
    const { id, method } = message
    if (forwarded.over || forwarded.cancelled) return
    if (forwarded.streaming && !this.#ended) {
      forwarded.request = null
      forwarded.late = true
      this.#options.setTimer(RETRY_MS, () => {
        if (!forwarded.over && !forwarded.cancelled) this.#send(body, message, forwarded)
      })
      return
    }
    this.#options.logProblem(why)
    const statelessVersion = statelessVersionOf(message)
    const result = id === undefined ? null : offlineResult({ ...message, statelessVersion }, why)
    if (result === null) return forwarded.finish(false, why)
    if (method === 'initialize') this.#session.began(undefined, textOf(result['protocolVersion']))
    this.#write({ jsonrpc: '2.0', id, result })
    forwarded.finish(true)
  }

  #request(
    message: Message,
    body: Buffer,
    answered: (response: IncomingMessage) => void,
  ): ClientRequest {
    const { endpoint, token } = this.#options
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': body.length,
      ...headersFor(message, this.#session.headers()),
    }
    return requestOver(endpoint, 'POST', headers, answered)
  }

  #onBroken(forwarded: Forwarded): void {
    const why =
      'The connection to Countersign broke. Check the outcome of the request before you repeat it.'
    if (!forwarded.cancelled && !forwarded.over) this.#options.logProblem(why)
    forwarded.finish(false, why)
  }

  #receive(response: IncomingMessage, message: Message, forwarded: Forwarded): void {
    const { id, params } = message
    response.setEncoding('utf8')
    response.on('error', () => {})
    if ((response.statusCode ?? 0) < MIN_ERROR_STATUS) {
      const announced = forwarded.late && id !== undefined ? announcements(id, params) : []
      return this.#readResponse(response, id, announced, (answered) => forwarded.finish(answered))
    }
    this.#readError(response, (why, error) => {
      this.#options.logProblem(why)
      if (id !== undefined) this.#write({ jsonrpc: '2.0', id, error })
      forwarded.finish(true)
    })
  }

  /** Reads the error of a refused request, in the words of Countersign where it has any. */
  #readError(response: IncomingMessage, done: (why: string, error: object) => void): void {
    const status = response.statusCode ?? 0
    let body = ''
    response.setEncoding('utf8')
    response.on('error', () => {})
    response.on('data', (chunk: string) => {
      if (body.length < MAX_LINE_BYTES) body += chunk
    })
    response.on('close', () => {
      const error = errorOf(body) ?? {
        code: UNREACHABLE,
        message: `Countersign refused the request (HTTP status ${status}).`,
      }
      done(error.message, error)
    })
  }

  /** Writes every message of a response; reports at its end whether one answered the request. */
  #readResponse(
    response: IncomingMessage,
    id: string | number | undefined,
    announced: readonly object[],
    finished: (answered: boolean) => void,
  ): void {
    const sessionId = response.headers[SESSION_HEADER]
    let answered = false
    let toAnnounce = announced
    const deliver = (text: string): void => {
      const isAnswer = this.#pass(text, id, typeof sessionId === 'string' ? sessionId : undefined)
      answered ||= isAnswer
      for (const change of toAnnounce) this.#write(change)
      toAnnounce = []
    }
    if (/^text\/event-stream/i.test(response.headers['content-type'] ?? '')) {
      response.on('data', createEventReader(deliver))
    } else {
      let body = ''
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => {
        if (body.trim() !== '') deliver(body)
      })
    }
    response.on('close', () => finished(answered))
  }

  /** Writes a message of the endpoint to the client. True when it is the response to `answers`. */
  #pass(text: string, answers: string | number | undefined, sessionId?: string): boolean {
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return false
    }
    if (!isObject(message)) return false
    // An error without an id belongs to the request that caused it.
    const named =
      isObject(message['error']) && message['id'] == null && answers !== undefined
        ? { ...message, id: answers }
        : message
    const { id, result } = named
    if (id !== undefined && id === this.#initializing && isObject(result)) {
      this.#session.began(sessionId, textOf(result['protocolVersion']))
    }
    this.#write(named)
    return id !== undefined && id === answers
  }

  #write(message: unknown): void {
    this.#options.output.write(`${JSON.stringify(message)}\n`)
  }

  #fail(id: string | number | null, code: number, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code, message } })
  }

  /**
   * Streams of changes never end, so they are stopped; all other requests are answered first,
   * unless the output is closed.
   */
  #end(outputClosed: boolean): void {
    this.#ended = true
    for (const forwarded of [...this.#inFlight.values()]) {
      if (forwarded.streaming || outputClosed) forwarded.stop()
    }
    this.#close()
  }

  #close(): void {
    if (this.#ended && this.#open === 0) this.#session.end().then(this.#finish, this.#finish)
  }
}
