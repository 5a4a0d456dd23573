import { z } from 'zod'
import type { EpochMs } from '../../../../shared/domain/time.js'
import type { Exchange } from '../../exchange/exchange.js'
import { Clients, zClient, type Client } from './clients.js'
import { McpGrants, zMcpGrants, type Grant } from './grants.js'
import { zInstructions } from './instruction-record.js'
import { Instructions } from './instructions.js'

/** What is kept over restarts. */
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
  /** Exchange time. */
  readonly now: () => EpochMs
  /** Wall time, in milliseconds: by it tokens end. */
  readonly wall: () => number
  /** Where the orders are that instructions become. */
  readonly detail: Exchange['detail']
}

/** What the hosted MCP server keeps: its clients, their tokens, and what they asked for. */
export class HostedRecords {
  readonly clients = new Clients()
  readonly grants = new McpGrants(() => this.instructions.touch())
  readonly instructions: Instructions

  constructor(private readonly deps: HostedRecordsDeps) {
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

  /** The clients that a user lets in now, and when each was last heard of (wall time). */
  admitted(
    userId: string,
  ): readonly { readonly client: Client; readonly grant: Grant; readonly usedAt: number | null }[] {
    return this.grants.ofUser(userId, this.deps.wall()).flatMap((grant) => {
      const client = this.clients.get(grant.clientId)
      return client === null ? [] : [{ client, grant, usedAt: grant.usedAt ?? null }]
    })
  }

  /** Lets a client in no longer: tokens, codes and what waits. */
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
