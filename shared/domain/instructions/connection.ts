import { z } from 'zod'
import { asReadonly } from '../readonly-schema.js'
import { textSchema, zAccountId } from '../scalars.schema.js'
import type { Message } from '../../messages/message.js'
import type { ConnectionId } from '../ids.js'
import type { EpochMs } from '../time.js'
import type { ClientId } from './client-setup.js'
import type { Policy } from './policy.schema.js'

/** The states of a connection. */
export const CONNECTION_STATES = ['active', 'paused', 'revoked'] as const
export type ConnectionState = (typeof CONNECTION_STATES)[number]

/** The members of {@link HostedScope}. */
export const hostedScopeMembers = {
  scopes: z.array(textSchema(40)).max(20),
  accounts: z.array(zAccountId).max(50),
}
const HostedScope = asReadonly(z.strictObject(hostedScopeMembers))
/**
 * The rights that the person gave a client of the provider's hosted server there. An empty list of
 * scopes means that it is signed out there.
 */
export type HostedScope = z.output<typeof HostedScope>

/** A paired assistant. */
export interface ConnectionView {
  readonly id: ConnectionId
  readonly name: string
  readonly state: ConnectionState
  readonly pausedUntil: EpochMs | null
  readonly pauseWhy: Message | null
  readonly createdAt: EpochMs
  readonly firstSeenAt: EpochMs | null
  readonly lastSeenAt: EpochMs | null
  readonly client: string | null
  /** Confined to practice beside a live profile (shadow practice). */
  readonly shadow: boolean
  readonly policy: Policy
  /**
   * Present when it connects through the provider's hosted server; absent when it is paired here.
   */
  readonly hosted?: HostedScope | undefined
}

/** The configuration of one common client: where its file is and what to put into it. */
export interface ClientSnippet {
  readonly client: string
  readonly file: string
  readonly text: string
  /** The client whose settings Countersign can change itself; absent for the others. */
  readonly setup?: ClientId | undefined
  /** The line that takes the entry out again, where a line of a terminal adds it. */
  readonly undo?: string | undefined
  /** True when the client connects over HTTP, which the person must have enabled. */
  readonly overHttp?: boolean | undefined
}

/** Shown once, when a connection is created or its key replaced. */
export interface Pairing {
  readonly connection: ConnectionView
  readonly token: string
  readonly snippets: readonly ClientSnippet[]
}

/** The connection of an assistant, as its key authenticates it. */
export interface AssistantIdentity {
  readonly id: ConnectionId
  readonly name: string
  /** A revoked key is still known, so that the refusal can say that it was revoked. */
  readonly state: 'active' | 'paused' | 'revoked'
}
