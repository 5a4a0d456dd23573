import { z } from 'zod'
import type { EpochMs } from '../../../shared/domain/time.js'
import type { Exchange } from '../exchange/api/exchange-api.js'
import { Clients, zClient, type Client } from './clients.js'
import { McpGrants, zMcpGrants, type Grant } from './grants.js'
import { zInstructions } from './instruction-record.js'
import { Instructions } from './instructions.js'

/** The state saved across restarts. */
export const zHosted = z.object({
  clients: z.array(zClient),
  grants: zMcpGrants,
  instructions: zInstructions,
})
export type HostedState = z.infer<typeof zHosted>
export const NO_HOSTED: HostedState = {
  clients: [],
  grants: { grants: {}, access: {}, refresh: {} },
  instructions: [],
}

export interface HostedRecordsDeps {
  /** Returns the exchange time. */
  readonly now: () => EpochMs
  /** Returns the wall time in milliseconds, by which tokens expire. */
  readonly wall: () => number
  /** Looks up the orders that instructions became. */
  readonly detail: Exchange['detail']
}

/** Stores the hosted MCP server's clients, their tokens and their instructions. */
export class HostedRecords {
  readonly #deps: HostedRecordsDeps
  readonly clients = new Clients()
  readonly grants = new McpGrants(() => this.instructions.touch())
  readonly instructions: Instructions

  constructor(deps: HostedRecordsDeps) {
    this.#deps = deps
    this.instructions = new Instructions({
      now: deps.now,
      order: (account, id) => {
        const found = deps.detail(account, id)
        return found.ok
          ? (found.value.orders.find((order) => order.client_order_id === id) ?? null)
          : null
      },
    })
  }

  /**
   * Returns the clients that a user currently authorizes, and when each was last used (wall time).
   */
  admitted(
    userId: string,
  ): readonly { readonly client: Client; readonly grant: Grant; readonly usedAt: number | null }[] {
    return this.grants.ofUser(userId, this.#deps.wall()).flatMap((grant) => {
      const client = this.clients.get(grant.clientId)
      return client === null ? [] : [{ client, grant, usedAt: grant.usedAt ?? null }]
    })
  }

  /** Revokes a client: its tokens, codes and pending instructions. */
  revokeClient(userId: string, clientId: string): void {
    this.grants.revokeClient(userId, clientId)
    this.instructions.rejectOf(userId, clientId, 'The user disconnected this client.')
  }

  snapshot(): HostedState {
    return {
      clients: this.clients.snapshot(),
      grants: this.grants.snapshot(),
      instructions: this.instructions.snapshot(),
    }
  }

  restore(state: HostedState): void {
    this.clients.restore(state.clients)
    this.grants.restore(state.grants)
    this.instructions.restore(state.instructions)
  }
}
