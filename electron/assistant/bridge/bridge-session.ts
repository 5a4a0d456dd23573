import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { LISTS, SESSION_HEADER } from '../protocol.js'
import { createEventReader } from './event-reader.js'

export interface BridgeSessionOptions {
  readonly url: URL
  readonly token: string
  /**
   * Called with a message of the endpoint that is not a response: a notification or a request to
   * the client.
   */
  readonly onMessage: (text: string) => void
  /** Calls a function once after `ms`; returns a function that cancels it. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

/** The bridge's side of a session of older protocol versions; unused with the stateless version. */
export interface BridgeSession {
  /** The additional headers of the session's requests. */
  headers(): Readonly<Record<string, string>>
  /** Records a line of the client that is being sent. */
  sent(line: string, method: string | undefined, uri: unknown): void
  /** Records the endpoint's answer to the client's `initialize`. */
  began(id: string | undefined, version: string | null): void
  /** Ends the session, at the endpoint too; always resolves. */
  end(): Promise<void>
}

const MIN_RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 15_000

/**
 * Holds a session and its stream, and renews both when Countersign was restarted. The client does
 * not notice and still receives the changes that it subscribed to.
 */
export function createBridgeSession({
  url,
  token,
  onMessage,
  setTimer,
}: BridgeSessionOptions): BridgeSession {
  const subscribed = new Set<string>()
  let opening: string | null = null
  let session: string | null = null
  let agreed: string | null = null
  let stream: ClientRequest | null = null
  let waiting: (() => void) | null = null
  let wait = MIN_RECONNECT_MS
  let ended = false

  const headers = (): Record<string, string> => ({
    ...(session === null ? {} : { [SESSION_HEADER]: session }),
    ...(agreed === null ? {} : { 'mcp-protocol-version': agreed }),
  })
  const call = (
    method: string,
    body: string | null,
    answered: (response: IncomingMessage | null) => void,
  ): ClientRequest => {
    const request = httpRequest(
      url,
      {
        method,
        agent: false,
        headers: {
          authorization: `Bearer ${token}`,
          accept: body === null ? 'text/event-stream' : 'application/json, text/event-stream',
          ...headers(),
          ...(body === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      answered,
    )
    request.on('error', () => answered(null))
    request.end(body ?? undefined)
    return request
  }
  /**
   * Sends a message and ignores the content of the response; resolves when it has ended, with null
   * when it failed.
   */
  const repeat = (body: string): Promise<IncomingMessage | null> =>
    new Promise((resolve) => {
      call('POST', body, (response) => {
        if (response === null) return resolve(null)
        response.resume()
        response.on('error', () => {})
        response.on('close', () => resolve(response))
      })
    })

  const scheduleReconnect = (): void => {
    if (ended || waiting !== null) return
    waiting = setTimer(wait, () => {
      waiting = null
      listen()
    })
    wait = Math.min(wait * 2, MAX_RECONNECT_MS)
  }

  const renew = async (): Promise<void> => {
    session = null
    const answer = opening === null ? null : await repeat(opening)
    const id = answer?.headers[SESSION_HEADER]
    if (ended || typeof id !== 'string') return scheduleReconnect()
    session = id
    await repeat(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    for (const uri of subscribed) {
      await repeat(
        JSON.stringify({
          jsonrpc: '2.0',
          id: `again ${uri}`,
          method: 'resources/subscribe',
          params: { uri },
        }),
      )
    }
    // The changes during the interruption are not known, so report everything as changed.
    for (const list of LISTS) {
      onMessage(JSON.stringify({ jsonrpc: '2.0', method: `notifications/${list}/list_changed` }))
    }
    for (const uri of subscribed) {
      onMessage(
        JSON.stringify({
          jsonrpc: '2.0',
          method: 'notifications/resources/updated',
          params: { uri },
        }),
      )
    }
    listen()
  }

  function listen(): void {
    if (ended || stream !== null || opening === null) return
    if (session === null) {
      renew().catch(scheduleReconnect)
      return
    }
    stream = call('GET', null, (response) => {
      const over = (): void => {
        stream = null
        scheduleReconnect()
      }
      if (response?.statusCode !== 200) {
        response?.resume()
        stream = null
        // Countersign was restarted and no longer knows the session.
        if (response?.statusCode === 404) renew().catch(scheduleReconnect)
        // Do not retry after 401: an unknown key stays unknown.
        else if (response?.statusCode !== 401) scheduleReconnect()
        return
      }
      wait = MIN_RECONNECT_MS
      const readChunk = createEventReader(onMessage)
      response
        .setEncoding('utf8')
        .on('data', readChunk)
        .on('error', () => {})
        .on('close', over)
    })
  }

  return {
    headers,
    sent(line, method, uri) {
      if (method === 'initialize') [opening, session, agreed] = [line, null, null]
      else if (method === 'notifications/initialized') setTimer(0, listen)
      else if (method === 'resources/subscribe' && typeof uri === 'string') subscribed.add(uri)
      else if (method === 'resources/unsubscribe' && typeof uri === 'string') subscribed.delete(uri)
    },
    began(id, version) {
      ;[session, agreed] = [id ?? null, version]
    },
    end: () =>
      new Promise((resolve) => {
        ended = true
        waiting?.()
        stream?.destroy()
        if (session === null) return resolve()
        call('DELETE', null, (response) => {
          response?.resume()
          resolve()
        })
      }),
  }
}
