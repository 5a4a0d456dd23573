import type { Account } from '../account/account.js'
import type { Environment } from '../environment.js'
import type { Halt } from '../orders/halt.js'
import type { AuditState } from './audit.js'
import type { WrongKeys } from './client-setup.js'
import type { ConnectionView } from './connection.js'
import type { WaitingRow } from './waiting-instruction.js'
import type { Message } from '../../messages/message.js'

/**
 * The states of an address that assistants reach. `port-of-copy`: another running copy of
 * Countersign, which proved itself, has the port.
 */
export const ENDPOINT_STATES = [
  'off',
  'listening',
  'port-in-use',
  'port-of-copy',
  'failed',
] as const
export type EndpointState = (typeof ENDPOINT_STATES)[number]

/** The person's choice of access: whether it is on, and whether over HTTP too, on this port. */
export interface AccessChoice {
  readonly on: boolean
  readonly http: boolean
  readonly port: number
}

/** Access over HTTP, for clients that cannot start a program. */
export interface HttpAccessView {
  readonly on: boolean
  readonly state: EndpointState
  readonly port: number
  readonly url: string
  readonly problem: Message | null
}

/** The local MCP endpoint: the private socket, and HTTP where the person enabled it. */
export interface EndpointView {
  readonly on: boolean
  readonly state: EndpointState
  readonly problem: Message | null
  readonly http: HttpAccessView
  /** Calls with a key that is not known here, since the start; null for none. */
  readonly wrongKeys: WrongKeys | null
}

/** The provider's hosted server: the address for its clients, and whether it is reachable now. */
export interface HostedServerView {
  readonly on: boolean
  readonly state: Exclude<EndpointState, 'port-of-copy'>
  readonly port: number
  readonly url: string
  readonly caFile: string
  readonly synced: boolean
}

/** An open audit chain and the result of its last check. */
export interface ChainView {
  readonly environment: Environment
  readonly state: AuditState
}

/**
 * Shadow practice beside a live profile: present while an assistant is paired for it; its accounts
 * are practice accounts.
 */
export interface ShadowView {
  readonly state: 'closed' | 'opening' | 'open' | 'failed'
  readonly problem: Message | null
  readonly accounts: readonly Account[]
}

/** Everything about assistants that does not belong to a single instruction. */
export interface AssistantsView {
  readonly endpoint: EndpointView
  /** Absent when the provider has no hosted server. */
  readonly hosted?: HostedServerView | undefined
  readonly connections: readonly ConnectionView[]
  readonly halted: boolean
  readonly unread: number
  /** What waits for a condition, then what woke or ended lately, newest first. */
  readonly waiting: readonly WaitingRow[]
  /**
   * The kill in effect and the orders it left; null for none. `halted` is also true when trading
   * was halted in another way.
   */
  readonly halt: Halt | null
  /** The open chains by environment: the open session's first, then shadow practice's. */
  readonly chains: readonly ChainView[]
  readonly shadow: ShadowView
}
