import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Pairing } from '../../../shared/domain/instructions/connection.js'
import type { Policy } from '../../../shared/domain/instructions/policy.schema.js'
import type { Program } from '../program/program.js'
import type { Drafts } from './drafts.js'

const CALL_LIMIT_MS = 8_000

/** Limits under which one assistant can request hundreds of orders in an hour. */
const LIMITS = {
  maxOrder: '1000000',
  maxDay: '100000000',
  maxQuantity: '10000',
  ordersPerDay: 1_000,
  maxWorking: 200,
  maxPending: 20,
  maxPerMinute: 60,
  hours: 'any',
} as const

/** An assistant that requests orders over MCP. */
export class Assistant {
  readonly #url: string
  readonly #drafts: Drafts
  readonly #pairing: Pairing
  #client: Client | null = null

  constructor(url: string, pairing: Pairing, drafts: Drafts) {
    this.#url = url
    this.#pairing = pairing
    this.#drafts = drafts
  }

  /** Pairs an assistant under generous limits; `change` adds to its policy. */
  static async pair(
    program: Program,
    name: string,
    change: Partial<Record<keyof Policy, unknown>> = {},
  ): Promise<Pairing> {
    const pairing = await program.value<Pairing>('assistants.pair', { name, shadow: false })
    await program.value('assistants.policy', {
      id: pairing.connection.id,
      policy: { ...pairing.connection.policy, ...LIMITS, ...change },
    })
    return pairing
  }

  /** Returns a connected client; connects again after the program ended. */
  async client(): Promise<Client> {
    if (this.#client !== null) return this.#client
    const client = new Client({ name: 'truth', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(this.#url), {
        requestInit: { headers: { Authorization: `Bearer ${this.#pairing.token}` } },
      }),
    )
    this.#client = client
    return client
  }

  /** Forgets the connection, because the program ended or was replaced. */
  async disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.close().catch(() => undefined)
  }

  /** Requests orders; returns how many, or the refusal's text. */
  async request(): Promise<number | string> {
    const { call, orders } = this.#drafts.tool()
    try {
      const client = await this.client()
      const answer = await client.callTool(
        { name: call.name, arguments: { ...call.arguments } },
        { timeout: CALL_LIMIT_MS },
      )
      return answer.isError === true ? `${call.name} ${JSON.stringify(answer.content)}` : orders
    } catch (error) {
      await this.disconnect()
      return `${call.name}: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** Resumes the assistant when its requests were refused so often that it was paused. */
  async resume(program: Program): Promise<void> {
    const view = await program.value<{ readonly connections: readonly Pairing['connection'][] }>(
      'assistants.get',
      {},
    )
    const { id } = this.#pairing.connection
    if (view.connections.find((connection) => connection.id === id)?.state === 'paused') {
      await program.call('assistants.resume', { id })
    }
  }
}
