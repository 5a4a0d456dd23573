import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { TrafficMeter, type MeasuredClient, type ToolAnswer, type Traffic } from './traffic.js'

/** The official client of MCP over HTTP, with a measure of its traffic. */
export class OfficialClient implements MeasuredClient {
  readonly #client = new Client({ name: 'official-script', version: '0.1' })
  readonly #meter = new TrafficMeter()
  readonly #transport: StreamableHTTPClientTransport

  constructor({ url, key }: { readonly url: string; readonly key: string }) {
    this.#transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    })
  }

  async connect(): Promise<void> {
    await this.#client.connect(this.#transport)
  }

  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#client.callTool({ name, arguments: args })
    return this.#meter.record(name, args, answer as ToolAnswer)
  }

  async toolNames(): Promise<readonly string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name)
  }

  takeTraffic(): Traffic {
    return this.#meter.take()
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}
