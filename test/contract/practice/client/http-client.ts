import { request as send, Agent } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { PracticeReady } from '../../../../shared/practice/practice-control.js'
import { signHttp, type Algorithm } from './sign.js'

export interface Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown
}

export interface Sent {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly query?: readonly (readonly [string, string])[]
  /** A raw body, sent unchanged. */
  readonly body?: string | null
  readonly headers?: Readonly<Record<string, string | null>>
  readonly base?: string
}

export interface Signed extends Sent {
  readonly json?: unknown
  readonly algorithm?: Algorithm
  readonly timestamp?: string
  readonly nonce?: string
  readonly appKey?: string
  readonly appSecret?: string
}

/** A raw HTTP client of the exchange: sends the given bytes and returns the unprocessed answer. */
export class HttpClient {
  readonly ready: PracticeReady
  token: string | null = null
  readonly #agent: Agent

  constructor(ready: PracticeReady) {
    this.ready = ready
    this.#agent = new Agent({ ca: ready.ca, keepAlive: true })
  }

  close(): void {
    this.#agent.destroy()
  }

  raw(sent: Sent): Promise<Reply> {
    const url = new URL(sent.base ?? this.ready.hosts.api)
    const query = new URLSearchParams(
      (sent.query ?? []).map(([name, value]): [string, string] => [name, value]),
    ).toString()
    const headers = Object.fromEntries(
      Object.entries(sent.headers ?? {}).filter(
        (entry): entry is [string, string] => entry[1] !== null,
      ),
    )
    const body =
      sent.body === undefined || sent.body === null ? null : Buffer.from(sent.body, 'utf8')
    return new Promise((resolve, reject) => {
      const request = send(
        {
          host: url.hostname,
          port: url.port,
          agent: this.#agent,
          servername: 'localhost',
          method: sent.method ?? 'GET',
          path: `${sent.path}${query === '' ? '' : `?${query}`}`,
          headers: {
            ...headers,
            ...(body === null ? {} : { 'content-length': String(body.length) }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('aborted', () => reject(new Error('aborted')))
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            let json: unknown
            try {
              json = JSON.parse(text)
            } catch {
              json = undefined
            }
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json })
          })
        },
      )
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  }

  /** Signs and sends a request; a header set to null is removed after signing. */
  signed(sent: Signed): Promise<Reply> {
    const body = sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json)
    const signature = signHttp({
      appKey: sent.appKey ?? this.ready.appKey,
      appSecret: sent.appSecret ?? this.ready.appSecret,
      host: new URL(sent.base ?? this.ready.hosts.api).host,
      path: sent.path,
      query: sent.query ?? [],
      body,
      ...(sent.algorithm === undefined ? {} : { algorithm: sent.algorithm }),
      ...(sent.timestamp === undefined ? {} : { timestamp: sent.timestamp }),
      ...(sent.nonce === undefined ? {} : { nonce: sent.nonce }),
    })
    const token: Record<string, string> =
      this.token === null ? {} : { 'x-access-token': this.token }
    const type: Record<string, string> = body === null ? {} : { 'content-type': 'application/json' }
    return this.raw({
      ...sent,
      method: sent.method ?? (body === null ? 'GET' : 'POST'),
      body,
      headers: { ...signature, 'x-version': 'v3', ...token, ...type, ...sent.headers },
    })
  }

  get(path: string, query: Readonly<Record<string, string>> = {}): Promise<Reply> {
    return this.signed({ path, query: Object.entries(query) })
  }

  post(path: string, json: unknown): Promise<Reply> {
    return this.signed({ path, json })
  }

  /** Requests a 2FA token and stores it. */
  async signIn(): Promise<void> {
    const reply = await this.post('/auth/tokens/create', {})
    this.token = (reply.json as { token: string }).token
  }
}
