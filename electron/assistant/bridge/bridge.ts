import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import { BridgeSession } from './bridge-session.js'
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

const ENDED_EARLY =
  'Countersign ended the connection before it answered. Check the outcome of the request before you repeat it.'

const isId = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

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
    this.request?.destroy()
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
    const { url, token, input, output, setTimer } = options
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
    this.#session = new BridgeSession({
      url,
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
    const body = Buffer.from(line, 'utf8')
    const request = this.#request(message, body, (response) =>
      this.#receive(response, id, (answered) => forwarded.finish(answered)),
    )
    forwarded.request = request
    request.on('error', (error: NodeJS.ErrnoException) => this.#onError(error, forwarded))
    if (id !== undefined) this.#inFlight.set(id, forwarded)
    request.end(body)
  }

  #request(
    message: Message,
    body: Buffer,
    answered: (response: IncomingMessage) => void,
  ): ClientRequest {
    const { url, token } = this.#options
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': body.length,
      ...headersFor(message, this.#session.headers()),
    }
    return httpRequest(url, { method: 'POST', agent: false, headers }, answered)
  }

  #onError(error: NodeJS.ErrnoException, forwarded: Forwarded): void {
    const { url, logProblem } = this.#options
    const why =
      error.code === 'ECONNREFUSED'
        ? `Countersign is not running, or its assistant endpoint is off or on another port (${url.host}). Start it and try again.`
        : 'The connection to Countersign broke.'
    if (!forwarded.cancelled && !forwarded.over) logProblem(why)
    forwarded.finish(false, why)
  }

  #receive(
    response: IncomingMessage,
    id: string | number | undefined,
    finished: (answered: boolean) => void,
  ): void {
    response.setEncoding('utf8')
    response.on('error', () => {})
    const why = STATUS_MESSAGES[response.statusCode ?? 0]
    if (why === undefined) this.#readResponse(response, id, finished)
    else {
      this.#options.logProblem(why)
      if (id !== undefined) this.#fail(id, UNREACHABLE, why)
      response.resume()
      response.on('close', () => finished(true))
    }
  }

  /** Writes every message of a response; reports at its end whether one answered the request. */
  #readResponse(
    response: IncomingMessage,
    id: string | number | undefined,
    finished: (answered: boolean) => void,
  ): void {
    const sessionId = response.headers[SESSION_HEADER]
    let answered = false
    const deliver = (text: string): void => {
      const isAnswer = this.#pass(text, id, typeof sessionId === 'string' ? sessionId : undefined)
      answered ||= isAnswer
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
    // A rejection of the request check has no id; it belongs to the request that caused it.
    const named =
      message['id'] === null && answers !== undefined ? { ...message, id: answers } : message
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
