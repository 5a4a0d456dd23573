import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { LISTS, SESSION_HEADER } from '../protocol.js'
import { createEventReader } from './event-reader.js'

export interface BridgeSessionOptions {
  readonly url: URL
  readonly token: string
  /** One message of the endpoint that answers nothing: a change, or a question to the client. */
  readonly onMessage: (text: string) => void
  /** Calls later, once; what stops it is returned. */
  readonly setTimer: (ms: number, call: () => void) => () => void
}

/** The bridge's side of one session of the older eras; in the stateless era it stays empty. */
export interface BridgeSession {
  /** What a request of the session says besides. */
  headers(): Readonly<Record<string, string>>
  /** A line of the client is on its way. */
  sent(line: string, method: string | undefined, uri: unknown): void
  /** The endpoint answered the client's `initialize`. */
  began(id: string | undefined, version: string | null): void
  /** Ends the session at the endpoint too; resolves in any case. */
  end(): Promise<void>
}

const MIN_RECONNECT_MS = 1_000
const MAX_RECONNECT_MS = 15_000

/**
 * Keeps a session, listens to it, and begins it anew when the desk was started again: the client,
 * which knows only a program, never
 * notices, and goes on hearing of what it subscribed to.
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
  /** Says something that the client has said before, and hears nothing but when it is over. */
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
    // What changed while nobody listened is not known; all of it may have.
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
        // The desk was started again and knows the session no more.
        if (response?.statusCode === 404) renew().catch(scheduleReconnect)
        // A key that is not known will not be known later.
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
