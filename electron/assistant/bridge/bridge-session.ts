import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LocalEndpoint } from '../local/proven-connection.js'
import { LISTS, SESSION_HEADER } from '../protocol.js'
import { createEventReader } from './event-reader.js'
import { requestOver } from './request-over.js'

export interface BridgeSessionOptions {
  readonly endpoint: LocalEndpoint
  readonly token: string
  /**
   * Called with a message of the endpoint that is not a response: a notification or a request to
   * the client.
   */
  readonly onMessage: (text: string) => void
  /** Calls a function once after `ms`; returns a function that cancels it. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

const MIN_RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 5_000

const notification = (method: string, params?: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ jsonrpc: '2.0', method, ...(params === undefined ? {} : { params }) })

/**
 * The bridge's side of a session of older protocol versions; unused with the stateless version. It
 * holds the session and its stream, and renews both when Countersign was restarted. The client does
 * not notice and still receives the changes that it subscribed to.
 */
export class BridgeSession {
  readonly #options: BridgeSessionOptions
  readonly #subscribed = new Set<string>()
  /** The client's `initialize`, which opens the session again after a restart. */
  #opening: string | null = null
  #session: string | null = null
  #agreedVersion: string | null = null
  #stream: ClientRequest | null = null
  #cancelReconnect: (() => void) | null = null
  #reconnectMs = MIN_RECONNECT_MS
  #ended = false

  constructor(options: BridgeSessionOptions) {
    this.#options = options
  }

  /** Returns the additional headers of the session's requests. */
  headers(): Readonly<Record<string, string>> {
    return {
      ...(this.#session === null ? {} : { [SESSION_HEADER]: this.#session }),
      ...(this.#agreedVersion === null ? {} : { 'mcp-protocol-version': this.#agreedVersion }),
    }
  }

  /** Records a line of the client that is being sent. */
  sent(line: string, method: string | undefined, uri: unknown): void {
    if (method === 'initialize') {
      this.#opening = line
      this.#session = null
      this.#agreedVersion = null
    } else if (method === 'notifications/initialized') {
      this.#options.setTimer(0, () => this.#listen())
    } else if (typeof uri === 'string') {
      if (method === 'resources/subscribe') this.#subscribed.add(uri)
      else if (method === 'resources/unsubscribe') this.#subscribed.delete(uri)
    }
  }

  /** Records the endpoint's answer to the client's `initialize`. */
  began(id: string | undefined, version: string | null): void {
    this.#session = id ?? null
    this.#agreedVersion = version
  }

  /** Ends the session, at the endpoint too; always resolves. */
  end(): Promise<void> {
    this.#ended = true
    this.#cancelReconnect?.()
    this.#stream?.destroy()
    if (this.#session === null) return Promise.resolve()
    return new Promise((resolve) => {
      this.#call('DELETE', null, (response) => {
        response?.resume()
        resolve()
      })
    })
  }

  #call(
    method: string,
    body: string | null,
    answered: (response: IncomingMessage | null) => void,
  ): ClientRequest {
    const { endpoint, token } = this.#options
    const headers = {
      authorization: `Bearer ${token}`,
      accept: body === null ? 'text/event-stream' : 'application/json, text/event-stream',
      ...this.headers(),
      ...(body === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const request = requestOver(endpoint, method, headers, answered)
    request.on('error', () => answered(null))
    request.end(body ?? undefined)
    return request
  }

  /**
   * Sends a message and ignores the content of the response; resolves when it has ended, with null
   * when it failed.
   */
  #post(body: string): Promise<IncomingMessage | null> {
    return new Promise((resolve) => {
      this.#call('POST', body, (response) => {
        if (response === null) return resolve(null)
        response.resume()
        response.on('error', () => {})
        response.on('close', () => resolve(response))
      })
    })
  }

  #scheduleReconnect(): void {
    if (this.#ended || this.#cancelReconnect !== null) return
    this.#cancelReconnect = this.#options.setTimer(this.#reconnectMs, () => {
      this.#cancelReconnect = null
      this.#listen()
    })
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, MAX_RECONNECT_MS)
  }

  /** Opens the session again after Countersign was restarted. */
  #renew(): void {
    // Until Countersign answers again, each try fails for the same reason.
    this.#openAgain().catch(() => this.#scheduleReconnect())
  }

  async #openAgain(): Promise<void> {
    this.#session = null
    const answer = this.#opening === null ? null : await this.#post(this.#opening)
    const id = answer?.headers[SESSION_HEADER]
    if (this.#ended || typeof id !== 'string') return this.#scheduleReconnect()
    this.#session = id
    await this.#post(notification('notifications/initialized'))
    for (const uri of this.#subscribed) await this.#subscribeAgain(uri)
    this.#reportAllChanged()
    this.#listen()
  }

  async #subscribeAgain(uri: string): Promise<void> {
    const message = {
      jsonrpc: '2.0',
      id: `again ${uri}`,
      method: 'resources/subscribe',
      params: { uri },
    }
    await this.#post(JSON.stringify(message))
  }

  /** The changes during an interruption are not known, so everything is reported as changed. */
  #reportAllChanged(): void {
    const { onMessage } = this.#options
    for (const list of LISTS) onMessage(notification(`notifications/${list}/list_changed`))
    for (const uri of this.#subscribed) {
      onMessage(notification('notifications/resources/updated', { uri }))
    }
  }

  #listen(): void {
    if (this.#ended || this.#stream !== null || this.#opening === null) return
    if (this.#session === null) this.#renew()
    else this.#stream = this.#call('GET', null, (response) => this.#onStream(response))
  }

  #onStream(response: IncomingMessage | null): void {
    if (response?.statusCode !== 200) {
      response?.resume()
      this.#onRefused(response?.statusCode)
      return
    }
    this.#reconnectMs = MIN_RECONNECT_MS
    response
      .setEncoding('utf8')
      .on('data', createEventReader(this.#options.onMessage))
      .on('error', () => {})
      .on('close', () => {
        this.#stream = null
        this.#scheduleReconnect()
      })
  }

  #onRefused(status: number | undefined): void {
    this.#stream = null
    // Countersign was restarted and no longer knows the session.
    if (status === 404) this.#renew()
    // Do not retry after 401 or 403: an unknown key stays unknown, a revoked one revoked.
    else if (status !== 401 && status !== 403) this.#scheduleReconnect()
  }
}
