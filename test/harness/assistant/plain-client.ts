import { TrafficMeter, type MeasuredClient, type ToolAnswer, type Traffic } from './traffic.js'

const PROTOCOL = '2025-06-18'

/**
 * An MCP client written by hand on `fetch`, as a person's own script would be: JSON-RPC over
 * Streamable HTTP, answers as JSON or as an event stream. It shares no code with the official SDK.
 */
export class PlainClient implements MeasuredClient {
  readonly #url: string
  readonly #key: string
  #session: string | null = null
  readonly #meter = new TrafficMeter()
  #id = 0

  constructor({ url, key }: { readonly url: string; readonly key: string }) {
    this.#url = url
    this.#key = key
  }

  /** Says hello; returns what the server says of itself. */
  async connect(): Promise<Readonly<Record<string, unknown>>> {
    const hello = await this.#request('initialize', {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: 'own-script', version: '0.1' },
    })
    await this.#post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    return hello
  }

  async toolNames(): Promise<readonly string[]> {
    const { tools } = await this.#request('tools/list', {})
    return (tools as readonly { readonly name: string }[]).map(({ name }) => name)
  }

  /** Calls a tool that must succeed; a refusal is a dead end of the job. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = (await this.#request('tools/call', {
      name,
      arguments: args,
    })) as unknown as ToolAnswer
    return this.#meter.record(name, args, answer)
  }

  /** Returns the traffic since the last time. */
  takeTraffic(): Traffic {
    return this.#meter.take()
  }

  async #request(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    this.#id += 1
    const response = await this.#post({ jsonrpc: '2.0', id: this.#id, method, params })
    this.#session = response.headers.get('mcp-session-id') ?? this.#session
    const body = await response.text()
    const messages =
      response.headers.get('content-type')?.startsWith('text/event-stream') === true
        ? [...body.matchAll(/^data: ?(.*)$/gm)].map(([, data = '']) => data)
        : [body]
    for (const message of messages.filter((data) => data !== '')) {
      const parsed = JSON.parse(message) as {
        readonly id?: number
        readonly result?: Readonly<Record<string, unknown>>
        readonly error?: unknown
      }
      if (parsed.id !== this.#id) continue
      if (parsed.result !== undefined) return parsed.result
      throw new Error(JSON.stringify(parsed.error))
    }
    throw new Error(`no answer to ${method}: ${response.status} ${body}`)
  }

  #post(message: object): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        ...(this.#session === null ? {} : { 'mcp-session-id': this.#session }),
      },
      body: JSON.stringify(message),
    })
  }
}
