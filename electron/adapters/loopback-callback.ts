import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { AuthorizeFailure, AuthorizePort } from '../core/auth/auth-port.js'
import { message } from '../../shared/messages/make-message.js'
import { ENGLISH, type WrittenLanguage } from '../../shared/messages/format-message.js'
import type { Message } from '../../shared/messages/message.js'

/** The literal address, never a name (RFC 8252 8.3). */
const HOST = '127.0.0.1'
const CAP_MS = 300_000
const MAX_QUERY = 4_096
const MAX_HEADERS = 16_384

export interface LoopbackOptions {
  /** A registered port; 0 = any free one, where the provider allows it. */
  readonly port?: number
  readonly path?: string
  readonly timeoutMs?: number
  /** The language of the page that the browser shows at the end; English by default. */
  readonly language?: WrittenLanguage
}

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}main{max-width:26rem;padding:2rem}h1{font-size:1.3rem;margin:0 0 .4rem}p{margin:0}'
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  connection: 'close',
} as const

const page = ({ language, write }: WrittenLanguage, heading: Message, text: Message): string =>
  `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Countersign</title><style>${STYLE}</style><main><h1>${write(heading)}</h1><p>${write(text)}</p></main></html>`
const receivedPage = (language: WrittenLanguage): string =>
  page(language, message('system.signInReceivedTitle'), message('system.signInReceived'))
const unknownPage = (language: WrittenLanguage): string =>
  page(language, message('system.signInUnknownTitle'), message('system.signInUnknown'))

function answer(response: ServerResponse, status: 200 | 404, language: WrittenLanguage): void {
  response.writeHead(status, HEADERS)
  response.end(status === 200 ? receivedPage(language) : unknownPage(language))
}

/** Returns a parameter that occurs exactly once, so that a second value cannot be smuggled in. */
export const singleParameter = (params: URLSearchParams, name: string): string | null => {
  const all = params.getAll(name)
  return all.length === 1 ? (all[0] ?? null) : null
}

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Returns the query of a well-formed callback for `state`, otherwise null. */
function queryOf(
  request: IncomingMessage,
  authority: string,
  path: string,
  state: string,
): string | null {
  const target = request.url ?? ''
  const [pathname, query, ...furtherParts] = target.split('?')
  if (
    request.method !== 'GET' ||
    request.headers.host !== authority ||
    pathname !== path ||
    query === undefined ||
    furtherParts.length > 0 ||
    query.length > MAX_QUERY
  ) {
    return null
  }
  const params = new URLSearchParams(query)
  const receivedState = singleParameter(params, 'state')
  if (receivedState === null || !same(receivedState, state)) return null
  return (singleParameter(params, 'code') === null) === (singleParameter(params, 'error') === null)
    ? null
    : query
}

/**
 * Receives one OAuth callback (SEC-14): loopback literal, one GET on one path with the matching
 * Host and state, 404 for everything else, closed after the first valid callback or after five
 * minutes.
 */
export async function openLoopback({
  port = 0,
  path = '/callback',
  timeoutMs = CAP_MS,
  language = ENGLISH,
}: LoopbackOptions = {}): Promise<Result<LoopbackReceiver, AuthorizeFailure>> {
  const receiver = new LoopbackReceiver(path, language)
  if (!(await receiver.listen(port, timeoutMs))) {
    return err({ kind: 'failed', message: message('auth.portInUse', { port }) })
  }
  return ok(receiver)
}

/** The ports on which this program waits for a browser's response. */
const ownPorts = new Set<number>()

/** Returns whether a response could be received on a port now; true while a sign-in waits there. */
export async function isPortFree(port: number): Promise<boolean> {
  if (ownPorts.has(port)) return true
  const server = createServer()
  try {
    return await listens(server, port)
  } finally {
    server.close()
  }
}

/** Listens on a port of the loopback address; false when that is not possible. */
const listens = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: HOST, port, exclusive: true }, () => resolve(true))
  })

/** The receiver with a server of its own, which is closed with the first result. */
export class LoopbackReceiver {
  readonly #path: string
  readonly #language: WrittenLanguage
  readonly #server: Server
  #authority = ''
  #port = 0
  #expectedState: string | null = null
  #result: Result<string, AuthorizeFailure> | null = null
  #settle: ((result: Result<string, AuthorizeFailure>) => void) | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(path: string, language: WrittenLanguage) {
    this.#path = path
    this.#language = language
    this.#server = createServer(
      { maxHeaderSize: MAX_HEADERS, requestTimeout: 10_000, headersTimeout: 5_000 },
      (request, response) => this.#handle(request, response),
    )
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  get redirectUri(): string {
    return `http://${this.#authority}${this.#path}`
  }

  /** Listens on the port until the first result. False when the port is in use. */
  async listen(port: number, timeoutMs: number): Promise<boolean> {
    if (!(await listens(this.#server, port))) return false
    this.#port = (this.#server.address() as AddressInfo).port
    ownPorts.add(this.#port)
    this.#authority = `${HOST}:${this.#port}`
    this.#timer = setTimeout(
      () => this.#finish(err({ kind: 'timeout', message: message('auth.notApproved') })),
      timeoutMs,
    )
    return true
  }

  /** Resolves with the raw query of the first callback whose state is `expectedState`. */
  receive(expectedState: string): Promise<Result<string, AuthorizeFailure>> {
    this.#expectedState = expectedState
    return new Promise((resolve) => {
      if (this.#result === null) this.#settle = resolve
      else resolve(this.#result)
    })
  }

  close(): void {
    this.#finish(err({ kind: 'cancelled', message: message('auth.cancelled') }))
    this.#server.closeAllConnections()
  }

  /** Answers one request. Only a callback with the expected state is a result. */
  #handle(request: IncomingMessage, response: ServerResponse): void {
    const state = this.#expectedState
    const query = state === null ? null : queryOf(request, this.#authority, this.#path, state)
    answer(response, query === null ? 404 : 200, this.#language)
    request.resume()
    if (query !== null) this.#finish(ok(query))
  }

  /** Closes the server with the first result; later ones are ignored. */
  #finish(result: Result<string, AuthorizeFailure>): void {
    if (this.#result !== null) return
    this.#result = result
    clearTimeout(this.#timer)
    this.#server.close()
    ownPorts.delete(this.#port)
    this.#settle?.(result)
  }
}

/**
 * Shows the login page: in the system browser, or on the practice exchange by its own approval. A
 * failure ends the attempt.
 */
export type ShowPage = (url: string) => Promise<Result<void, AuthorizeFailure>>

/** Creates the authorize port of core, with one loopback receiver per attempt. */
export function createAuthorizer(show: ShowPage, options: LoopbackOptions = {}): AuthorizePort {
  let waiting: LoopbackReceiver | null = null
  return {
    cancel: () => waiting?.close(),
    async authorize(urlFor) {
      waiting?.close()
      const opened = await openLoopback(options)
      if (!opened.ok) return opened
      const receiver = opened.value
      waiting = receiver
      const url = urlFor(receiver.redirectUri)
      // Without a state use a random one, so that no callback can match.
      const answered = receiver.receive(
        new URL(url).searchParams.get('state') ?? randomBytes(16).toString('hex'),
      )
      const shown = await show(url)
      if (!shown.ok) receiver.close()
      const query = await answered
      if (waiting === receiver) waiting = null
      if (!shown.ok) return shown
      return query.ok ? ok({ query: query.value, redirectUri: receiver.redirectUri }) : query
    },
  }
}
